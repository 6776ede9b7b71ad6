import FoundationEssentials
public import Photoplethysmography
public import SampleStore

/// Writes measured heart rate into a health store: each reading is one sample over its interval.
///
/// What is told of the recording as a whole becomes a sample of its own each: SDNN over the beats that
/// it is from, respiratory rate and perfusion index over the recording. A live session also has one of its
/// average, from its first reading with a rate to its last.
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
    /// Marks the sample of a live session's average, beside those of its intervals.
    public static let isSessionAverage = "HeartcamSessionAverage"
    /// The camera's own name, where it is plugged in, and what was set for the measurement.
    public static let camera = "HeartcamCamera"
    public static let cameraPath = "HeartcamCameraPath"
    public static let cameraSettings = "HeartcamCameraSettings"
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
  /// - Parameters:
  ///   - again: Save even where the store holds samples of the same content.
  ///   - session: Of a live session: its average is saved too, and these details with every sample.
  public func save(
    _ recording: MeasuredRecording, again: Bool = false, session: LiveSessionDetails? = nil
  ) throws(StoreError) -> Outcome {
    var collector = recording.collector
    guard let average = collector.rate else { return .nothing }
    let identity = MetadataValue.string(recording.contentIdentity)
    if !again,
      try store.containsSample(withMetadata: Key.contentIdentity, equalTo: identity)
    {
      return .alreadyThere
    }
    let details = session?.metadata ?? [:]
    let samples = recording.readings.compactMap { sample(of: $0, in: recording, details) }
    let whole = wholeSamples(of: recording, details)
    let mean = session == nil ? nil : sample(ofAverage: collector, in: recording, details)
    try store.save(samples + whole + (mean.map { [$0] } ?? []))
    collector.removeAll()
    return .logged(readingCount: samples.count, average: average)
  }

  private func sample(
    of reading: HeartRateReading, in recording: MeasuredRecording,
    _ details: [String: MetadataValue]
  ) -> QuantitySample? {
    guard let rate = reading.rate else { return nil }
    var metadata = details
    metadata[Key.quality] = .number(reading.quality)
    metadata[Key.low] = .number(rate.low)
    metadata[Key.high] = .number(rate.high)
    if let channel = reading.channel { metadata[Key.channel] = .string(channel.rawValue) }
    return sample(
      .heartRate, Quantity(rate.beatsPerMinute, .countPerMinute), from: reading.start,
      to: reading.end, of: recording, metadata)
  }

  /// The session's one number, as an app logs it that averages between start and end.
  private func sample(
    ofAverage collector: AveragingCollector, in recording: MeasuredRecording,
    _ details: [String: MetadataValue]
  ) -> QuantitySample? {
    guard let rate = collector.rate, let start = collector.start, let end = collector.end else {
      return nil
    }
    var metadata = details
    metadata[Key.isSessionAverage] = .bool(true)
    metadata[Key.quality] = collector.quality.map(MetadataValue.number)
    metadata[Key.low] = .number(rate.low)
    metadata[Key.high] = .number(rate.high)
    return sample(
      .heartRate, Quantity(rate.beatsPerMinute, .countPerMinute), from: start, to: end,
      of: recording, metadata)
  }

  /// What the recording tells as a whole.
  private func wholeSamples(
    of recording: MeasuredRecording, _ details: [String: MetadataValue]
  ) -> [QuantitySample] {
    let (start, end) = (recording.firstTime, recording.firstTime + recording.duration)
    var samples: [QuantitySample?] = []
    let variability = recording.variability
    if let sdnn = variability.sdnn, let first = variability.start {
      samples.append(
        sample(
          .heartRateVariabilitySDNN, Quantity(sdnn, .millisecond), from: first,
          to: first + variability.duration, of: recording,
          details.merging([Key.intervals: .number(Double(variability.intervalCount))]) { $1 }))
    }
    if let rate = recording.respiratoryRate {
      samples.append(
        sample(
          .respiratoryRate, Quantity(rate.breathsPerMinute, .countPerMinute), from: start, to: end,
          of: recording,
          details.merging([Key.low: .number(rate.low), Key.high: .number(rate.high)]) { $1 }))
    }
    if let index = recording.perfusionIndex {
      // The store's per cent is a share of one.
      samples.append(
        sample(
          .peripheralPerfusionIndex, Quantity(index / 100, .percent), from: start, to: end,
          of: recording,
          details.merging(recording.channel.map { [Key.channel: .string($0.rawValue)] } ?? [:]) {
            $1
          }))
    }
    return samples.compactMap(\.self)
  }

  private func sample(
    _ type: QuantityType, _ quantity: Quantity, from start: Double, to end: Double,
    of recording: MeasuredRecording, _ metadata: [String: MetadataValue]
  ) -> QuantitySample? {
    var cameraName: String?
    if case .string(let name) = metadata[Key.camera] { cameraName = name }
    let origin: [String: MetadataValue] = [
      Key.contentIdentity: .string(recording.contentIdentity),
      Key.recording: .string(recording.input.fileName),
    ]
    // Values are finite and an interval ends after it starts, so nothing is refused here.
    return try? QuantitySample(
      type: type, quantity: quantity, start: recording.date(of: start),
      end: recording.date(of: end), source: source,
      device: Device(name: cameraName ?? "Camera", model: recording.kind),
      metadata: metadata.merging(origin) { $1 })
  }
}
