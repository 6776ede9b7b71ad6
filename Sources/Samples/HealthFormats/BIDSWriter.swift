import FoundationEssentials
import JSONCoding
public import SampleStore

/// Writes beats as a continuous physiological recording of the Brain Imaging Data Structure: a
/// table of one column without a heading, 1 in the millisecond of a beat and otherwise 0, and a
/// description beside it.
///
/// Heartbeat series follow one another in the table, with zeros between; other samples are left
/// out.
public struct BIDSWriter: SampleOutput {
  /// Samples per second.
  public static let samplingFrequency = 1000

  /// The maximum length in seconds. A table has one row per millisecond; more than a day is not sensible.
  static let longestRecording = 86_400

  private let output: ByteOutput
  private var origin: Date?
  private var rows = 0

  /// Makes a writer to an output.
  public init(_ output: ByteOutput) { self.output = output }

  /// The text of the `.json` beside a table; `StartTime` counts from the first series' start.
  public static var description: String {
    let column = ("cardiac", "1 in the sample of a heartbeat, 0 elsewhere", "arbitrary" as String?)
    return BIDSFile.recording(samplesPerSecond: samplingFrequency, [column]).text + "\n"
  }

  /// Returns the path of a table's description: `sub-01_physio.json` for `sub-01_physio.tsv.gz`;
  /// `nil` if the table's name is not of that form.
  public static func descriptionPath(of table: String) -> String? {
    for ending in ["_physio.tsv.gz", "_physio.tsv"] where table.hasSuffix(ending) {
      return table.dropLast(ending.count) + "_physio.json"
    }
    return nil
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    guard case .heartbeatSeries(let series) = sample else { return false }
    let origin = origin ?? series.start
    self.origin = origin
    let offset = series.start.timeIntervalSince(origin)
    let length = series.end.timeIntervalSince(origin)
    guard length <= Double(Self.longestRecording) else {
      throw FormatError(
        .refused, "the beats lie over more than a day; choose fewer with --since and --until")
    }
    for beat in series.beats {
      let row = Int(((offset + beat.time) * Double(Self.samplingFrequency)).rounded())
      // A beat of a series that overlaps with the one before may be written already.
      guard row >= rows else { continue }
      try pad(to: row)
      try output.write("1\n")
      rows += 1
    }
    return true
  }

  /// Writes the end of the file.
  public mutating func finish() throws { try output.finish() }

  private mutating func pad(to row: Int) throws {
    while rows < row {
      let count = min(row - rows, 4096)
      try output.write(String(repeating: "0\n", count: count))
      rows += count
    }
  }
}
