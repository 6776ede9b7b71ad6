import Foundation
import Photoplethysmography
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// Signals of sensors and loggers whose times or columns are not what they seem.
struct SignalFormTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Signal {
    var samples: [ColorSample] = []
    var start: Date?
    var notes: [String] = []

    var steps: [Double] { zip(samples, samples.dropFirst()).map { $1.time - $0.time } }
  }

  private func read(_ text: String, rate: Double? = nil) throws -> Signal {
    var reader = try ColorSignalReader(
      RecordingInput(folder.write(text, to: "signal.csv")), rate: rate)
    var signal = Signal(start: reader.start)
    while let sample = try reader.next() { signal.samples.append(sample) }
    signal.notes = reader.notes
    return signal
  }

  private func refusal(_ text: String, rate: Double? = nil) -> String {
    do {
      _ = try read(text, rate: rate)
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// A line for each of some samples, 50 in a second, of a wave without equal neighbors.
  private static func lines(
    _ count: Int = 1000, _ line: (_ index: Int, _ level: Double) -> String
  ) -> String {
    (0..<count).map { line($0, 500 + 60 * sin(Double($0) / 8) + 0.01 * Double($0)) + "\n" }.joined()
  }

  private static func clock(_ seconds: Double) -> String {
    let rest = seconds.truncatingRemainder(dividingBy: 60)
    return "\(Int(seconds / 60)):" + (rest < 10 ? "0" : "") + String(format: "%.3f", rest)
  }

  /// Each is 20 s long, 50 samples in a second.
  static let even: [(text: String, rate: Double?)] = [
    // Packets and whole seconds, of which the first is not whole; with the rate beside them, too.
    ("millis,ppg\n" + lines { "\(($0 + 7) / 25 * 500),\($1)" }, nil),
    ("time,ppg\n" + lines { "\(($0 + 7) / 50),\($1)" }, nil),
    ("time,ppg\n" + lines { "\(($0 + 7) / 50),\($1)" }, 50),
    // Times that differ are better than a rate.
    ("time,ppg\n" + lines { "\(0.02 * Double($0)),\($1)" }, 50),
    // Minutes, days of spreadsheets and MATLAB, and units that cannot be.
    ("min\tPPG\n" + lines { "\(Double($0) / 3000)\t\($1)" }, nil),
    ("Time (min),PPG,min\n" + lines { "\(Double($0) / 3000),\($1),3" }, nil),
    ("Time,ppg\n" + lines { "\(46300.25 + Double($0) / 4_320_000),\($1)" }, nil),
    ("datenum,ppg\n" + lines { "\(740_260.25 + Double($0) / 4_320_000),\($1)" }, nil),
    ("time_s,ppg\n" + lines { "\(20 * $0),\($1)" }, nil),
    ("time_s,red,green,blue\n" + lines { "\(20 * $0),\($1 / 4),\($1 / 5),\($1 / 6)" }, nil),
    ("time_ms,ppg\n" + lines { "\(0.02 * Double($0)),\($1)" }, nil),
    (
      "'Elapsed time','PLETH'\n'hh:mm:ss.mmm','NU'\n"
        + lines { "'\(clock(0.02 * Double($0)))',\($1)" }, nil
    ),
    // Counters of 16 and 32 bits.
    ("time_ms,ppg\n" + lines { "\((55_000 + 20 * $0) % 65_536),\($1)" }, nil),
    ("time_ms,ppg\n" + lines { "\((22_767 + 20 * $0) % 65_536 - 32_768),\($1)" }, nil),
    ("micros,ppg\n" + lines { "\((4_290_000_000 + 20_000 * $0) % 4_294_967_296),\($1)" }, nil),
    // Counts of an oximeter's chip, rates beside the pulse, and rows in place of columns.
    ("time_s,red,ir\n" + lines { "\(0.02 * Double($0)),\(90_000 + $1),\(100_000 - $1)" }, nil),
    ("time_s,red\n" + lines { "\(0.02 * Double($0)),\($1)" }, nil),
    (lines { "\(20 * $0),\(80 + $0 / 400),97,\($1)" }, nil),
    (
      "time,SpO2,Pulse,Pulse waveform\n"
        + lines { "\(0.02 * Double($0)),97,\(70 + $0 / 400),\($1)" }, nil
    ),
    (
      [
        lines { "\($1)" }, lines { _, _ in "77" },
        lines { "\(0.02 * Double($0))" + ($1 < 0 ? "" : "") },
      ]
      .map { $0.split(separator: "\n").joined(separator: "  ") }.joined(separator: "\n"), nil
    ),
  ]

  @Test(arguments: even)
  func `the samples are a fiftieth of a second apart`(text: String, rate: Double?) throws {
    let signal = try read(text, rate: rate)
    #expect(signal.samples.count == 1000, "\(signal.samples.count)")
    #expect(
      signal.steps.allSatisfy { abs($0 - 0.02) < 2e-4 },
      "\(signal.steps.max() ?? 0) \(signal.notes)")
    let levels = signal.samples.map(\.red)
    #expect((levels.max() ?? 0) - (levels.min() ?? 0) > 10, "\(levels.prefix(3))")
  }

  @Test func `days of spreadsheets say when a signal began, and units by steps are said`() throws {
    let start = try #require(try read(Self.even[6].text).start)
    #expect(try read(Self.even[7].text).start == start)
    let words = try read(Self.even[8].text).notes
    #expect(words == ["its times are read in ms, as their steps show, not as headed"])
    // Rates every five seconds are no signal of 200 Hz.
    let rates = try read(
      "time_s,hr\n" + Self.lines { index, _ in "\(5 * index),\(70 + index % 7)" })
    #expect(rates.notes.isEmpty && rates.steps.allSatisfy { $0 == 5 })
  }

  @Test func `a clock that begins again is a break`() throws {
    let first = Self.lines(500) { "\(0.02 * Double($0)),\($1)" }
    let signal = try read("time_s,ppg\n" + first + "time_s,ppg\n" + first)
    #expect(signal.samples.count == 1000 && signal.steps.allSatisfy { $0 > 0 })
    #expect(signal.steps.count { $0 > 2 } == 1 && abs(signal.samples[500].time - 20) < 1e-6)
    #expect(signal.notes == ["its clock begins again once: what follows is read after a pause"])
  }

  @Test func `what is not known is asked`() {
    let rising = Self.lines { "\(0.02 * Double($0)),\($1),\(2 * $1)" }
    #expect(refusal(rising).contains("no column is known to be a pulse signal"))
    #expect(refusal("time_s,acc_x\n" + rising).contains("no column is known to be a pulse signal"))
    let packets = "time,ppg\n" + Self.lines { "\($0 / 50),\($1)" }
    #expect(refusal(packets, rate: 25).contains("its times say that it has 50.0 samples"))
    #expect(
      refusal("time,ppg\n" + Self.lines { "\(($0 / 90 + $0 / 130)),\($1)" }).contains(
        "share a time"))
    #expect(refusal("time,ppg\n" + Self.lines { "1.62021E+09,\($1)" }).contains("share a time"))
    #expect(refusal("time,green\n" + Self.lines { "\($0),\($1)" }).contains("samples per second"))
    #expect(refusal("10:00:00.0 -> 5\n").contains("its first line is '10:00:00.0 -> 5'"))
  }

  @Test func `a sensor at the end of its range says so, and a flat one has no pulse`() throws {
    let clipped = try read("time_s,ppg\n" + Self.lines { "\(0.02 * Double($0)),\(min($1, 540))" })
    #expect(clipped.notes.first?.contains("at the end of the sensor's range") == true)
    let flat = try RecordingInput(
      folder.write(
        "time_s,ppg\n" + Self.lines { index, _ in "\(0.02 * Double(index)),113000" }, to: "flat.csv"
      )
    ).measure()
    #expect(flat.readings.allSatisfy { $0.reason == .noPulse })
  }

  @Test func `breathing in a sensor's signal is no lamp`() throws {
    let text = Self.lines { index, _ in
      let time = 0.02 * Double(index)
      return
        "\(time),\(113_000 + 3000 * sin(2 * .pi * 0.25 * time) + 900 * sin(2 * .pi * 0.5 * time + 1))"
    }
    let warnings = try RecordingInput(folder.write("time_s,ppg\n" + text, to: "breath.csv"))
      .measure().warnings
    #expect(!warnings.contains { $0.contains("flickers") }, "\(warnings)")
  }

  @Test func `a start still to come is none`() throws {
    let text = "timestamp,ppg\n" + Self.lines { "\(3_829_197_600 + 0.02 * Double($0)),\($1)" }
    let recording = try RecordingInput(folder.write(text, to: "ntp.csv")).measure()
    #expect(recording.began.source == .modified)
    #expect(
      recording.warnings.contains("it says that it began on a day still to come, which is not used")
    )
  }

  @Test func `names of pictures say seconds and dates with fractions`() {
    func nanoseconds(_ name: String) -> Int? { PictureSequence.nanoseconds(of: name) }
    #expect(nanoseconds("a/1620208800.033333.png") == 1_620_208_800_033_333_000)
    #expect(nanoseconds("a/0.033.png") == 33_000_000 && PictureSequence.date(33_000_000) == nil)
    let dated = nanoseconds("cam 2021-05-05_10-00-01-033333.png").map { $0 % 1_000_000_000 }
    #expect(dated == 33_333_000)
    // Versions, takes and bursts.
    for name in ["v1.0001.png", "shot.0001.png", "IMG_20210505_100000_001.jpg", "1.5.png"] {
      #expect(nanoseconds(name) == nil, "\(name)")
    }
  }
}
