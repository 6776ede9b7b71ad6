import FoundationEssentials
public import Photoplethysmography
public import SampleStore

/// Writes measured heart rate into a health store: each reading is one sample over its interval.
///
/// What is told of the recording as a whole becomes a sample of its own each: SDNN over the beats that
/// it is from, respiratory rate and perfusion index over the recording.
public struct HeartRateLog: Sendable {
  /// What became of a recording.
  public enum Outcome: Sendable, Equatable {
    /// The samples of so many readings were saved; this is what they say together.
    case logged(readingCount: Int, average: HeartRateReading.Rate)

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
    /// How many normal intervals a variability is from.
    public static let intervals = "HeartcamNormalIntervals"
    /// The 95 % interval, in beats or breaths a minute.
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
    try store.save(samples + wholeSamples(of: recording))
    collector.removeAll()
    return .logged(readingCount: samples.count, average: average)
  }

  private func sample(
    of reading: HeartRateReading, in recording: MeasuredRecording
  ) -> QuantitySample? {
    guard let rate = reading.rate else { return nil }
    var metadata: [String: MetadataValue] = [
      Key.quality: .number(reading.quality),
      Key.low: .number(rate.low),
      Key.high: .number(rate.high),
    ]
    if let channel = reading.channel { metadata[Key.channel] = .string(channel.rawValue) }
    return sample(
      .heartRate, Quantity(rate.beatsPerMinute, .countPerMinute), from: reading.start,
      to: reading.end, of: recording, metadata)
  }

  /// What the recording tells as a whole.
  private func wholeSamples(of recording: MeasuredRecording) -> [QuantitySample] {
    let (start, end) = (recording.firstTime, recording.firstTime + recording.duration)
    var samples: [QuantitySample?] = []
    let variability = recording.variability
    if let sdnn = variability.sdnn, let first = variability.start {
      samples.append(
        sample(
          .heartRateVariabilitySDNN, Quantity(sdnn, .millisecond), from: first,
          to: first + variability.duration, of: recording,
          [Key.intervals: .number(Double(variability.intervalCount))]))
    }
    if let rate = recording.respiratoryRate {
      samples.append(
        sample(
          .respiratoryRate, Quantity(rate.breathsPerMinute, .countPerMinute), from: start, to: end,
          of: recording, [Key.low: .number(rate.low), Key.high: .number(rate.high)]))
    }
    if let index = recording.perfusionIndex {
      // The store's per cent is a share of one.
      samples.append(
        sample(
          .peripheralPerfusionIndex, Quantity(index / 100, .percent), from: start, to: end,
          of: recording, recording.channel.map { [Key.channel: .string($0.rawValue)] } ?? [:]))
    }
    return samples.compactMap(\.self)
  }

  private func sample(
    _ type: QuantityType, _ quantity: Quantity, from start: Double, to end: Double,
    of recording: MeasuredRecording, _ metadata: [String: MetadataValue]
  ) -> QuantitySample? {
    let origin: [String: MetadataValue] = [
      Key.contentIdentity: .string(recording.contentIdentity),
      Key.recording: .string(recording.input.fileName),
    ]
    // Values are finite and an interval ends after it starts, so nothing is refused here.
    return try? QuantitySample(
      type: type, quantity: quantity, start: recording.date(of: start),
      end: recording.date(of: end), source: source,
      device: Device(name: "Camera", model: recording.kind),
      metadata: metadata.merging(origin) { $1 })
  }
}
