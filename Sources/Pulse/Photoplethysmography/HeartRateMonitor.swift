import SignalProcessing
public import VideoFrames

/// Turns a stream of color samples into heart rate, interval by interval.
///
/// Recorded video, a live camera and a color signal from a file all use this one struct. It uses
/// no clock, file, thread or log: time comes with each sample. The readings depend on the samples
/// alone, bit for bit, however they arrive.
///
/// A reading is returned once the stream is `lookahead` seconds past its interval: the signal after
/// the last beat of an interval helps to place it.
public struct HeartRateMonitor: Sendable {
  /// The version of the calculation. It rises with every change that moves a reading, so that a stored
  /// result says whether it would be the same today.
  public static let algorithmVersion = 15

  /// The configuration of a monitor.
  public struct Configuration: Sendable, Equatable {
    /// The seconds from one reading to the next.
    public var interval: Double

    /// The colors that the pulse is measured from.
    public var channels: ChannelSelection

    /// The subject in front of the camera.
    public var subject: PulseSubject

    /// The chance that a rhythm is a heart's from which on its rate is reported. A fit of the model sees all.
    package var leastChance = PulseEvidence.leastChance

    /// The only way in which beats may be found; `nil` means the likeliest. A fit of the model sees all.
    package var beatChoice: BeatChoice?

    /// Creates a configuration.
    /// - Parameter subject: `nil` means skin seen from afar if colors are combined, else a
    ///   fingertip.
    /// - Precondition: `interval` is from 1 to 3,600 seconds.
    public init(
      interval: Double = 10, channels: ChannelSelection = .automatic,
      subject: PulseSubject? = nil
    ) {
      precondition(Configuration.intervals.contains(interval))
      self.interval = interval
      self.channels = channels
      self.subject = subject ?? (channels.combination == nil ? .fingertip : .skin)
    }

    /// The intervals that are allowed, in seconds.
    public static let intervals = 1.0...3600.0
  }

  /// The samples per second of the even grid on which a pulse is searched for.
  public static let sampleRate = 30.0

  /// The seconds of signal that a reading waits for after its interval.
  public static let lookahead = 1.0

  /// The fewest seconds of signal that give a rate.
  public static let shortestInterval = 5.0

  /// The minimum length of a window in seconds; it reaches back before short intervals.
  package static let shortestWindow = 10.0

  /// The seconds of signal before an interval in which the filters settle.
  static let leadIn = 1.5

  /// The length in seconds of the window that is analyzed if the first one is inconclusive.
  package static let longWindow = 30.0

  /// Longer intervals are measured in equal parts no longer than this, in seconds.
  package static let longestPart = 30.0

  /// The minimum quality of a rate that is reported for a subject on the lens.
  public static let minimumQuality = PulseEvidence.leastChance

  /// The quality from which on a rate is called sure: at most one of 20 such rates is wrong.
  public static let sureQuality = 0.95

  /// The monitor's configuration.
  public let configuration: Configuration

  /// The number of samples that were left out. Their time was in the past, or their time or color
  /// was not a number that a camera can send.
  public private(set) var rejectedSampleCount = 0

  /// The number of those whose time or color was not a number that a camera can send.
  public private(set) var unusableSampleCount = 0

  private var history = ColorHistory()
  private var analysis: PulseAnalysis
  private var origin: Double?

  /// The next part of an interval to be measured, counted from the stream's start.
  private var nextPart = 0

  /// The time from which on a sample completes that part.
  private var deadline = Double.infinity

  /// The estimates of the current interval's parts so far.
  private var estimates: [PulseEstimate] = []

  /// The estimate of the part before; `nil` after a gap in the stream.
  private var lastEstimate: PulseEstimate?

