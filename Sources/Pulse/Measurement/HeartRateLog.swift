import FoundationEssentials
public import Photoplethysmography
public import SampleStore

/// Saves results in a health store: each reading becomes one sample over its interval.
///
/// SDNN becomes a sample over the beats that it is from; respiratory rate and perfusion index
/// become samples over the result. A live session also gets a sample of its average, from its first
/// reading with a rate to its last.
public struct HeartRateLog: Sendable {
  /// The outcome of saving a result.
  public enum Outcome: Sendable, Equatable {
    /// The samples of this many readings were saved; the average is theirs.
    case logged(readingCount: Int, average: HeartRateReading.Rate)

    /// The store holds samples of the same content already; nothing was saved.
    case alreadyThere

    /// No reading had a rate, so there was nothing to save.
    case nothing
  }

  /// The bundle identifier of the samples' source.
  public static let bundleIdentifier = "heartcam"

  /// Metadata keys of the samples.
  public enum Key {
    /// The identity of the recording's content.
    public static let contentIdentity = "HeartcamContentIdentity"
    /// The recording's file name, without its folder.
    public static let recording = "HeartcamRecording"
    /// The origin of the recording's start, as `RecordingStart.Source` names it.
    public static let startSource = "HeartcamStartSource"
    /// The channel from which the pulse was measured.
    public static let channel = "HeartcamChannel"
    /// The quality of the reading, or of the average.
    public static let quality = "HeartcamQuality"
    /// The number of normal intervals that a variability is from.
    public static let intervals = "HeartcamNormalIntervals"
    /// Marks the sample of a live session's average, beside those of its intervals.
    public static let isSessionAverage = "HeartcamSessionAverage"
    /// The camera's own name.
    public static let camera = "HeartcamCamera"
    /// The port of the camera.
    public static let cameraPath = "HeartcamCameraPath"
    /// The camera settings made for the measurement.
    public static let cameraSettings = "HeartcamCameraSettings"
    /// The method that the rates are from, if it is not Heartcam's own calculation.
    public static let method = "HeartcamMethod"
    /// The lower end of the 95% confidence interval, in beats or breaths per minute.
    public static let low = "HeartcamLow"
    /// The upper end of that interval.
    public static let high = "HeartcamHigh"
  }

  /// The store that is saved into.
  public let store: HealthStore

  private let version: String

  /// Makes a log of a store.
  /// - Parameter version: The program's version, for the samples' source.
  public init(store: HealthStore, version: String) {
    self.store = store
    self.version = version
  }

  /// Returns the source of measurements of a person, or of others.
  package static func source(_ impersonal: ImpersonalSource?, version: String) -> Source {
    impersonal?.source(version: version)
      ?? Source(name: "Heartcam", bundleIdentifier: bundleIdentifier, version: version)
  }

  /// Saves the readings that have a rate, all of them or none.
  /// - Parameters:
  ///   - again: Saves even if the store holds samples of the same content.
  ///   - session: For a live session; its average is saved too, and these details with every sample.
  public func save(
    _ result: RecordingResult, again: Bool = false, session: LiveSessionDetails? = nil
  ) throws(StoreError) -> Outcome {
    var collector = result.collector
    guard let average = collector.rate else { return .nothing }
    var details = session?.metadata ?? [:]
    // A saved replay does not keep the recording itself from being saved.
    let identity =
      (session?.isReplay == true ? "replay of " : "") + result.contentIdentity
      + (result.method.map { " by \($0)" } ?? "")
    if let method = result.method { details[Key.method] = .string(method) }
    details[Key.contentIdentity] = .string(identity)
    if result.isSimulated == true { details.merge(ImpersonalSource.simulated.mark) { $1 } }
    let samples = result.readings.compactMap { sample(of: $0, in: result, details) }
    let whole = wholeSamples(of: result, details)
    let mean = session == nil ? nil : sample(ofAverage: collector, in: result, details)
    let all = samples + whole + (mean.map { [$0] } ?? [])
    if again {
      try store.save(all)
    } else {
      let content = (key: Key.contentIdentity, text: identity)
      guard try store.save(all, unlessSaved: content) else { return .alreadyThere }
    }
    collector.removeAll()
    return .logged(readingCount: samples.count, average: average)
  }

  private func sample(
    of reading: HeartRateReading, in result: RecordingResult,
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
      to: reading.end, of: result, metadata)
  }

  /// Returns the session's one number: the average from its first reading to its last.
  private func sample(
    ofAverage collector: AveragingCollector, in result: RecordingResult,
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
      .sessionHeartRate, Quantity(rate.beatsPerMinute, .countPerMinute), from: start, to: end,
      of: result, metadata)
  }

  /// Returns the samples of the recording as a whole.
  private func wholeSamples(
    of result: RecordingResult, _ details: [String: MetadataValue]
  ) -> [QuantitySample] {
    let (start, end) = (result.firstTime, result.firstTime + result.duration)
    var samples: [QuantitySample?] = []
    let variability = result.variability
    if let sdnn = variability.sdnn, let first = variability.start {
      samples.append(
        sample(
          .heartRateVariabilitySDNN, Quantity(sdnn, .millisecond), from: first,
          to: first + variability.duration, of: result,
          details.merging([Key.intervals: .number(Double(variability.intervalCount))]) { $1 }))
    }
    if let rate = result.respiratoryRate {
      samples.append(
        sample(
          .respiratoryRate, Quantity(rate.breathsPerMinute, .countPerMinute), from: start, to: end,
          of: result,
          details.merging([Key.low: .number(rate.low), Key.high: .number(rate.high)]) { $1 }))
    }
    if let index = result.perfusionIndex {
      // The store keeps percent as a share of one.
      samples.append(
        sample(
          .peripheralPerfusionIndex, Quantity(index / 100, .percent), from: start, to: end,
          of: result,
          details.merging(result.channel.map { [Key.channel: .string($0.rawValue)] } ?? [:]) {
            $1
          }))
    }
    return samples.compactMap(\.self)
  }

  private func sample(
    _ type: QuantityType, _ quantity: Quantity, from start: Double, to end: Double,
    of result: RecordingResult, _ metadata: [String: MetadataValue]
  ) -> QuantitySample? {
    var cameraName: String?
    if case .string(let name) = metadata[Key.camera] { cameraName = name }
    let origin: [String: MetadataValue] = [
      Key.recording: .string(result.input.fileName),
      Key.startSource: .string(result.began.source.rawValue),
    ]
    let impersonal = ImpersonalSource.allCases.first { metadata[$0.key] != nil }
    // Values are finite and an interval ends after it starts, so that nothing is refused.
    return try? QuantitySample(
      type: type, quantity: quantity, start: result.date(of: start),
      end: result.date(of: end),
      source: Self.source(impersonal, version: version),
      device: Device(name: cameraName ?? "Camera", model: result.kind),
      metadata: metadata.merging(origin) { $1 })
  }
}
