package import CommandLineParsing
import FileAccess
import Glibc

/// The configuration file: values that options have unless the command line gives others.
///
/// A line is `option = value` with an option's long name, and `yes` or `no` for one without a value.
/// Lines after `[measure]` or `[store list]` are for that command only. `#` begins a remark.
package struct Configuration {
  /// Where the file is, or would be; `nil` if neither `XDG_CONFIG_HOME` nor `HOME` says so.
  package let path: String?

  /// Whether the file is there.
  package let isThere: Bool

  /// What it sets, in the order of its lines.
  package let settings: [OptionSetting]

  /// What a program must be told each time: what would be lost or replaced otherwise.
  private static let refused: Set<String> = ["force", "yes", "all", "help", "version"]

  private static let greatestSize = 1 << 16

  /// Reads the file, if there is one.
  package init(
    environment: [String: String], for description: CommandDescription
  ) throws(CommandError) {
    path = Self.path(environment)
    guard let path, FileIdentity.isNamed(path) else {
      (isThere, settings) = (false, [])
      return
    }
    isThere = true
    settings = try Self.settings(
      Self.text(of: path), path, home: environment["HOME"], description)
  }

  /// Where the file is looked for.
  package static func path(_ environment: [String: String]) -> String? {
    let home = environment["HOME"].map { $0 + "/.config" }
    return [environment["XDG_CONFIG_HOME"], home].lazy.compactMap(\.self)
      .first { $0.hasPrefix("/") }.map { $0 + "/heartcam/config" }
  }

  private static func text(of path: String) throws(CommandError) -> String {
    guard !FileIdentity.isSpecial(path) else {
      throw CommandError.usage("\(path) is no file that can be read; remove it")
    }
    // Whoever writes it decides where health data go.
    guard !FileIdentity.isWritableByAll(path) else {
      throw CommandError.usage("every user may write \(path): chmod o-w it, then see what it says")
    }
    let folder = OpenFile.folder(of: path)
    guard !FileIdentity.isWritableByAll(folder) else {
      throw CommandError.usage(
        "every user may write in \(folder): chmod o-w it, then see what \(path) says")
    }
    for place in [path, folder] where FileIdentity.isOfAnotherUser(place) {
      throw CommandError.usage(
        "\(place) is another user's; name a folder of yours by XDG_CONFIG_HOME")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try OpenFile.bytes(of: path, limit: greatestSize)
    } catch {
      throw CommandError.usage("cannot read \(path): \(error)")
    }
    guard bytes.count < greatestSize, let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError.usage("\(path) is no text of less than 64 KB")
    }
    return text
  }

  private static func settings(
    _ text: String, _ path: String, home: String?, _ description: CommandDescription
  ) throws(CommandError) -> [OptionSetting] {
    var settings: [OptionSetting] = []
    var command: [String] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = trimmed(line.prefix { $0 != "#" })
      let origin = "line \(index + 1) of \(path)"
      guard !line.isEmpty else { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        command = line.dropFirst().dropLast().split(separator: " ").map(String.init)
        guard description.command(at: [description.name] + command) != nil else {
          throw CommandError.usage(
            "\(origin): there is no command '\(command.joined(separator: " "))'")
        }
        continue
      }
      guard let sign = line.firstIndex(of: "=") else {
        throw CommandError.usage("\(origin): it is neither 'option = value' nor '[command]'")
      }
      let name = trimmed(line[..<sign]).drop { $0 == "-" }
      guard !refused.contains(String(name)) else {
        throw CommandError.usage("\(origin): \(name) is for the command line alone")
      }
      var text = trimmed(line[line.index(after: sign)...])
      // As a shell does it on the command line.
      if text.hasPrefix("~/"), let home { text = home + text.dropFirst() }
      let setting = OptionSetting(
        command: command, option: String(name), text: text, origin: origin)
      if let reason = fault(of: setting, description) {
        throw CommandError.usage("\(origin): \(reason)")
      }
      settings.append(setting)
    }
    return settings
  }

  /// Why no command takes a setting; `nil` if one does.
  private static func fault(of setting: OptionSetting, _ description: CommandDescription) -> String?
  {
    let path = [description.name] + setting.command
    let options = description.command(at: path).map { $0.optionsBelow } ?? []
    let found = options.filter { $0.name == setting.option }
    guard !found.isEmpty else {
      let names = Set(options.map(\.name)).sorted()
      let near = Suggestion.nearest(to: setting.option, among: names)
      return "there is no option '\(setting.option)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
    var reasons: [String] = []
    for option in found {
      do {
        _ = try option.value(of: setting)
        return nil
      } catch {
        reasons.append(error.reason)
      }
    }
    return "'\(setting.text)' is not a value for \(setting.option): \(reasons[0])"
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let begin = text.drop { $0.isWhitespace }
    return String(begin.lastIndex { !$0.isWhitespace }.map { begin[...$0] } ?? "")
  }
}

extension CommandDescription {
  /// The options of the command and of all below it.
  fileprivate var optionsBelow: [any OptionDeclaration] {
    options + subcommands.flatMap(\.optionsBelow)
  }

  /// Every command that can be run, with the names that lead to it.
  package func commandsBelow(
    _ path: [String] = []
  ) -> [(path: [String], command: CommandDescription)] {
    let path = path + [name]
    return subcommands.isEmpty
      ? [(path, self)] : subcommands.flatMap { $0.commandsBelow(path) }
  }
}
