import VideoFrames

@testable import Photoplethysmography

/// Runs the stages of a window's analysis one after the other, for tests of each.
struct AnalysisStages {
  let subject: PulseSubject
  let channels: ChannelSelection
  var history = ColorHistory()
  var filters = PulseFilters()
  private var search = PulseSearch()
  private var examination = PulseExamination()
  private var combination = ColorCombination()

  /// Creates the stages for a window of all samples.
  init(
    _ samples: [ColorSample], of subject: PulseSubject = .fingertip,
    channels: ChannelSelection = .automatic
  ) {
    (self.subject, self.channels) = (subject, channels)
    for sample in samples { history.append(sample) }
  }

  var window: Range<Int> { history.times.indices }

  var conditions: WindowConditions { WindowConditions(history, in: window) }

  var obstacle: RefusalReason? {
    conditions.obstacle(to: subject, isCombined: channels.combination != nil)
  }

  mutating func frames() -> WindowFrames {
    var frames = WindowFrames(history, in: window, conditions: conditions, of: subject)
    if let method = channels.combination {
      frames.combined = combination.signal(by: method, times: frames.times, colors: frames.colors)
    }
    return frames
  }

  mutating func candidate() -> PulseCandidate? {
    filters.filter(frames())
    return search.candidates(among: channels.channels, in: filters, after: nil).first
  }

  /// Returns the hypothesis of the clearest candidate in an interval; `nil` if there is no candidate.
  mutating func hypothesis(in interval: Range<Double>) -> PulseHypothesis? {
    guard var candidate = candidate() else { return nil }
    let part = filters.positions(in: interval)
    examination.examine(
      &candidate, in: interval, among: [candidate], frames: frames(), filters: filters,
      of: history, window: window, conditions: conditions, subject: subject)
    candidate.examineCount(
      in: part, seconds: interval.upperBound - interval.lowerBound, among: [candidate])
    let objection = PulseAcceptance(subject: subject, channels: channels).objection(
      to: candidate, frames: frames(), filters: filters, part: part, duration: conditions.duration)
    return PulseHypothesis(
      candidate: candidate, rate: candidate.rate(in: part), objection: objection)
  }
}

extension ColorSample {
  /// Returns frames of an even picture, 30 a second.
  static func frames(
    _ count: Int, spread: Double? = 0.1, _ color: (_ time: Double) -> RGB
  ) -> [ColorSample] {
    (0..<count).map { index in
      let time = Double(index) / 30
      let color = color(time)
      return ColorSample(
        time: time, red: color.red, green: color.green, blue: color.blue, spread: spread)
    }
  }
}