  /// Creates a monitor at the start of a stream.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    analysis = PulseAnalysis(
      configuration.channels, of: configuration.subject, leastChance: configuration.leastChance,
      only: configuration.beatChoice)
  }

  /// The number of samples that are kept for later windows. It is bounded for streams of any
  /// length.
  var keptSampleCount: Int { history.times.count }

  /// Takes the stream's next sample. Returns the readings that it completes, most often none.
  public mutating func append(_ sample: ColorSample) -> [HeartRateReading] {
    let isUsable = sample.isUsable && history.continues(with: sample)
    guard isUsable, sample.time >= history.times.last ?? -.infinity else {
      rejectedSampleCount += 1
      if !isUsable { unusableSampleCount += 1 }
      return []
    }
    defer { history.append(sample) }
    guard let origin else {
      origin = sample.time
      deadline = boundary(nextPart + 1, sample.time) + Self.lookahead
      return []
    }
    return sample.time < deadline ? [] : closeParts(before: sample.time, origin)
  }

  /// Closes the parts that a sample completes.
  private mutating func closeParts(before time: Double, _ origin: Double) -> [HeartRateReading] {
    var readings: [HeartRateReading] = []
    while time >= deadline {
      let isEmpty = history.times.last ?? origin < boundary(nextPart, origin) && estimates.isEmpty
      if isEmpty {
        skipToInterval(of: time, origin)
      } else if let reading = closePart(endingAt: boundary(nextPart + 1, origin), origin) {
        readings.append(reading)
      }
      deadline = boundary(nextPart + 1, origin) + Self.lookahead
      if isEmpty { break }
    }
    return readings
  }

  /// Takes several samples. Returns the readings of appending them one by one.
  public mutating func append(contentsOf samples: some Sequence<ColorSample>) -> [HeartRateReading]
  {
    samples.flatMap { append($0) }
  }

  /// Ends the stream and returns its last readings: that of the last full interval, and that of a
  /// last part if it is long enough. A stream too short for any rate has a reading with that
  /// reason. The monitor is then like a new one.
  public mutating func finish() -> [HeartRateReading] {
    defer { self = HeartRateMonitor(configuration) }
    guard let origin, let last = history.times.last else { return [] }
    var readings: [HeartRateReading] = []
    // The last frame lasts as long as those before it.
    let end = last + typicalGap
    while boundary(nextPart, origin) < last {
      let (start, whole) = (boundary(nextPart, origin), boundary(nextPart + 1, origin))
      let isWhole = end > whole - typicalGap
      let isLongEnough = end - start >= Self.shortestInterval - typicalGap / 2
      guard isWhole || isLongEnough || nextPart == 0 else { break }
      if let reading = closePart(endingAt: isWhole ? whole : end, origin) {
        readings.append(reading)
      }
    }
    if let reading = closeInterval() { readings.append(reading) }
    return readings
  }

  /// Returns the time in seconds at which a part of an interval begins.
  private func boundary(_ part: Int, _ origin: Double) -> Double {
    let (interval, piece) = part.quotientAndRemainder(dividingBy: partsPerInterval)
    let fraction = Double(piece) / Double(partsPerInterval)
    return origin + configuration.interval * (Double(interval) + fraction)
  }

  private var partsPerInterval: Int {
    Int((configuration.interval / Self.longestPart).rounded(.up))
  }

  /// The median of the seconds between the last samples.
  private var typicalGap: Double {
    let times = history.times.suffix(30)
    return zip(times, times.dropFirst()).map { $1 - $0 }.upperMedian ?? 0
  }

  /// Continues at `time` after a gap in the stream. Whole intervals in the gap get no reading.
  private mutating func skipToInterval(of time: Double, _ origin: Double) {
    let passed = (time - origin) / configuration.interval
    guard passed < Double(Int.max / 2 / partsPerInterval) else { return }
    lastEstimate = nil
    nextPart = max(nextPart, Int(passed.rounded(.down)) * partsPerInterval)
  }

  /// Searches the next part for the pulse, and completes the interval if the part is its last.
  private mutating func closePart(endingAt end: Double, _ origin: Double) -> HeartRateReading? {
    let start = boundary(nextPart, origin)
    let estimate = estimate(of: start..<end)
    lastEstimate = estimate
    estimates.append(estimate)
    nextPart += 1
    history.forget(before: end - Self.longWindow - Self.leadIn)
    return nextPart % partsPerInterval == 0 ? closeInterval() : nil
  }

  /// Returns the estimate for an interval. If a short window is inconclusive, a longer one is
  /// analyzed, in which a weak pulse may show.
  private mutating func estimate(of interval: Range<Double>) -> PulseEstimate {
    let (start, end) = (interval.lowerBound, interval.upperBound)
    let reach = max(Self.leadIn, Self.shortestWindow - (end - start))
    let window = history.indices(from: start - reach, to: end + Self.lookahead)
    guard !window.isEmpty else {
      return PulseEstimate(of: interval, refused: .irregularTimestamps)
    }
    let preceding = PrecedingPulse(lastEstimate)
    let short = analysis.estimate(of: interval, in: history, window: window, after: preceding)
    guard short.isInconclusive else { return short }
    let longer = history.indices(from: end - Self.longWindow, to: end + Self.lookahead)
    guard longer.count > window.count + window.count / 4 else { return short }
    let long = analysis.estimate(of: interval, in: history, window: longer, after: preceding)
    return long.rate == nil ? short : long
  }

  private mutating func closeInterval() -> HeartRateReading? {
    defer { estimates.removeAll(keepingCapacity: true) }
    return HeartRateReading(merging: estimates)
  }
}
