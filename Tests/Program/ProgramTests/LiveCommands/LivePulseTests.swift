import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Beats and the curve in `heartcam live --json`.
struct LivePulseTests {
  private struct Line: Decodable {
    let type: String
    let time_s: Double?
    let interval_ms: Double?
    let points: [Double]?
  }

  private func lines(_ type: String) throws -> [Line] {
    let result = try Heartcam.run(
      "live", "--replay", Heartcam.samples + "/resting.csv", "--speed", "100000", "--json",
      "--store",
      "none")
    return try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }.filter { $0.type == type }
  }

  @Test func `each beat comes once, at its time`() throws {
    let text = try String(contentsOfFile: Heartcam.samples + "/resting.beats.csv", encoding: .utf8)
    let truth = BeatTimes(csv: text).times
    let beats = try lines("beat")
    let times = beats.compactMap(\.time_s)
    #expect(times.count == beats.count && times == times.sorted())
    let seen = truth.filter { (8..<54).contains($0) }
    let near = seen.map { beat in times.filter { abs($0 - beat) < 0.2 }.count }
    // An early beat may hide one.
    #expect(near.allSatisfy { $0 <= 1 } && near.count { $0 == 0 } <= 2, "\(near)")
    #expect(times.filter { (8..<54).contains($0) }.count <= seen.count + 1)
    #expect(beats.compactMap(\.interval_ms).allSatisfy { (500...1300).contains($0) })
  }

  @Test func `the pieces of the curve follow each other without a gap`() throws {
    let pieces = try lines("pulse")
    #expect(pieces.count > 20)
    for (a, b) in zip(pieces, pieces.dropFirst()) {
      let (first, second) = (a.time_s ?? 0, b.time_s ?? 0)
      #expect(abs(second - first - Double(b.points?.count ?? 0) / 30) < 0.002)
    }
    #expect(pieces.flatMap { $0.points ?? [] }.contains { abs($0) > 0.001 })
  }
}
