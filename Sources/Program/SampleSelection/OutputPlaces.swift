package import CommandEnvironment
import CommandLineParsing
import FileAccess
package import SampleStore

/// The files that a command is to write, checked before anything is measured or written: hours of
/// work could be lost, or a mistyped name could replace another file.
package struct OutputPlaces {
  /// The files that no output may replace, even with `--force`.
  private var taken: [(path: String, role: String)]
  private var files: [String] = []

  /// - Parameter store: Where samples are read or saved; `nil` for nowhere.
  package init(inputs: [String] = [], store: StoreLocation? = nil) {
    taken = inputs.filter { $0 != "-" }.map { ($0, "the input") }
    if let path = store?.path {
      taken += ["", "-wal", "-shm", "-journal"].map { (path + $0, "the store's file") }
    }
  }

  /// Adds the file that an option names; throws if it cannot be written there.
  /// - Parameters:
  ///   - name: The option's, without dashes; the argument's in capitals.
  ///   - endings: The allowed endings of names, without the dot; empty for any.
  ///   - allowsStream: Whether `-` is standard output.
  package mutating func add(
    _ name: String, _ path: String?, endings: [String] = [], allowsStream: Bool = false
  ) throws(CommandError) {
    guard let path else { return }
    let name = name == name.uppercased() ? name : "--\(name)"
    if path == "-", allowsStream { return }
    guard !path.isEmpty, path != "-" else { throw .usage("\(name) needs the name of a file") }
    guard endings.isEmpty || endings.contains(where: { path.lowercased().hasSuffix(".\($0)") })
    else {
      let list = endings.map { ".\($0)" }.joined(separator: ", ")
      throw .usage("\(name) \(path): a name must end in \(list)")
    }
    if let (other, role) = taken.first(where: { PrivateFile.isSame(path, $0.path) }) {
      throw .usage("\(name) would overwrite \(role) \(other)")
    }
    guard FileIdentity(of: path) != nil else {
      throw CommandError(
        "\(name): there is no folder \(OpenFile.folder(of: path)); make it first",
        code: .cannotCreate)
    }
    taken.append((path, "the output"))
    files.append(path)
  }

  /// Sees to it that files which exist may be replaced: by `--force` or `--yes`, or by a person who is asked.
  package func confirm(_ context: CommandContext) throws(CommandError) {
    guard !context[CommonOptions.force], !context[CommonOptions.yes] else { return }
    let existing = files.filter { FileIdentity.exists($0) && !FileIdentity.isSpecial($0) }
    guard let first = existing.first else { return }
    guard context.terminal.canAsk else { throw .fileExists(first) }
    guard SavePrompt.asks("Replace \(existing.joined(separator: " and "))?") else {
      throw .noReading("nothing was written")
    }
  }
}

extension PictureFormat {
  /// The endings of pictures' names.
  package static let endings = allCases.map(\.rawValue)
}
