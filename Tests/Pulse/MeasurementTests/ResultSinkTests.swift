import FFmpegSource
import FoundationEssentials
import Glibc
import Photoplethysmography
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// Many recordings measured into a sink, and results that are stored without loss.
struct ResultSinkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Keeps all that it is given, and wants no more than a number of inputs.
  private struct Collector: ResultSink {
    var results: [RecordingResult] = []
    var errors: [(input: String, error: MeasurementError)] = []
    var order: [String] = []
    var frameCounts: [String: Int] = [:]
    var limit = Int.max

    /// Frames after which a recording is ended.
    var frameLimit = Int.max

    var takesMore: Bool { order.count < limit }

    mutating func take(_ result: RecordingResult) {
      results.append(result)
      order.append(result.input.name)
    }

    mutating func take(_ error: MeasurementError, of input: RecordingInput) {
      errors.append((input.name, error))
      order.append(input.name)
    }

    mutating func progress(_ share: Double?, of input: RecordingInput) -> Bool {
      frameCounts[input.name, default: 0] += 1
      return frameCounts[input.name, default: 0] < frameLimit
    }
  }

  /// A pulse of a height; none at 0.
  private func signal(_ name: String, pulse: Double = 2, seconds: Double = 90) throws
    -> RecordingInput
  {
    let samples = (0..<Int(seconds * 30)).map { index in
      let time = 3 + Double(index) / 30
      // Breathing sways the rate, so that everything that a result can hold is there.
      let phase = 2 * .pi * (1.2 * time + 0.05 * sin(2 * .pi * 0.25 * time))
      let beat = sin(phase) + 0.4 * sin(2 * phase)
      return ColorSample(
        time: time, red: 200, green: 60 - pulse * beat, blue: 40, spread: 0.1, clippedShare: 0,
        blackShare: 0)
    }
    return RecordingInput(try folder.write(ColorSignalText.text(of: samples), to: name))
  }

  @Test func `results and errors arrive one by one, in the inputs' order`() throws {
    let inputs = [
      try signal("a.csv"), RecordingInput(folder.file("missing.mp4")),
      try signal("b.csv", pulse: 0),
    ]
    var sink = Collector()
    inputs.measure(into: &sink)
    #expect(sink.order == inputs.map(\.name))
    #expect(sink.results.map(\.frameCount) == [2700, 2700] && sink.errors.count == 1)
    #expect(sink.results == [try inputs[0].measure(), try inputs[2].measure()])
    #expect(sink.frameCounts[inputs[0].name] == 2700)
    var short = Collector(limit: 2, frameLimit: 600)
    inputs.measure(into: &short)
    #expect(short.order == inputs.prefix(2).map(\.name))
    #expect(short.results.first?.isPartial == true && short.results.first?.frameCount == 600)
  }

  @Test func `a result that was encoded and decoded is the same to the bit`() throws {
    var options = MeasurementOptions()
    options.keepsSignal = true
    var sink = Collector()
    [try signal("a.csv"), try signal("b.csv", pulse: 0), try signal("c.csv", seconds: 3)]
      .measure(options, into: &sink)
    #expect(sink.results.count == 3)
    #expect(sink.results[0].variability.rmssd != nil && sink.results[0].signal.count == 2700)
    #expect(sink.results[0].readings.contains { !$0.beats.isEmpty && !$0.pulse.isEmpty })
    #expect(sink.results.map { $0.reason == nil } == [true, false, false])
    for result in sink.results {
      let data = try JSONEncoder().encode(result)
      let decoded = try JSONDecoder().decode(RecordingResult.self, from: data)
      #expect(decoded == result)
      #expect(try JSONEncoder().encode(decoded).count == data.count)
      #expect(decoded.jsonLine == result.jsonLine)
      // `==` takes -0 for 0.
      for (a, b) in zip(decoded.readings, result.readings) {
        #expect(a.pulse.map(\.bitPattern) == b.pulse.map(\.bitPattern))
        #expect(a.quality.bitPattern == b.quality.bitPattern)
      }
    }
  }

  @Test func `frames that the decoder completed are measured, and the warning says so`() {
    var damage = VideoDamage()
    #expect(damage.warnings.isEmpty)
    damage.damagedFrames = 9
    #expect(
      damage.warnings
        == ["9 frames are damaged; they were measured as the decoder completed them"])
    damage.damagedFrames = 1
    damage.damagedPackets = 2
    damage.mendedTimestamps = 1
    damage.endedEarly = true
    #expect(
      damage.warnings == [
        "the file ends early; what is there was measured",
        "2 packets are damaged and gave no frame",
        "1 frame is damaged; it was measured as the decoder completed it",
        "1 frame had no usable time; it was filled in",
      ])
  }
}
