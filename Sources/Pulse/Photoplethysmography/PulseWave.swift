import SignalProcessing
public import VideoFrames

/// The pulse of a whole recording as a curve, for looking at its shape or for another detector of beats.
///
/// The curve has `HeartRateMonitor.sampleRate` points per second from the first frame on. Where frames are over a
/// second apart, it ends, and begins again with the next frame. The filters are those by which a monitor finds the
/// pulse. They run over all frames between two gaps at once, not over a monitor's windows, so that the curve has no seams.
public struct PulseWave: Sendable, Equatable {
  /// The beat's mark that a point bears.
  public enum Mark: String, Sendable {
    /// The steepest rise of an accepted beat, which is the beat's time.
    case onset

    /// The first maximum of the band-passed curve after it.
    case peak
  }

  /// A point of the curve.
  public struct Point: Sendable, Equatable {
    /// In seconds on the source's clock.
    public let time: Double

    /// The channel of the reading at that time. In an interval without a rate, it is the channel of the interval before.
    public let channel: ColorChannel

    /// The channel without its trend, band-passed, systole upward: in levels, or in percent if colors are combined.
    public let bandPassed: Double

    /// The channel without its trend alone (`SmoothnessPriors`), in the same units.
    public let detrended: Double

    /// The mark of a beat; `nil` for most points.
    public fileprivate(set) var mark: Mark?
  }

  /// The points in the order of time.
  public private(set) var points: [Point] = []

  /// The longest gap between two frames that a curve crosses, in seconds.
  private static let greatestGap = 1.0

  /// Creates the curve of a recording.
  /// - Parameters:
  ///   - samples: All color samples of the recording. Those that a monitor leaves out are left out here.
  ///   - readings: The readings that they gave. They say which channel has the pulse, which way up it is, and where the
  ///     beats are.
  ///   - channel: The only channel that was asked for; `nil` for that of each reading, and green if none has one.
  public init(
    of samples: [ColorSample], readings: [HeartRateReading], channel: ColorChannel? = nil
  ) {
    let course = ChannelCourse(readings, only: channel)
    var stretches = Self.stretches(of: samples).map { Stretch($0, channels: course.channels) }
    var votes: [ColorChannel: Int] = [:]
    for reading in readings where reading.rate != nil {
      guard let channel = reading.channel else { continue }
      for stretch in stretches {
        guard let isUpright = stretch.isUpright(channel, from: reading.start, to: reading.end)
        else { continue }
        votes[channel, default: 0] += isUpright ? 1 : -1
      }
    }
    let beats = readings.flatMap(\.beats)
    var next = beats.startIndex
    for index in stretches.indices {
      let first = points.count
      for sample in 0..<stretches[index].count {
        let time = stretches[index].time(at: sample)
        let channel = course.channel(at: time)
        let signal = stretches[index].signals[channel]!
        // More blood is less light, unless most of the channel's readings say otherwise.
        let sign = votes[channel, default: 0] > 0 ? 1.0 : -1.0
        points.append(
          Point(
            time: time, channel: channel, bandPassed: sign * signal.bandPassed[sample],
            detrended: sign * signal.detrended[sample]))
      }
      next = mark(beats, from: next, in: first..<points.count)
      stretches[index].signals = [:]
    }
  }

  /// Marks the beats whose onset is in a part of the curve without a gap.
  /// - Parameter next: The first beat that is not before the part.
  /// - Returns: The first beat that is after the part.
  private mutating func mark(_ beats: [Beat], from next: Int, in part: Range<Int>) -> Int {
    guard let first = part.first else { return next }
    func position(_ beat: Beat) -> Int {
      first + Int(((beat.time - points[first].time) * HeartRateMonitor.sampleRate).rounded())
    }
    var next = next
    while next < beats.endIndex, position(beats[next]) < part.upperBound {
      defer { next += 1 }
      let onset = position(beats[next])
      guard part.contains(onset) else { continue }
      points[onset].mark = .onset
      let end =
        next + 1 < beats.endIndex
        ? min(position(beats[next + 1]), part.upperBound - 1) : part.upperBound - 1
      let peak = stride(from: onset + 1, to: end, by: 1).first {
        points[$0].bandPassed >= points[$0 - 1].bandPassed
          && points[$0].bandPassed > points[$0 + 1].bandPassed
      }
      if let peak { points[peak].mark = .peak }
    }
    return next
  }

