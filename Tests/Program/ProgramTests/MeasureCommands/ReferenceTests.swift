import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam measure --reference`: the readings beside another device's rates.
struct ReferenceTests {
  private let folder: TemporaryFolder
  private let signal: String
  private static let start = "2026-10-05T08:00:00Z"

  /// The times of the true beats.
  private let beats: [Double]

  init() throws {
    folder = try TemporaryFolder()
    signal = try Heartcam.simulate(
      folder.file("sig.csv"), "--duration", "90", "--bpm", "62", "--ramp-to", "110")
    beats = try folder.text(of: "sig.beats.csv").split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").first.flatMap { Double($0) }
    }
  }

  /// The rate in each second, as a strap shows it.
  private var rates: [(second: Int, rate: Int)] {
    (1..<89).compactMap { second in
      guard let next = beats.firstIndex(where: { $0 > Double(second) }), next > 0 else {
        return nil
      }
      return (second, Int((60 / (beats[next] - beats[next - 1])).rounded()))
    }
  }

  private func time(_ second: Int) -> String {
    let (minute, second) = (second / 60, second % 60)
    return "2026-10-05T08:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z"
  }

  private func table(shiftedBy seconds: Int = 0) throws -> String {
    let lines = rates.map { "\(time($0.second + seconds)),\($0.rate)\n" }
    return try folder.write(
      "timestamp,heart_rate\n" + lines.joined(), to: "strap\(seconds).csv")
  }

  private func run(_ reference: String, _ arguments: String...) throws -> ProcessResult {
    try Heartcam.start(
      ["measure", "--start", Self.start, "--reference", reference] + arguments + [signal]
    ).result()
  }

  private func comparison(_ reference: String, _ arguments: String...) throws -> String {
    let result = try Heartcam.start(
      ["measure", "--json", "--start", Self.start, "--reference", reference]
        + (arguments.contains("--store") ? [] : ["--no-save"]) + arguments + [signal]
    ).result()
    #expect(result.ending == .exit(0), "\(result)")
    let match = try #require(result.output.firstMatch(of: /"reference":(\{[^}]*\})/))
    return String(match.1)
  }

  private func number(_ name: String, in object: String) throws -> Double {
    let match = try #require(object.firstMatch(of: try Regex("\"\(name)\":([-0-9.]+)")))
    return try #require(Double(match[1].substring ?? ""))
  }

  @Test func `a table, a TCX file, intervals and the store say the same of a camera`() throws {
    let csv = try comparison(table())
    #expect(try number("compared", in: csv) == 9 && number("coverage", in: csv) > 0.8)
    #expect(try abs(number("bias_bpm", in: csv)) < 0.6)
    let points = rates.map {
      "<Trackpoint><Time>\(time($0.second))</Time><HeartRateBpm><Value>\($0.rate)</Value>"
        + "</HeartRateBpm></Trackpoint>"
    }
    let tcx = try folder.write(
      "<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns="
        + "\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\"><Activities><Activity>"
        + "<Lap StartTime=\"\(time(0))\"><Track>\(points.joined())</Track></Lap></Activity>"
        + "</Activities></TrainingCenterDatabase>", to: "strap.tcx")
    func measures(_ object: String) -> Substring { object.drop { $0 != "," } }
    #expect(try measures(comparison(tcx)) == measures(csv))
    let store = folder.file("health.db")
    #expect(
      try Heartcam.run("store", "import", table(), "--yes", "--store", store).ending == .exit(0))
    #expect(try measures(comparison("store", "--store", store)) == measures(csv))
    // Beats are more exact than whole rates.
    let intervals = zip(beats, beats.dropFirst()).map { "\(Int((1000 * ($1 - $0)).rounded()))\n" }
    let rr = try comparison(folder.write(intervals.joined(), to: "rr.txt"))
    #expect(try number("mean_absolute_error_bpm", in: rr) < 0.2)
    #expect(try number("compared", in: rr) >= 8)
  }

  @Test func `a clock that differs is named, given or found`() throws {
    let late = try table(shiftedBy: 300)
    let apart = try run(late, "--no-save")
    #expect(apart.ending == .exit(65) && apart.output.contains("average"))
    #expect(apart.errors.contains("no comparison with \(late): it is from 2026-10-05 "))
    #expect(apart.errors.contains("--reference-shift SECONDS or auto"))
    let given = try comparison(late, "--reference-shift", "-300")
    #expect(try number("bias_bpm", in: given) == number("bias_bpm", in: comparison(table())))
    let found = try comparison(late, "--reference-shift", "auto")
    #expect(try abs(number("shift_s", in: found) + 300) <= 2)
    #expect(try number("shift_chance", in: found) > 0.7)
    let table = try run(late, "--no-save", "--reference-shift", "auto")
    #expect(
      table.output.contains(#/reference +\S+: 9 of 9 readings, mean absolute error 0\.\d\d, /#))
    #expect(table.output.contains(#/its times shifted by -\d+\.\d s \(chance \d\.\d\d\)/#))
  }

  @Test func `the comparison is written as a table or drawn, and takes nothing of the result`()
    throws
  {
    let (csv, svg) = (folder.file("pairs.csv"), folder.file("pairs.svg"))
    let store = folder.file("health.db")
    #expect(
      try run(table(), "--store", store, "--agreement", csv).ending == .exit(0))
    let lines = try folder.text(of: "pairs.csv").split(separator: "\n")
    #expect(lines.first == "start_s,end_s,bpm,low,high,reference_bpm" && lines.count == 10)
    #expect(try run(table(), "--no-save", "--agreement", svg).ending == .exit(0))
    #expect(try folder.text(of: "pairs.svg").contains("+1.96 SD"))
    // The reference is no output, whatever is forced; and a table of readings leaves the comparison to messages.
    let strap = try table()
    let over = try run(strap, "--no-save", "--agreement", strap, "--force")
    #expect(over.ending == .exit(64) && over.errors.contains("would overwrite the input"))
    let rows = try run(strap, "--no-save", "--csv")
    #expect(rows.errors.contains("9 of 9 readings, mean absolute error"))
    #expect(!rows.output.contains("mean absolute error"))
    let bad = try folder.write("no,heart,rate\n1,2,3\n", to: "bad.csv")
    for path in [bad, folder.file("missing.csv")] {
      let result = try run(path, "--store", store, "--again")
      #expect(result.errors.contains("no comparison with \(path): "), "\(result)")
      #expect(result.ending != .exit(0) && result.output.contains("average"))
    }
    #expect(try Heartcam.storedSamples(in: store).count >= 18)
    let two = try Heartcam.run("measure", "--reference", bad, signal, signal)
    #expect(two.ending == .exit(64) && two.errors.contains("--reference takes one input"))
    let alone = try Heartcam.run("measure", "--agreement", svg, signal)
    #expect(alone.ending == .exit(64))
  }
}
