import FoundationEssentials
public import Photoplethysmography
public import SampleStore

/// Writes measured heart rate into a health store: each reading is one sample over its interval.
public struct HeartRateLog: Sendable {
  /// What became of a recording.
  public enum Outcome: Sendable, Equatable {
    /// So many samples were saved; this is what they say together.
    case logged(sampleCount: Int, average: HeartRateReading.Rate)

    /// The store holds the recording's samples from an earlier time; nothing was saved.
    case alreadyThere

    /// No reading had a rate, so there was nothing to save.
    case nothing
  }

  /// Metadata keys of the samples.
  public enum Key {
    /// What tells the recording's content from others.
    public static let contentIdentity = "HeartcamContentIdentity"
    /// The recording's file name, without its folder.
    public static let recording = "HeartcamRecording"
    public static let channel = "HeartcamChannel"
    public static let quality = "HeartcamQuality"
    /// The 95 % interval, in beats a minute.
    public static let low = "HeartcamLow"
    public static let high = "HeartcamHigh"
  }

  public let store: HealthStore
  public let source: Source

  public init(store: HealthStore, version: String) {
    self.store = store
    source = Source(name: "Heartcam", bundleIdentifier: "heartcam", version: version)
  }

  /// Saves the readings that have a rate, all or none of them.
  /// - Parameter again: Save even where the store holds samples of the same content.
  public func save(
    _ recording: MeasuredRecording, again: Bool = false
  ) throws(StoreError) -> Outcome {
    var collector = recording.collector
    guard let average = collector.rate else { return .nothing }
    let identity = MetadataValue.string(recording.contentIdentity)
    if !again,
      try store.containsSample(withMetadata: Key.contentIdentity, equalTo: identity)
    {
      return .alreadyThere
    }
    let samples = recording.readings.compactMap { sample(of: $0, in: recording) }
    try store.save(samples)
    collector.removeAll()
    return .logged(sampleCount: samples.count, average: average)
  }

  private func sample(
    of reading: HeartRateReading, in recording: MeasuredRecording
  ) -> QuantitySample? {
    guard let rate = reading.rate else { return nil }
    var metadata: [String: MetadataValue] = [
      Key.contentIdentity: .string(recording.contentIdentity),
      Key.recording: .string(recording.input.fileName),
      Key.quality: .number(reading.quality),
      Key.low: .number(rate.low),
      Key.high: .number(rate.high),
    ]
    if let channel = reading.channel { metadata[Key.channel] = .string(channel.rawValue) }
    // A rate is finite and an interval ends after it starts, so nothing is refused here.
    return try? QuantitySample(
      type: .heartRate, quantity: Quantity(rate.beatsPerMinute, .countPerMinute),
      start: recording.date(of: reading.start), end: recording.date(of: reading.end),
      source: source, device: Device(name: "Camera", model: recording.kind), metadata: metadata)
  }
}
