import SignalProcessing
public import VideoFrames

/// Turns a stream of colour samples into heart rate, interval by interval.
///
/// Recorded video, a live camera and a colour signal read back from a file all run through this one
/// struct. It knows no clock, file, thread or log: time comes in with each sample, and the readings
/// are a function of the samples alone, bit for bit, however they arrive.
///
/// A reading appears once the stream is `lookahead` seconds past its interval, since the last
/// beat of an interval is placed best when what follows it is known.
public struct HeartRateMonitor: Sendable {
  public struct Configuration: Sendable, Equatable {
    /// Seconds from one reading to the next.
    public var interval: Double

    /// The colours that the pulse is taken from.
    public var channels: ChannelSelection

    /// What the camera looks at.
    public var subject: PulseSubject

    /// - Parameter subject: `nil` takes combined colours for skin seen from afar, else a fingertip.
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

  /// Samples a second of the even grid that pulses are looked for on.
  public static let sampleRate = 30.0

  /// Seconds of signal that a reading waits for after its interval.
  public static let lookahead = 1.0

  /// Seconds of signal below which no rate is told.
  public static let shortestInterval = 5.0

  /// Seconds of signal that one look is taken at, at least; it reaches back before short intervals.
  package static let shortestWindow = 10.0

  /// Seconds of signal before an interval that steady the filters.
  static let leadIn = 1.5

  /// Seconds of signal that a second look is taken at where the first sees too little of a pulse.
  package static let longWindow = 30.0

  /// Longer intervals are measured in equal parts no longer than this, in seconds.
  package static let longestPart = 30.0

  public let configuration: Configuration

  /// Samples that were left out because their time lies in the past, or because it or their colour is
  /// not a number that a camera can have sent.
  public private(set) var rejectedSampleCount = 0

  private var history = ColorHistory()
  private var analysis = PulseAnalysis()
  private var origin: Double?

  /// The next part of an interval to look at, counted from the stream's start.
  private var nextPart = 0

  /// The time from which on a sample completes that part.
  private var deadline = Double.infinity

  /// Findings of the current interval's parts so far.
  private var findings: [(part: Range<Double>, finding: PulseAnalysis.Finding)] = []

  /// What was found in the part before the next, unless a silence lies between them.
  private var lastFinding: PulseAnalysis.Finding?

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
  }

  /// Samples that are kept for the windows to come; bounded, however long the stream.
  var keptSampleCount: Int { history.times.count }

  /// Takes the stream's next sample; returns the readings that it completes, most often none.
  public mutating func append(_ sample: ColorSample) -> [HeartRateReading] {
    guard sample.isUsable, sample.time >= history.times.last ?? -.infinity else {
      rejectedSampleCount += 1
      return []
    }
    guard let origin else {
      origin = sample.time
      history.append(sample)
      return []
    }
    var readings: [HeartRateReading] = []
    while sample.time >= boundary(nextPart + 1, origin) + Self.lookahead {
      if history.times.last ?? origin < boundary(nextPart, origin), findings.isEmpty {
        skipToInterval(of: sample.time, origin)
        break
      }
      if let reading = closePart(endingAt: boundary(nextPart + 1, origin), origin) {
        readings.append(reading)
      }
    }
    deadline = boundary(nextPart + 1, origin) + Self.lookahead
    history.append(sample)
    return readings
  }

  /// Takes a run of samples; the readings are those of appending them one by one.
  public mutating func append(contentsOf samples: some Sequence<ColorSample>) -> [HeartRateReading]
  {
    samples.flatMap { append($0) }
  }

  /// The readings that the end of the stream leaves: the last full interval, and a last part of one
  /// where it is long enough. A stream too short for any reading yields one that says so. The
  /// monitor is then as new.
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

  /// Seconds at which a part of an interval begins.
  private func boundary(_ part: Int, _ origin: Double) -> Double {
    let (interval, piece) = part.quotientAndRemainder(dividingBy: partsPerInterval)
    let fraction = Double(piece) / Double(partsPerInterval)
    return origin + configuration.interval * (Double(interval) + fraction)
  }

  private var partsPerInterval: Int {
    Int((configuration.interval / Self.longestPart).rounded(.up))
  }

  /// Seconds between the last samples, by their median.
  private var typicalGap: Double {
    let times = history.times.suffix(30)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
  }

  /// After a silence that holds whole intervals, which get no reading, goes on where `time` lies.
  private mutating func skipToInterval(of time: Double, _ origin: Double) {
    let passed = (time - origin) / configuration.interval
    guard passed < Double(Int.max / 2 / partsPerInterval) else { return }
    lastFinding = nil
    nextPart = max(nextPart, Int(passed.rounded(.down)) * partsPerInterval)
  }

  /// Looks for the pulse in the next part, and closes the interval if it is its last.
  private mutating func closePart(endingAt end: Double, _ origin: Double) -> HeartRateReading? {
    let start = boundary(nextPart, origin)
    let finding = finding(in: start..<end)
    lastFinding = finding
    findings.append((start..<end, finding))
    nextPart += 1
    history.forget(before: end - Self.longWindow - Self.leadIn)
    return nextPart % partsPerInterval == 0 ? closeInterval() : nil
  }

  /// What the signal around an interval says about it. A weak pulse shows in a longer look what a
  /// short one leaves open.
  private mutating func finding(in interval: Range<Double>) -> PulseAnalysis.Finding {
    let (start, end) = (interval.lowerBound, interval.upperBound)
    let reach = max(Self.leadIn, Self.shortestWindow - (end - start))
    let window = history.indices(from: start - reach, to: end + Self.lookahead)
    guard !window.isEmpty else {
      return PulseAnalysis.Finding(outcome: .refused(.irregularTimestamps), quality: 0)
    }
    let short = analysis.finding(
      in: history, window: window, interval: interval, channels: configuration.channels,
      of: configuration.subject, after: lastFinding)
    guard short.isOpen else { return short }
    let longer = history.indices(from: end - Self.longWindow, to: end + Self.lookahead)
    guard longer.count > window.count + window.count / 4 else { return short }
    let long = analysis.finding(
      in: history, window: longer, interval: interval, channels: configuration.channels,
      of: configuration.subject, after: lastFinding)
    if case .rate = long.outcome { return long }
    return short
  }

  private mutating func closeInterval() -> HeartRateReading? {
    defer { findings.removeAll(keepingCapacity: true) }
    return HeartRateReading(merging: findings)
  }
}
