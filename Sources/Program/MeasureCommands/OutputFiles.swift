package import CommandEnvironment
package import CommandLineParsing
import FileAccess
package import Measurement
import SampleSelection
import SampleStore

/// The files of `--beats`, `--signal`, `--plot` and `--report`.
package enum OutputFiles {
  /// Writes the files that the arguments name, of results that follow each other on one clock, most
  /// often of one.
  /// - Parameter camera: The camera of a live session, for the report.
  package static func write(
    _ parts: [RecordingResult], _ arguments: Arguments, camera: LiveSessionDetails? = nil
  ) -> ExitCode {
    guard !parts.isEmpty else { return .success }
    var files: [(path: String, text: String)] = []
    if let path = arguments[MeasureOptions.beats] {
      files.append((path, BeatsCSV.text(of: parts)))
    }
    if let path = arguments[MeasureOptions.signal] {
      let isSimulated = parts.contains { $0.isSimulated == true }
      files.append(
        (path, ColorSignalText.text(of: parts.flatMap(\.signal), isSimulated: isSimulated)))
    }
    var code = ExitCode.success
    for file in files {
      do {
        try PrivateFile.write(file.text, to: file.path)
      } catch {
        report("cannot write \(file.path): \(error)")
        code = .ioError
      }
    }
    return code.combined(with: ResultPictures.write(parts, arguments, camera: camera))
  }

  /// What speaks against writing the files that the arguments name, a sentence; `nil` if nothing
  /// does.
  package static func problem(
    _ arguments: Arguments, inputs: [String], _ context: CommandContext
  ) -> String? {
    var taken = inputs.map { ($0, "the input") }
    if arguments[MeasureOptions.store] != "none",
      let store = try? StoreOptions.location(arguments[MeasureOptions.store], context).path
    {
      taken.append((store, "the store"))
    }
    for (name, path) in [
      ("beats", arguments[MeasureOptions.beats]), ("signal", arguments[MeasureOptions.signal]),
      ("plot", arguments[MeasureOptions.plot]), ("report", arguments[MeasureOptions.report]),
    ] {
      guard let path else { continue }
      if path.isEmpty || path == "-" { return "--\(name) needs the name of a file" }
      for (other, role) in taken where PrivateFile.isSame(path, other) {
        return "--\(name) would overwrite \(role) \(other)"
      }
      // Hours of measuring would be for nothing.
      guard FileIdentity(of: path) != nil else {
        return "--\(name): there is no folder \(OpenFile.folder(of: path)); make it first"
      }
      if let problem = ResultPictures.problem(name, path) { return problem }
      if name == "beats" || name == "signal", isForeign(path) {
        return "--\(name) would overwrite \(path), which is no such file; name another or remove it"
      }
      taken.append((path, "the output"))
    }
    return nil
  }

  /// Whether there is a file with something in it that no earlier run has written.
  private static func isForeign(_ path: String) -> Bool {
    OverwriteGuard.isForeign(path, beginning: Array("time_s,".utf8))
  }
}
