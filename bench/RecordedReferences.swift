import FoundationEssentials
import VideoFrames

/// A recording with a reference, from a folder of recordings: `signal.csv` (`time_s,red,green,blue`),
/// `bpm.csv` (`time_s,bpm`) and, where beats are known, `beats.csv` (`beat_time_s,rr_s`).
struct RecordedReference {
  let dataset: String
  let name: String
  let samples: [ColorSample]

  /// Seconds and beats a minute.
  let rates: [(time: Double, rate: Double)]

  /// Seconds; `nil` where only rates are known.
  let beats: [Double]?

  /// Seconds by which a reference without beats comes late: an oximeter shows the mean of the last
  /// seconds.
  let lag: Double

  /// The reference's mean rate between two moments; `nil` where it does not cover them.
  func rate(from start: Double, to end: Double) -> Double? {
    if let beats {
      guard let first = Self.phase(start, beats), let last = Self.phase(end, beats) else {
        return nil
      }
      return 60 * (last - first) / (end - start)
    }
    let inside = rates.filter { (start + lag..<end + lag).contains($0.time) }
    guard Double(inside.count) >= (end - start) / 2 else { return nil }
    return inside.reduce(0) { $0 + $1.rate } / Double(inside.count)
  }

  /// Beats until a moment, with a fraction; `nil` outside of them.
  private static func phase(_ time: Double, _ beats: [Double]) -> Double? {
    guard let next = beats.firstIndex(where: { $0 > time }), next > 0 else { return nil }
    return Double(next - 1) + (time - beats[next - 1]) / (beats[next] - beats[next - 1])
  }

  /// All recordings below `folder/DATASET/RECORDING`, sorted by name.
  static func all(in folder: String) throws -> [RecordedReference] {
    let files = FileManager.default
    var found: [RecordedReference] = []
    for dataset in try files.contentsOfDirectory(atPath: folder).sorted() {
      let path = "\(folder)/\(dataset)"
      for name in ((try? files.contentsOfDirectory(atPath: path)) ?? []).sorted()
      where files.fileExists(atPath: "\(path)/\(name)/signal.csv") {
        let record = "\(path)/\(name)"
        let beats = "\(record)/beats.csv"
        let hasBeats = files.fileExists(atPath: beats)
        found.append(
          RecordedReference(
            dataset: dataset, name: name,
            samples: try numbers("\(record)/signal.csv").map {
              ColorSample(time: $0[0], red: $0[1], green: $0[2], blue: $0[3])
            },
            rates: try numbers("\(record)/bpm.csv").map { ($0[0], $0[1]) },
            beats: hasBeats ? try numbers(beats).map { $0[0] } : nil,
            lag: hasBeats ? 0 : 6.5))
      }
    }
    return found
  }

  /// The rows below the header.
  private static func numbers(_ path: String) throws -> [[Double]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    }
  }
}
