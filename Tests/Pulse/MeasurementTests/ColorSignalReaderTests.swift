import Foundation
import Photoplethysmography
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

struct ColorSignalReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String) throws -> (samples: [ColorSample], skipped: Int) {
    var reader = try ColorSignalReader(RecordingInput(folder.write(text, to: "signal.csv")))
    var samples: [ColorSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, reader.skippedLineCount)
  }

  @Test func `what was written is read back to the last bit`() throws {
    let samples = (0..<500).map { index in
      let x = Double(index) / 3
      return ColorSample(
        time: x / 10, red: 200 + x / 7, green: 60 + 1e-13 * x, blue: 40 - x / 1e9,
        spread: index.isMultiple(of: 2) ? x / 1000 : nil, clippedShare: 1 / (x + 1),
        blackShare: nil)
    }
    let text = ColorSignalText.text(of: samples)
    let result = try read(text)
    #expect(result.samples == samples)
    #expect(result.skipped == 0)
  }

  @Test func `times that hardly differ, and a gap in each rise, end no reader and no search`()
    throws
  {
    let close = (0..<60).map { "\(Double($0) * 1e-24),\(500 + 10 * ($0 % 7))\n" }.joined()
    #expect(try read("time,ppg\n" + close).samples.isEmpty == false)
    // Every rise has a frame that is missing, so that no upstroke is left.
    let gaps = (0..<600).compactMap { index -> String? in
      index % 30 == 3 ? nil : "\(Double(index) / 30),\(index % 30 < 6 ? 100 : 40 + index % 30)\n"
    }
    let signal = try read("time,ppg\n" + gaps.joined()).samples
    #expect(!HeartRateMonitor.readings(of: signal).isEmpty)
  }

  @Test func `columns may stand in any order among others`() throws {
    let result = try read("note,blue,time_s,green,red\nx,3,0.5,2,1\n,6,1.5,5,4\n")
    #expect(result.samples.map(\.time) == [0.5, 1.5])
    #expect(result.samples.map(\.red) == [1, 4])
    #expect(result.samples.map(\.green) == [2, 5])
    #expect(result.samples.map(\.blue) == [3, 6])
    #expect(result.samples.allSatisfy { $0.spread == nil })
  }

  @Test(arguments: [
    "time_s,red,green,blue\r\n0,1,2,3\r\n1,4,5,6\r\n",
    "\u{FEFF}time_s,red,green,blue\n0,1,2,3\n1,4,5,6",
    "\"time_s\", \"red\" ,green,\tblue\n 0 ,1,2,3\n\n\n1,\"4\",5,6\n   \n",
    "time_s,red,green,blue\n0e0,+1,2.0,3\n1,0.4e1,5,6\n",
  ])
  func `spreadsheets' habits are understood`(text: String) throws {
    let result = try read(text)
    #expect(result.samples.map(\.time) == [0, 1])
    #expect(result.samples.map(\.red) == [1, 4])
    #expect(result.samples.map(\.blue) == [3, 6])
    #expect(result.skipped == 0)
  }

  @Test(arguments: [
    "1,2,3", "1,2,3,", "a,1,2,3", "nan,1,2,3", "1,inf,2,3", "1,-infinity,2,3", ",,,", "1;2;3;4",
    "1,2,3,0x", "\u{0}\u{0}", "1e999,1,2,3", "𝟙,1,2,3",
  ])
  func `a line without four finite numbers is skipped and counted`(line: String) throws {
    let result = try read("time_s,red,green,blue\n0,1,2,3\n\(line)\n2,4,5,6\n")
    #expect(result.samples.map(\.time) == [0, 2])
    #expect(result.skipped == 1)
  }

  @Test(arguments: [
    (
      "time_s,a,x\n0,1,2\n1,2,3\n",
      "no column is known to be a pulse signal; name it ppg in a line of headings; its first line is 'time_s,a,x'"
    ),
    (
      "red,green,blue\n1,2,3\n",
      "it has no column of times, so the number of samples per second must be given; its first line is "
        + "'red,green,blue'"
    ), ("red,green\n", "no line of it holds numbers; its first line is 'red,green'"),
    ("", "it is empty"),
    // Numbers of lines are no times.
    (
      "frame,ppg\n0,1\n1,2\n2,3\n3,4\n",
      "it has no column of times, so the number of samples per second must be given; its first line is 'frame,ppg'"
    ),
  ])
  func `a header that lacks a column is refused by name`(text: String, reason: String) throws {
    let file = try folder.write(text, to: "signal.csv")
    let error = #expect(throws: MeasurementError.self) {
      _ = try ColorSignalReader(RecordingInput(file))
    }
    #expect(error?.description == "cannot measure \(file): \(reason)")
  }

  /// Signals as people keep them, each with the rate given if it has no times.
  static let foreign: [(text: String, rate: Double?, step: Double)] = {
    func lines(_ line: (Int, Double) -> String) -> String {
      (0..<400).map { line($0, 500 + 60 * sin(Double($0) / 8)) + "\n" }.joined()
    }
    return [
      (lines { "\(Int($1))" }, 50, 0.02), ("ppg\n" + lines { "\($1)" }, 50, 0.02),
      ("timer,hr\n" + lines { "\(Double($0) * 20),\($1)" }, nil, 0.02),
      ("time;pleth\r\n" + lines { "\(20 * $0);\("\($1)".replacing(".", with: ","))\r" }, nil, 0.02),
      ("time_us\tIR\tRed\n" + lines { "\(20_000 * $0)\t\($1)\t\($1)" }, nil, 0.02),
      (
        "# made by x\n\ntime [s],bvp,note\n" + lines { "\(0.02 * Double($0)),\($1 - 500),x" }, nil,
        0.02
      ),
      (
        "t,r,g,b\n" + lines { "\(0.02 * Double($0)),\($1 / 1000),\($1 / 2000),\($1 / 4000)" }, nil,
        0.02
      ),
      (
        "timestamp,value\n" + lines { "\(1_791_178_272_000 + 20 * $0),\($1)" }, nil, 0.02
      ),
      (
        "datetime,ppg\n"
          + lines {
            "2026-10-05 07:31:0\($0 / 50).\(String(1000 + $0 % 50 * 20).dropFirst()),\($1)"
          },
        nil, 0.02
      ),
      // Comments behind the headings, units below them, times of day past midnight, apostrophes, numbers of lines.
      ("# a\n\u{FEFF}Time_s;PPG\n# b\n" + lines { "\(0.02 * Double($0));\($1)" }, nil, 0.02),
      (
        "\"sep=\\t\"\nX_Timestamp_CAL\tX_PPG_CAL\tX_GSR\nms\tmV\tkOhm\n"
          + lines { "\(20 * $0)\t\($1)\t7" }, nil, 0.02
      ),
      (
        "Time,SpO2,Pleth\n"
          + lines {
            let hundredths = (8_639_900 + 2 * $0) % 8_640_000
            let digits = [
              hundredths / 360_000, hundredths / 6000 % 60, hundredths / 100 % 60, hundredths % 100,
            ]
            let text = digits.map { String(100 + $0).dropFirst() }
            return "\(text[0]):\(text[1]):\(text[2]).\(text[3]),97,\($1)"
          }, nil, 0.02
      ),
      (
        "'Elapsed time','PLETH'\n'hh:mm:ss.mmm','NU'\n"
          + lines { "'0:00:0\($0 / 50).\(String(1000 + $0 % 50 * 20).dropFirst())',\($1)" }, nil,
        0.02
      ),
      ("Index,PulseWave\n" + lines { "\($0),\($1)" }, 50, 0.02),
      // The lines before the samples say how many there were in a second.
      ("1791178272.000000\n50.000000\n" + lines { "\($1)" }, nil, 0.02),
      (
        "# OpenSignals Text File Format\n# {\"x\": {\"sensor\": [\"BVP\"], \"column\": [\"nSeq\", \"A1\"], \"sampling rate\": 50, \"label\": [\"A1\"]}}\n"
          + "# EndOfHeader\n" + lines { "\($0 % 16)\t\($1)\t" }, nil, 0.02
      ),
      ("time_ms,ppg\n" + lines { "\($0),\($1)" }, nil, 0.012),
    ]
  }()

  @Test(arguments: foreign)
  func `a signal of another program is read`(text: String, rate: Double?, step: Double) throws {
    var reader = try ColorSignalReader(
      RecordingInput(folder.write(text, to: "signal.csv")), rate: rate)
    var samples: [ColorSample] = []
    while let sample = try reader.next() { samples.append(sample) }
    #expect(reader.skippedLineCount == 0 && samples.count >= 33, "\(samples.count)")
    let steps = zip(samples, samples.dropFirst()).map { $1.time - $0.time }
    #expect(steps.dropLast().allSatisfy { abs($0 - step) < 1e-5 }, "\(steps.prefix(5))")
    // Neither dark nor clipped.
    #expect(
      samples.allSatisfy { sample in
        [sample.red, sample.green].contains { (60...200).contains($0) }
          || text.hasPrefix("t,r,g,b")
      })
    if rate != nil { #expect(throws: MeasurementError.self) { try read(text) } }
  }

  @Test(arguments: [
    // Since the machine started, in nano-, micro- and milliseconds, and since 2000, in nanoseconds.
    (45_147_364_669_817, 1_000_000_000), (7_200_000_000, 1_000_000), (1_728_000_000, 1000),
    (850_000_000_000_000_000, 1_000_000_000),
  ])
  func `a clock that counts from no date that a recording has gives none`(first: Int, unit: Int)
    throws
  {
    let lines = (0..<400).map { "\(first + $0 * unit / 50),\(500 + $0 % 40)\n" }
    var reader = try ColorSignalReader(
      RecordingInput(folder.write("timestamp,ppg\n" + lines.joined(), to: "signal.csv")))
    #expect(reader.start == nil)
    let times = [try reader.next(), try reader.next()].map { $0?.time ?? -1 }
    #expect(abs(times[0]) < 1e-6 && abs(times[1] - 0.02) < 1e-6, "\(times)")
  }

  @Test func `of two columns of times the finer one is read`() throws {
    let lines = (0..<400).map { index in
      "2026-10-05T07:31:\(10 + index / 100).000,\(7_000_000_000 + index * 20_000_000),\(500 + index % 40)\n"
    }
    let samples = try read("Phone timestamp,sensor timestamp [ns],ppg\n" + lines.joined()).samples
    #expect(samples.count == 400 && abs(samples[1].time - samples[0].time - 0.02) < 1e-6)
  }

  @Test func `a rate that the file itself contradicts is refused, and UTF-16 is named`() throws {
    let text = "1791178272.0\n64.0\n" + (0..<100).map { "\($0 % 7)\n" }.joined()
    let file = try folder.write(text, to: "BVP.csv")
    #expect(throws: MeasurementError.self) {
      _ = try ColorSignalReader(RecordingInput(file), rate: 50)
    }
    var reader = try ColorSignalReader(RecordingInput(file), rate: 64)
    #expect(try reader.next()?.time == 0)
    let wide = Data([0xFF, 0xFE] + Array("ppg\n1\n2\n".utf16).flatMap { [UInt8($0 & 0xFF), 0] })
    try wide.write(to: URL(fileURLWithPath: folder.file("wide.csv")))
    let error = #expect(throws: MeasurementError.self) {
      _ = try ColorSignalReader(RecordingInput(folder.file("wide.csv")), rate: 64)
    }
    #expect(error?.description.contains("UTF-16") == true)
  }

  @Test func `one or two colors are enough, in columns of their own or empty ones`() throws {
    for text in ["time_s,green\n0,2\n1,5\n", "time_s,red,green,blue\n0,,2,\n1,,5,\n"] {
      let result = try read(text)
      #expect(result.samples.map(\.green) == [2, 5])
      #expect(result.samples.allSatisfy { $0.red.isNaN && $0.blue.isNaN })
      #expect(result.skipped == 0)
      // What was not measured is written as nothing and read back so.
      let again = try read(ColorSignalText.text(of: result.samples))
      #expect(again.samples.map(\.green) == [2, 5])
      #expect(again.samples.allSatisfy { $0.red.isNaN && $0.blue.isNaN })
    }
    let gray = try read("time_s,gray\n0,7\n1,8\n").samples
    #expect(
      gray.map(\.red) == [7, 8] && gray.map(\.green) == [7, 8] && gray.map(\.blue) == [7, 8])
    // A line that lacks a color which the others have was cut off.
    #expect(try read("time_s,red,green\n0,1,2\n1,4\n2,5,6\n").skipped == 1)
  }

  @Test func `key frames are written where some frames are none, and read back`() throws {
    let samples = (0..<6).map {
      ColorSample(time: Double($0), red: 1, green: 2, blue: 3, isKeyFrame: $0 % 3 == 0)
    }
    #expect(try read(ColorSignalText.text(of: samples)).samples == samples)
    let all = samples.map {
      ColorSample(time: $0.time, red: 1, green: 2, blue: 3, isKeyFrame: true)
    }
    #expect(!ColorSignalText.text(of: all).contains("key_frame"))
  }

  @Test func `the pattern of the light is written where it is known, and read back`() throws {
    let samples = (0..<6).map { index in
      let x = Double(index) / 1e6
      return ColorSample(
        time: Double(index), red: 1, green: 2, blue: 3,
        pattern: index == 2
          ? nil
          : LightPattern(tiltX: 0.1 + x, tiltY: -x, twist: 1.999999, bowX: 0, bowY: -0.000003))
    }
    let text = ColorSignalText.text(of: samples)
    #expect(text.hasPrefix("time_s,red,green,blue,spread,clipped_share,black_share,tilt_x,tilt_y,"))
    #expect(try read(text).samples == samples)
    // A line that lacks one of the five numbers has no pattern.
    let part = try read("time_s,red,tilt_x,tilt_y,twist,bow_x,bow_y\n0,1,1,2,3,4,5\n1,1,1,2,,4,5\n")
    #expect(part.samples.map { $0.pattern != nil } == [true, false])
  }

  @Test func `a line without end is refused rather than held in memory`() throws {
    let line = String(repeating: "7", count: 3 << 20)
    let error = #expect(throws: MeasurementError.self) {
      _ = try read("time_s,red,green,blue\n" + line)
    }
    #expect(error?.reason == "a line is longer than 1048576 bytes")
  }

  @Test func `lines are whole wherever the reads divide the file`() throws {
    // Lines of 13 bytes, so that reads of 65536 bytes end at every place of a line.
    let lines = (0..<60_000).map { "\(100_000 + $0),1,2,3\n" }
    let result = try read("time_s,red,green,blue\n" + lines.joined())
    #expect(result.samples.map(\.time) == (100_000..<160_000).map(Double.init))
  }

  @Test func `content tells signals apart, wherever they lie`() throws {
    func identity(_ text: String, _ name: String) throws -> String {
      var reader = try ColorSignalReader(RecordingInput(folder.write(text, to: name)))
      while try reader.next() != nil {}
      return reader.contentIdentity
    }
    let text = "time_s,red,green,blue\n0,1,2,3\n"
    #expect(try identity(text, "a.csv") == identity(text, "b.csv"))
    #expect(try identity(text, "a.csv") != identity(text + "1,1,2,3\n", "c.csv"))
  }
}