  /// Returns the samples that a monitor takes, divided where two are too far apart.
  private static func stretches(of samples: [ColorSample]) -> [[ColorSample]] {
    var history = ColorHistory()
    var stretches: [[ColorSample]] = []
    var last = -Double.infinity
    for sample in samples
    where sample.isUsable && history.continues(with: sample) && sample.time >= last {
      history.append(sample)
      history.forget(before: sample.time)
      if sample.time - last > greatestGap { stretches.append([]) }
      stretches[stretches.count - 1].append(sample)
      last = sample.time
    }
    return stretches
  }
}

/// The channel that the pulse is measured from at each time.
private struct ChannelCourse {
  private var changes: [(start: Double, channel: ColorChannel)] = []

  init(_ readings: [HeartRateReading], only asked: ColorChannel?) {
    if let asked {
      changes = [(0, asked)]
      return
    }
    let rated = readings.filter { $0.rate != nil }
    for reading in rated.isEmpty ? readings : rated {
      guard let channel = reading.channel, channel != changes.last?.channel else { continue }
      changes.append((reading.start, channel))
    }
    if changes.isEmpty { changes = [(0, .green)] }
  }

  var channels: Set<ColorChannel> { Set(changes.map(\.channel)) }

  func channel(at time: Double) -> ColorChannel {
    (changes.last { $0.start <= time } ?? changes[0]).channel
  }
}

/// A part of a recording without a gap, on an even grid.
private struct Stretch {
  /// A channel's signals as the camera sees them: more blood is less light.
  struct Signal {
    let detrended: [Double]
    let bandPassed: [Double]
    let lowPassed: [Double]

    init(_ resampled: [Double]) {
      func detrended(_ lambda: Double) -> [Double] {
        var signal = resampled
        SmoothnessPriors(count: signal.count, lambda: lambda).detrend(&signal)
        return signal
      }
      self.detrended = detrended(PulseFilters.bandPassLambda)
      var bandPassed = self.detrended
      PulseFilters.bandPassSections.filterZeroPhase(&bandPassed)
      self.bandPassed = bandPassed
      var lowPassed = detrended(PulseFilters.lowPassLambda)
      PulseFilters.lowPassSections.filterZeroPhase(&lowPassed)
      self.lowPassed = lowPassed
    }
  }

  let start: Double
  let count: Int
  var signals: [ColorChannel: Signal] = [:]

  init(_ samples: [ColorSample], channels: Set<ColorChannel>) {
    let times = samples.map(\.time)
    let start = times[0]
    let count = Int((times[times.count - 1] - start) * HeartRateMonitor.sampleRate) + 1
    (self.start, self.count) = (start, count)
    let colors = samples.map(\.measuredColor)
    for channel in channels {
      let values =
        channel.combined(times: times, colors: colors)
        ?? colors.map { $0[channel.component ?? .green] }
      var resampler = SplineResampler<Double>(sampleRate: HeartRateMonitor.sampleRate)
      var resampled: [Double] = []
      resampler.resample(
        times: times[...], values: values[...], from: start, count: count, into: &resampled)
      signals[channel] = Signal(resampled)
    }
  }

  func time(at sample: Int) -> Double { start + Double(sample) / HeartRateMonitor.sampleRate }

  /// Returns whether systole is upward in an interval as the camera sees it; `nil` if none of it is in this part.
  func isUpright(_ channel: ColorChannel, from first: Double, to last: Double) -> Bool? {
    guard let signal = signals[channel]?.lowPassed else { return nil }
    func position(_ time: Double) -> Int {
      Int(min(max((time - start) * HeartRateMonitor.sampleRate, 0), Double(count)))
    }
    let part = position(first)..<max(position(first), position(last))
    guard part.count > 1 else { return nil }
    return signal.withUnsafeBufferPointer {
      PulseSearch.isUpright(UnsafeBufferPointer(rebasing: $0[part]))
    }
  }
}
