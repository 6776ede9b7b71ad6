import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// The keys, lines and samples of measures besides heart rate.
struct VariabilityOutputTests {
  private struct Row: Decodable {
    struct Variability: Decodable {
      let mean_nn_ms, sdnn_ms, rmssd_ms, rmssd_excess_ms, pnn50, sd1_ms, sd2_ms: Double?
      let lf_ms2, hf_ms2, lf_hf: Double?
      let beats, early_beats: Int
      let duration_s: Double
      let reason: String?
    }
    let hrv: Variability
    let rhythm: String
    let respiratory_rate, respiratory_rate_low, respiratory_rate_high: Double?
    let respiratory_rate_reason: String?
    let perfusion_index: Double?
  }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func simulated(_ name: String, _ options: String...) throws -> String {
    let path = folder.file(name)
    let result = try Heartcam.start(["simulate", path, "--force"] + options).result()
    try #require(result.ending == .exit(0), "\(result)")
    return path
  }

  private func row(_ path: String) throws -> Row {
    let result = try Heartcam.run("measure", "--json", "--store", "none", path)
    try #require(result.ending == .exit(0), "\(result)")
    return try JSONDecoder().decode(Row.self, from: Data(result.output.utf8))
  }

  private func numbers(_ path: String) throws -> [[Double]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
  }

  @Test func `two minutes of a finger with breathing give every measure, near the truth`() throws {
    let path = try simulated(
      "breath.csv", "--duration", "130", "--bpm", "66", "--breathing", "15", "--respiration", "5",
      "--drift", "0.3")
    let found = try row(path)
    #expect(found.hrv.reason == nil && found.rhythm == "regular" && found.hrv.early_beats == 0)
    let intervals = try numbers(folder.file("breath.beats.csv")).map { $0[1] }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let changes = zip(intervals, intervals.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    let rmssd = (changes.reduce(0, +) / Double(changes.count)).squareRoot()
    let meanNN = try #require(found.hrv.mean_nn_ms)
    let sdnn = try #require(found.hrv.sdnn_ms)
    let ownRMSSD = try #require(found.hrv.rmssd_ms)
    #expect(abs(meanNN - mean) < 3)
    #expect(abs(sdnn - (squares / Double(intervals.count - 1)).squareRoot()) < 3)
    #expect(abs(ownRMSSD - rmssd) < 4)
    let (low, high) = (try #require(found.hrv.lf_ms2), try #require(found.hrv.hf_ms2))
    #expect(high > 10 * low)
    let breaths = try numbers(folder.file("breath.breaths.csv")).map { $0[0] }
    let truth = 60 * Double(breaths.count - 1) / (breaths[breaths.count - 1] - breaths[0])
    #expect(abs(truth - 15) < 0.01)
    let rate = try #require(found.respiratory_rate)
    let interval =
      try #require(found.respiratory_rate_low)...(try #require(found.respiratory_rate_high))
    #expect(abs(rate - truth) < 0.5 && interval.contains(truth))
    #expect(found.respiratory_rate_reason == nil)
    let perfusion = try #require(found.perfusion_index)
    #expect((0.8...4).contains(perfusion))
  }

  @Test func `an irregular pulse is reported as irregular, without variability`() throws {
    let found = try row(
      try simulated("irregular.csv", "--duration", "90", "--irregular", "22"))
    #expect(found.rhythm == "irregular")
    #expect(found.hrv.reason == "irregular_rhythm" && found.hrv.rmssd_ms == nil)
    #expect(found.respiratory_rate == nil)
    #expect(found.respiratory_rate_reason == "too_few_clean_beats")
  }

  @Test func `the table has lines for measured values only`() throws {
    let long = try simulated(
      "long.csv", "--duration", "130", "--breathing", "12", "--respiration", "5", "--drift", "0.3")
    let text = try Heartcam.run("measure", "--store", "none", long).output
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let variability =
      /variability  SDNN \d+ ms, RMSSD \d+ ms, LF \d+ ms², HF \d+ ms² \(\d+ beats in 12\d s\)/
    #expect(lines.contains { $0.wholeMatch(of: variability) != nil }, "\(text)")
    #expect(lines.contains("rhythm  regular"))
    let breathing = /breathing  1[12]\.\d per minute \(1\d\.\d to 1\d\.\d\)/
    #expect(lines.contains { $0.wholeMatch(of: breathing) != nil }, "\(text)")
    #expect(lines.contains { $0.wholeMatch(of: /perfusion  \d\.\d\d%/) != nil })
    let still = try simulated("still.csv", "--scene", "still")
    let nothing = try Heartcam.run("measure", "--store", "none", still).output
    for word in ["variability", "rhythm", "breathing", "perfusion"] {
      #expect(!nothing.contains(word))
    }
  }

  @Test func `measures of the whole recording are saved with it`() throws {
    let path = try simulated(
      "saved.csv", "--duration", "130", "--bpm", "66", "--breathing", "15", "--respiration", "5",
      "--drift", "0.3")
    let store = folder.file("health.db")
    let result = try Heartcam.run("measure", "--json", "--store", store, path)
    let found = try JSONDecoder().decode(Row.self, from: Data(result.output.utf8))
    func value(_ name: String) throws -> Double {
      let own = try Heartcam.storedSamples(in: store, ofType: name)
      #expect(own.count == 1, "\(name)")
      return try #require(own.first).value
    }
    let pairs = [
      (try value("HeartRateVariabilitySDNN"), found.hrv.sdnn_ms),
      (try value("RespiratoryRate"), found.respiratory_rate),
      (try value("PeripheralPerfusionIndex"), found.perfusion_index),
    ]
    for (saved, printed) in pairs {
      let expected = try #require(printed)
      #expect(abs(saved - expected) < 0.01)
    }
  }
}
