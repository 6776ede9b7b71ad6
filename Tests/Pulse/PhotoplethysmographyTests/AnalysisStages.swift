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

  /// Returns the first objection in an interval to the clearest candidate, which is `.some(nil)` if
  /// there is none; `nil` if there is no candidate.
  mutating func objection(in interval: Range<Double>) -> PulseAcceptance.Objection?? {
    guard var candidate = candidate() else { return nil }
    examination.examine(
      &candidate, in: interval, among: [candidate], frames: frames(), filters: filters,
      of: history, window: window, conditions: conditions, subject: subject)
    return .some(
      PulseAcceptance(subject: subject, channels: channels).objection(
        to: candidate, frames: frames(), filters: filters,
        part: filters.positions(in: interval), duration: conditions.duration))
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
