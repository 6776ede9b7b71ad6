import FoundationEssentials
import Glibc
import Measurement
import Photoplethysmography
import SampleStore
import TestSupport
import Testing

struct HeartRateLogTests {
  let folder: TemporaryFolder
  let log: HeartRateLog

  init() throws {
    folder = try TemporaryFolder()
    let store = try HealthStore(location: StoreLocation(path: folder.file("health.db")))
    log = HeartRateLog(store: store, version: "1.2.3")
  }

  /// Half a minute of a pulse of 72 beats per minute, of another content for each height.
  private func recording(pulse: Double = 2) throws -> RecordingResult {
    let lines = (0..<900).map { index in
      let time = Double(index) / 30
      let beat = pulse * beat(at: 1.2 * time)
      return "\(time + 3),\(200 - beat),\(60 - beat),\(40 - 0.3 * beat)\n"
    }
    let path = try folder.write("time_s,red,green,blue\n" + lines.joined(), to: "signal.csv")
    let changed = Date(timeIntervalSince1970: 1_700_000_030)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    return try RecordingInput(path).measure()
  }

  @Test func `each reading becomes a sample over its interval, with what is known of it`() throws {
    let recording = try recording()
    guard case .logged(let count, let average) = try log.save(recording) else {
      Issue.record("nothing was logged")
      return
    }
    #expect(count == 3)
    let channel = try #require(recording.readings.first?.channel).rawValue
    #expect(average == recording.collector.rate)
    let samples = try log.store.samples(matching: SampleQuery(types: [.heartRate]))
    #expect(samples.map(\.type) == [.heartRate, .heartRate, .heartRate])
    #expect(samples.map(\.quantity.unit) == Array(repeating: .countPerMinute, count: 3))
    #expect(
      samples.map(\.quantity.value) == recording.readings.compactMap(\.rate?.beatsPerMinute))
    for (index, sample) in samples.enumerated() {
      let start = 1_700_000_000 + 10 * Double(index)
      #expect(abs(sample.start.timeIntervalSince1970 - start) < 0.05)
      #expect(abs(sample.end.timeIntervalSince1970 - start - 10) < 0.05)
      #expect(sample.source.version == "1.2.3")
      #expect(sample.device?.model == "color signal")
      #expect(
        sample.metadata[HeartRateLog.Key.contentIdentity] == .string(recording.contentIdentity))
      #expect(sample.metadata[HeartRateLog.Key.channel] == .string(channel))
      #expect(
        sample.metadata[HeartRateLog.Key.low]
          == recording.readings[index].rate.map { .number($0.low) })
    }
  }

  @Test func `what the recording tells as a whole is a sample over all of it`() throws {
    let recording = try recording()
    _ = try log.save(recording)
    let samples = try log.store.samples(
      matching: SampleQuery(types: [.peripheralPerfusionIndex]))
    let sample = try #require(samples.first)
    let channel = try #require(recording.readings.first?.channel).rawValue
    // A wave of 4 levels, peak to trough, on 60.
    #expect(samples.count == 1 && abs(sample.quantity.value - 4.0 / 60) < 0.003)
    #expect(sample.quantity.unit == .percent)
    #expect(abs(sample.start.timeIntervalSince(recording.start)) < 0.001)
    #expect(abs(sample.end.timeIntervalSince(recording.start) - 30) < 0.05)
    #expect(
      sample.metadata[HeartRateLog.Key.contentIdentity] == .string(recording.contentIdentity))
    #expect(sample.metadata[HeartRateLog.Key.channel] == .string(channel))
    // Half a minute is too short for the others.
    #expect(
      try log.store.count(
        matching: SampleQuery(types: [.heartRateVariabilitySDNN, .respiratoryRate]))
        == 0)
  }

  @Test func `the same content is saved once, or once more when asked`() throws {
    let recording = try recording()
    _ = try log.save(recording)
    #expect(try log.save(recording) == .alreadyThere)
    #expect(try log.store.count(matching: SampleQuery(types: [.heartRate])) == 3)
    _ = try log.save(recording, again: true)
    #expect(try log.store.count(matching: SampleQuery(types: [.heartRate])) == 6)
    _ = try log.save(self.recording(pulse: 3))
    #expect(try log.store.count(matching: SampleQuery(types: [.heartRate])) == 9)
  }

  @Test func `a recording without a rate saves nothing`() throws {
    #expect(try log.save(recording(pulse: 0)) == .nothing)
    #expect(try log.store.count(matching: SampleQuery()) == 0)
  }
}

/// A wave between -1 and 1 that rises faster than it falls, as blood does.
/// - Parameter beats: The beats so far, with fractions.
func beat(at beats: Double) -> Double {
  (sin(2 * .pi * beats) + 0.5 * sin(4 * .pi * beats)) / 1.299
}
