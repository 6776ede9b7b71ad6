package import CommandEnvironment
import CommandLineParsing
import FileAccess
package import Measurement
import SampleSelection
import SampleStore

/// The files of `--beats`, `--pulse`, `--signal`, `--plot` and `--report`.
package enum OutputFiles {
  /// Writes the files that the arguments name, of results that follow each other on one clock, most
  /// often of one.
  /// - Parameter camera: The camera of a live session, for the report.
  package static func write(
    _ parts: [RecordingResult], _ context: CommandContext, camera: LiveSessionDetails? = nil
  ) -> ExitCode {
    guard !parts.isEmpty else { return .success }
    var files: [(path: String, text: String)] = []
    if let path = context[MeasureOptions.beats] {
      files.append((path, BeatsCSV.text(of: parts)))
    }
    if let path = context[MeasureOptions.pulse], let result = parts.first {
      files.append((path, BeatsCSV.text(ofPulseOf: result)))
    }
    if let path = context[MeasureOptions.signal] {
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
    return code.combined(with: ResultPictures.write(parts, context, camera: camera))
  }

  /// Looks over the files that the arguments name, and asks whether those that exist may be replaced.
  package static func check(inputs: [String], _ context: CommandContext) throws {
    var places = OutputPlaces(
      inputs: inputs,
      store: MeasureOptions.savesNothing(context)
        ? nil : try? StoreOptions.location(context[MeasureOptions.store], context))
    try places.add(
      "output", context[MeasureOptions.output], endings: ResultForm.endings, allowsStream: true)
    for option in [MeasureOptions.beats, MeasureOptions.pulse, MeasureOptions.signal] {
      try places.add(option.name, context[option])
    }
    try places.add("plot", context[MeasureOptions.plot], endings: PictureFormat.endings)
    try places.add("report", context[MeasureOptions.report], endings: ["html", "pdf"])
    try places.add(
      "agreement", context[ReferenceOptions.agreement], endings: ["csv"] + PictureFormat.endings)
    try places.confirm(context)
  }
}
