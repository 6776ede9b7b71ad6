import FoundationEssentials
import Photoplethysmography
import Testing
import VideoFrames

private let folder = ProcessInfo.processInfo.environment["HEARTCAM_DATA"]

/// Fingertips of real people on real phones, with a chest strap's beats.
///
/// They run if the environment variable HEARTCAM_DATA names a folder with `welltory/*/signal.csv`
/// (`time_s,red,green,blue`) and `beats.csv` (`beat_time_s,rr_s`) beside each.
struct RecordedReferencesTests {
  @Test(.enabled(if: folder != nil, "HEARTCAM_DATA is not set"))
  func `four in five readings of 10 s have a rate, half a beat a minute off on average`() throws {
    let root = try #require(folder) + "/welltory"
    var (errors, compared) = ([Double](), 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: root).sorted() {
      let samples = try rows("\(root)/\(name)/signal.csv").map {
        ColorSample(time: $0[0], red: $0[1], green: $0[2], blue: $0[3])
      }
      let beats = try rows("\(root)/\(name)/beats.csv").map { $0[0] }
      for reading in readings(of: samples) where reading.end - reading.start > 9.9 {
        guard let truth = rate(beats, from: reading.start, to: reading.end) else { continue }
        compared += 1
        if let rate = reading.rate { errors.append(abs(rate.beatsPerMinute - truth)) }
      }
    }
    #expect(compared > 50)
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    let answered = Double(errors.count) / Double(max(compared, 1))
    #expect(mean <= 0.5, "\(mean) over \(errors.count) of \(compared)")
    #expect(answered >= 0.8, "\(errors.count) of \(compared)")
  }

  @Test(.enabled(if: folder != nil, "HEARTCAM_DATA is not set"))
  func `the variability of real fingertips is that of the strap, and no rhythm is irregular`()
    throws
  {
    let root = try #require(folder) + "/welltory"
    var (spread, change, all) = ([Double](), [Double](), 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: root).sorted() {
      let samples = try rows("\(root)/\(name)/signal.csv").map {
        ColorSample(time: $0[0], red: $0[1], green: $0[2], blue: $0[3])
      }
      let strap = try rows("\(root)/\(name)/beats.csv").map { $0[0] }
      let series = BeatSeries(readings: readings(of: samples))
      let rhythm = RhythmRegularity(of: series)
      #expect(rhythm != .irregular, "\(name)")
      let found = HeartRateVariability(of: series, rhythm: rhythm)
      all += 1
      guard let start = found.start else { continue }
      // The clocks agree to a fraction of a beat, which hardly matters over half a minute.
      let inside = strap.filter { $0 > start - 0.5 && $0 < start + found.duration + 0.5 }
      let reference = HeartRateVariability(
        of: BeatSeries(
          intervals: zip(inside, inside.dropFirst()).map {
            BeatSeries.Interval(end: $1, duration: $1 - $0, quality: 1, isAdjacent: true)
          }, coveredDuration: found.duration), rhythm: .regular)
      if let own = found.sdnn, let other = reference.sdnn { spread.append(abs(own - other)) }
      if let own = found.rmssd, let other = reference.rmssd { change.append(abs(own - other)) }
    }
    #expect(change.count >= all * 7 / 10, "\(change.count) of \(all)")
    #expect(median(spread) < 5, "\(spread)")
    #expect(median(change) < 10, "\(change)")
  }

  private func median(_ values: [Double]) -> Double {
    values.isEmpty ? .infinity : values.sorted()[values.count / 2]
  }

  /// Returns the numbers of a CSV file below its header.
  private func rows(_ path: String) throws -> [[Double]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst().map {
      try $0.split(separator: ",", omittingEmptySubsequences: false).map {
        try #require(Double($0))
      }
    }
  }

  /// Returns the beats per minute between two times, with fractions of beats at both ends; `nil` if
  /// the reference does not cover them.
  private func rate(_ beats: [Double], from start: Double, to end: Double) -> Double? {
    func phase(_ time: Double) -> Double? {
      guard let next = beats.firstIndex(where: { $0 > time }), next > 0 else { return nil }
      let before = beats[next - 1]
      // A gap in the strap's record does not count as an interval.
      guard beats[next] - before < 2.5 else { return nil }
      return Double(next - 1) + (time - before) / (beats[next] - before)
    }
    guard let first = phase(start), let last = phase(end) else { return nil }
    let inner = beats.filter { (start...end).contains($0) }
    guard zip(inner, inner.dropFirst()).allSatisfy({ $1 - $0 < 2.5 }) else { return nil }
    return 60 * (last - first) / (end - start)
  }
}
