package import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc

/// The configuration file: values that options have unless the command line gives others.
///
/// A line is `option = value` with an option's long name, and `yes` or `no` for one without a value.
/// Lines after `[measure]` or `[store list]` are for that command only. `#` begins a remark.
package struct Configuration {
  /// The path of the file, existing or not; `nil` if neither `XDG_CONFIG_HOME` nor `HOME` gives one.
  package let path: String?

  /// Whether the file is there.
  package let isThere: Bool

  /// The settings, in the order of its lines.
  package let settings: [OptionSetting]

  /// The options that must be given each time, because something would be lost or replaced otherwise.
  private static let refused: Set<String> = ["force", "yes", "all", "dry-run", "help", "version"]

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

  /// Returns where the file is expected.
  package static func path(_ environment: [String: String]) -> String? {
    let home = environment["HOME"].map { $0 + "/.config" }
    return [environment["XDG_CONFIG_HOME"], home].lazy.compactMap(\.self)
      .first { $0.hasPrefix("/") }.map { $0 + "/heartcam/config" }
  }

  private static func text(of path: String) throws(CommandError) -> String {
    guard !FileIdentity.isSpecial(path) else {
      throw CommandError.usage("\(path) is no file that can be read; remove it")
    }
    // Anyone who can write it decides where health data go.
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
      // The same as a shell does on the command line.
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

  /// Returns why no command takes a setting; `nil` if one does.
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

  /// Sets an option, or takes its line out for `nil`. Other lines stay as they are; a value that the option does
  /// not take is refused, and the file with it.
  /// - Parameter name: The option's, with the command's before it if it is for that alone: `measure.every`.
  package func set(
    _ name: String, to value: String?, _ context: CommandContext
  ) throws(CommandError) {
    let path = try prepared()
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let option = parts.last else { throw .usage("OPTION is empty") }
    let section = parts.count == 2 ? "[\(parts[0])]" : ""
    var lines = isThere ? try Self.text(of: path).components(separatedBy: "\n") : []
    var (place, end): (String, Int?) = ("", section.isEmpty ? 0 : nil)
    var found: Int?
    for (index, line) in lines.enumerated() {
      let text = Self.trimmed(line.prefix { $0 != "#" })
      if text.hasPrefix("[") { place = text }
      guard place == section else { continue }
      if !text.isEmpty { end = index + 1 }
      let key = Self.trimmed(text.prefix { $0 != "=" }).drop { $0 == "-" }
      if key == option, text.contains("=") { found = index }
    }
    let line = value.map { "\(option) = \($0)" }
    switch (found, line) {
    case (let index?, let line?): lines[index] = line
    case (let index?, nil): lines.remove(at: index)
    case (nil, let line?):
      if let end { lines.insert(line, at: end) } else { lines += [section, line, ""] }
    case (nil, nil): throw .noReading("\(name) is not set")
    }
    let text = lines.joined(separator: "\n") + (lines.last?.isEmpty == true ? "" : "\n")
    _ = try Self.settings(text, path, home: nil, context.description)
    try writing(path) { try PrivateFile.write(text, to: path) }
  }

  /// Returns the file's path, whose folder is made if it is missing.
  package func prepared() throws(CommandError) -> String {
    guard let path else {
      throw .usage("there is no place for a configuration file: HOME is not set")
    }
    do throws(FileError) { try PrivateFile.makeFolder(OpenFile.folder(of: path)) } catch {
      throw .ioError("cannot make the folder of \(path): \(error)")
    }
    return path
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let begin = text.drop { $0.isWhitespace }
    return String(begin.lastIndex { !$0.isWhitespace }.map { begin[...$0] } ?? "")
  }
}

extension CommandDescription {
  /// Returns every command that can be run, with the names that lead to it.
  package func commandsBelow(
    _ path: [String] = []
  ) -> [(path: [String], command: CommandDescription)] {
    let path = path + [name]
    return subcommands.isEmpty
      ? [(path, self)] : subcommands.flatMap { $0.commandsBelow(path) }
  }
}
