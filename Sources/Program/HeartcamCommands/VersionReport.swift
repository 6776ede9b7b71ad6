import CBuildCommit
import Charts
import CommandEnvironment
import FFmpegSource
import JSONCoding
import PageCommands
import Photoplethysmography
import SampleStore
import StoreEngines

/// What `heartcam --version` prints.
enum VersionReport {
  static let text = "heartcam \(HeartcamVersion.current)\n"

  /// A line of JSON, for reports of faults and for provenance.
  static var json: String {
    let libraries =
      [FFmpegLibrary.version] + FFmpegLibrary.parts + [StoreEngine].all.compactMap { $0.library() }
      + [CairoLibrary.version, ServeCommand.library]
    let commit = String(cString: heartcam_build_commit)
    return JSONValue.object([
      ("version", .string(HeartcamVersion.current)),
      ("commit", commit.isEmpty ? .null : .string(commit)),
      ("algorithm", .number(Double(HeartRateMonitor.algorithmVersion))),
      ("libraries", .array(libraries.map { .string($0) })),
    ]).text + "\n"
  }
}
