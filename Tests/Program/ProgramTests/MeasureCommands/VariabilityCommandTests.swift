import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam hrv`: the variability of intervals that are known.
struct VariabilityCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Intervals in ms that sway by 40 at 0.25 Hz and by 30 at 0.1 Hz.
  private static let intervals: [Int] = {
    var time = 0.0
    return (0..<400).map { _ in
      let interval = 900 + 40 * sin(2 * .pi * 0.25 * time) + 30 * sin(2 * .pi * 0.1 * time)
      time += interval.rounded() / 1000
      return Int(interval.rounded())
    }
  }()

  private func list(_ intervals: [Int], _ name: String = "rr.txt") throws -> String {
    try folder.write(intervals.map { "\($0)\n" }.joined(), to: name)
  }

  private func number(_ name: String, in line: some StringProtocol) throws -> Double {
    let match = try #require(String(line).firstMatch(of: Regex("\"\(name)\":([-0-9.]+)")))
    return try #require(Double(match[1].substring ?? ""))
  }

  @Test func `a list of intervals has its own spread, changes and spectrum`() throws {
    let values = Self.intervals.map(Double.init)
    let mean = values.reduce(0, +) / 400
    let spread = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399).squareRoot()
    let squares = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
    let result = try Heartcam.run("hrv", "--json", list(Self.intervals))
    #expect(result.ending == .exit(0))
    #expect(try abs(number("sdnn_ms", in: result.output) - spread) < 0.01)
    #expect(try abs(number("rmssd_ms", in: result.output) - (squares / 399).squareRoot()) < 0.01)
    #expect(try number("rmssd_excess_ms", in: result.output) == 0)
    #expect(try abs(number("hf_ms2", in: result.output) - 800) < 40)
    #expect(try abs(number("lf_ms2", in: result.output) - 450) < 25)
    #expect(result.output.contains("\"rhythm\":\"regular\""))
  }

  @Test func `windows, beats of a recording and what is left out`() throws {
    let parts = try Heartcam.run("hrv", "--csv", "--window", "120", list(Self.intervals))
    #expect(parts.output.split(separator: "\n").count == 4 && parts.output.contains("120.0,240.0,"))
    // An early beat with its pause is in no change.
    var early = Self.intervals
    (early[200], early[201]) = (550, 1250)
    let all = try Heartcam.run("hrv", "--json", list(Self.intervals)).output
    let rest = try Heartcam.run("hrv", "--json", list(early, "early.txt")).output
    #expect(try number("early_beats", in: rest) == 1)
    #expect(try abs(number("rmssd_ms", in: rest) - number("rmssd_ms", in: all)) < 0.5)
    let beats = folder.file("beats.csv")
    let measured = try Heartcam.run(
      "measure", "--json", "--no-save", "--beats", beats, RestingVideo.path)
    let table = try Heartcam.run("hrv", "--json", beats)
    #expect(try number("beats", in: table.output) == number("beats", in: measured.output))
    // The truth beside a simulated recording has no quality.
    let truth = try Heartcam.run("hrv", "--json", Heartcam.samples + "/resting.beats.csv")
    #expect(truth.ending == .exit(0), "\(truth)")
    #expect(try number("beats", in: truth.output) > 50)
    #expect(
      try abs(number("rmssd_ms", in: table.output) - number("rmssd_ms", in: measured.output)) < 0.1)
  }

  @Test func `what has no intervals is named, and the others are measured`() throws {
    let (good, words) = (try list(Self.intervals), try folder.write("a\nb\n", to: "words.txt"))
    let result = try Heartcam.run("hrv", words, folder.file("none.txt"), good)
    #expect(result.ending == .exit(2) && result.errorLines.count == 2)
    #expect(result.output.contains("RMSSD") && result.output.contains(" 0 to "))
    let short = try Heartcam.run("hrv", list([900, 910, 890, 905], "short.txt"))
    #expect(short.ending == .exit(1) && short.output.contains("too short"))
    let wild = try list([900, -5, 0, 90_000_000, 910, 5], "wild.txt")
    #expect(try [.exit(1), .exit(2)].contains(Heartcam.run("hrv", wild).ending))
    // A pipe can be read once, and a time of the far future is no beat.
    let piped = try Heartcam.sh("cat \"$file\" | \"$heartcam\" hrv /dev/stdin", ["file": good])
    #expect(piped.ending == .exit(0) && piped.output.contains(" 0 to "), "\(piped)")
    let far = try folder.write(
      "time_s,interval_ms,quality\n0,,1\n1,1000,1\n1e21,131072000,1\n1.0000000000000001e21,131072000,1\n",
      to: "far.csv")
    let refused = try Heartcam.run("hrv", far, "--window", "30")
    #expect(
      refused.ending == .exit(2) && refused.errors.contains("line 4 is no beat"), "\(refused)")
  }
}
