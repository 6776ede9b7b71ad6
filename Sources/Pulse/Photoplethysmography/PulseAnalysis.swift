import VideoFrames

/// A way in which the beats of a window are found.
package enum BeatChoice: Sendable, Hashable {
  /// The beats of a rhythm.
  case rhythm

  /// The places where the light rises like a beat.
  case free

  /// The beats of a rhythm, with this many weak ones after each.
  case added(Int)
}

/// Searches one window of the color stream for a pulse, in five stages: conditions, timing,
/// filtering, search and acceptance.
///
/// Between windows it keeps only memory and factored filters, which change no result.
struct PulseAnalysis: Sendable {
  let channels: ChannelSelection
  let subject: PulseSubject

  private var combination = ColorCombination()
  private var captureTimes = CaptureTimes()
  private var filters = PulseFilters()
  private var fastLight = FastLight()
  private var search = PulseSearch()
  private var examination = PulseExamination()

  /// The chance that a rhythm is a heart's from which on its rate is reported.
  let leastChance: Double

  /// The only way in which beats may be found; `nil` means the likeliest.
  let only: BeatChoice?

  init(
    _ channels: ChannelSelection, of subject: PulseSubject,
    leastChance: Double = PulseEvidence.leastChance, only: BeatChoice? = nil
  ) {
    self.only = only
    self.channels = channels
    self.subject = subject
    self.leastChance = leastChance
  }

  /// Returns the estimate that a window gives for an interval inside it.
  /// - Parameters:
  ///   - window: The samples of the window, at least one.
  ///   - interval: In seconds.
  ///   - preceding: The pulse in the interval that ends where this one begins.
  mutating func estimate(
    of interval: Range<Double>, in history: ColorHistory, window: Range<Int>,
    after preceding: PrecedingPulse
  ) -> PulseEstimate {
    let conditions = WindowConditions(history, in: window)
    if let obstacle = conditions.obstacle(to: subject, isCombined: channels.combination != nil) {
      return PulseEstimate(of: interval, refused: obstacle)
    }
    var frames = WindowFrames(history, in: window, conditions: conditions, of: subject)
    guard frames.absentShare <= WindowConditions.greatestGapShare else {
      return PulseEstimate(of: interval, refused: subject.wording.absence)
    }
    if let method = channels.combination {
      frames.combined = combination.signal(by: method, times: frames.times, colors: frames.colors)
    }
    filters.filter(frames)
    if subject.isOnLens, let period = fastLight.period(in: filters.relativeChanges) {
      frames = frames.averaged(over: period)
      filters.filter(frames)
    }
    let usual = preceding.beatsPerMinute.map { 60 / $0 * HeartRateMonitor.sampleRate }
    let (candidates, searched) = candidates(
      in: frames, typicalGap: conditions.typicalGap, after: usual)
    let window = Window(
      interval: interval, frames: frames, history: history, samples: window,
      conditions: conditions, preceding: preceding)
    let hypotheses = hypotheses(candidates, in: window)
    var likeliest = hypotheses.likeliest(isOnLens: subject.isOnLens)
    let explanation = conditions.explanation(
      relativeRMS: relativeRMS(of: frames), hasJolts: filters.hasJolts)
    if subject.isOnLens, channels.combination == nil, likeliest?.isAmple != true,
      filters.isCommonToAllColors || hypotheses.contains(where: \.isLikelierLight),
      filters.relativeRMS <= Self.mostCommonLight, var rest = frames.withoutCommonLight
    {
      // The effect of blood on the colors is still in their differences.
      let lights = hypotheses.filter { $0.isLikelierLight || filters.isCommonToAllColors }
        .map(\.candidate.meanRate)
      rest.removedRMS = filters.relativeRMS
      filters.filter(rest)
      let hidden = search.candidates(among: channels.channels, in: filters, after: usual)
        .filter { candidate in !lights.contains { Self.isRelated(candidate.meanRate, to: $0) } }
      var restWindow = window
      restWindow.frames = rest
      if let other = self.hypotheses(hidden, in: restWindow).likeliest(isOnLens: true),
        other.chance > likeliest?.chance ?? 0
      {
        likeliest = other
        frames = rest
      } else {
        filters.filter(searched)
      }
    }
    if let likeliest, isReported(likeliest) {
      return accepted(likeliest, in: interval, frames: frames, after: preceding)
    }
    let beyond = hypotheses.first {
      $0.isBeyondRates && $0.candidate.evidence.pulseChance > likeliest?.chance ?? 0
    }
    guard let refused = beyond ?? likeliest ?? hypotheses.first else {
      return PulseEstimate(
        of: interval, refused: filters.isCommonToAllColors ? .motion : explanation)
    }
    return self.refused(
      refused, in: interval, of: history, frames: frames, conditions: conditions,
      explanation: explanation)
  }

  /// A window of the stream, and the facts known before it is searched.
  private struct Window {
    let interval: Range<Double>
    var frames: WindowFrames
    let history: ColorHistory
    let samples: Range<Int>
    let conditions: WindowConditions
    let preceding: PrecedingPulse
  }

  /// The maximum relative change up to which the light that all colors share is removed.
  private static let mostCommonLight = 0.2

  /// The maximum relative difference of rates that come from one light.
  private static let sameness = 0.05

  /// Returns whether a rate is that of a light or simply related to it: after the removal of a
  /// light, the remainder has its rate, its harmonics or every second of its beats.
  private static func isRelated(_ rate: Double, to light: Double) -> Bool {
    [1.0 / 3, 0.5, 1, 2, 3].contains { abs(rate / (light * $0) - 1) < sameness }
  }

  private func isReported(_ hypothesis: PulseHypothesis) -> Bool {
    guard hypothesis.objection == nil else { return false }
    // Seen from afar, blood is recognized by its colors alone.
    return !subject.isOnLens || hypothesis.chance >= leastChance
  }

  /// Returns the hypotheses of a window, one for each candidate up to the first that is sure.
  private mutating func hypotheses(
    _ candidates: [PulseCandidate], in window: Window
  ) -> [PulseHypothesis] {
    let interval = window.interval
    let part = filters.positions(in: interval)
    let acceptance = PulseAcceptance(subject: subject, channels: channels)
    var hypotheses: [PulseHypothesis] = []
    for var candidate in candidates {
      // The beats that the light shows come after the rhythm of their channel, and may contradict it.
      if !candidate.isFree, hypotheses.contains(where: \.isAmple) { break }
      if candidate.hasClearBeats {
        candidate.placeBeats(in: filters.wideband(candidate.channel))
      }
      candidate.evidence.disturbedShare = filters[candidate.channel].disturbedShare(in: part)
      let isClear = acceptance.isClear(candidate.evidence, inWindow: window.conditions.duration)
      if isClear {
        examination.examine(
          &candidate, in: interval, among: candidates, frames: window.frames,
          filters: filters,
          of: window.history, window: window.samples, conditions: window.conditions,
          subject: subject)
        for other in hypotheses where other.hasSameBeats(as: candidate) {
          candidate.evidence.circumstances.adopt(other.candidate.evidence.circumstances)
        }
      }
      let readings = readings(of: candidate)
      for var reading in readings {
        let rate = reading.rate(in: part)
        reading.examineCount(
          in: part, seconds: interval.upperBound - interval.lowerBound, among: candidates)
        reading.evidence.rateChange = window.preceding.beatsPerMinute.map { abs($0 - rate) }
        let objection = acceptance.objection(
          to: reading, frames: window.frames, filters: filters, part: part,
          duration: window.conditions.duration)
        let rhythm = hypotheses.first { reading.isFree && $0.candidate.channel == reading.channel }
        hypotheses.append(
          PulseHypothesis(
            candidate: reading, rate: rate, objection: objection,
            rhythmPulseChance: rhythm?.pulseChance))
      }
    }
    return hypotheses
  }

  /// Returns a candidate as it is, and with each number of beats that may be added between its own.
  private func readings(of candidate: PulseCandidate) -> [PulseCandidate] {
    var readings = only == nil || only == (candidate.isFree ? .free : .rhythm) ? [candidate] : []
    let most = only.map { if case .added(let count) = $0 { count } else { 0 } }
    guard most != 0, !candidate.isFree, candidate.evidence.circumstances.rises.mayHoldBeats else {
      return readings
    }
    let signal = filters[candidate.channel].lowPassed
    var rises = candidate.rises(in: signal)
    while rises.added.count < most ?? RisesBetweenBeats.mostAdded, rises.addBeat() {
      if let most, rises.added.count < most { continue }
      if let reading = candidate.withBeats(at: rises, in: signal) { readings.append(reading) }
    }
    return readings
  }

  /// Returns the pulse of each channel, the clearest first, and the frames in which they were found. Before, the
  /// filters hold the frames' signals; afterward those that were found.
  ///
  /// If frames came in bursts, both are searched: the frames at the times of delivery, and those at
  /// the times of capture.
  private mutating func candidates(
    in frames: WindowFrames, typicalGap: Double, after usual: Double?
  ) -> (candidates: [PulseCandidate], searched: WindowFrames) {
    let plain = search.candidates(among: channels.channels, in: filters, after: usual)
    guard captureTimes.find(from: frames.times, typicalGap: typicalGap) else {
      return (plain, frames)
    }
    var mended = frames
    mended.times = captureTimes.times[...]
    filters.filter(mended)
    let duration = mended.times[mended.times.count - 1] - mended.times[0]
    let bound =
      subject.evidenceMargin(for: channels) + PulseEvidence.threshold(forWindow: duration)
    let candidates = search.candidates(among: channels.channels, in: filters, after: usual)
    if let candidate = candidates.first,
      CaptureTimes.areBelieved(
        evidence: candidate.evidence.logit, evidenceAtDelivery: plain.first?.evidence.logit,
        bound: bound)
    {
      return (candidates, mended)
    }
    filters.filter(frames)
    return (plain, frames)
  }

  /// Returns the relative RMS, including movement that a combination hides from the filters.
  private func relativeRMS(of frames: WindowFrames) -> Double {
    max(filters.relativeRMS, frames.combined?.relativeRMS ?? 0)
  }

  private mutating func accepted(
    _ hypothesis: PulseHypothesis, in interval: Range<Double>, frames: WindowFrames,
    after preceding: PrecedingPulse
  ) -> PulseEstimate {
    let (candidate, rate) = (hypothesis.candidate, hypothesis.rate)
    var aligned = candidate
    if candidate.hasClearBeats { aligned.alignBeats(in: filters.wideband(candidate.channel)) }
    let halfWidth = candidate.evidence.halfWidth(
      forInterval: max(interval.upperBound - interval.lowerBound, 1), chance: hypothesis.chance)
    var estimate = PulseEstimate(
      of: interval,
      outcome: .rate(
        HeartRateReading.Rate(
          beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth)),
      quality: hypothesis.chance, candidate: aligned)
    let own = beats(of: candidate, in: interval, after: preceding.lastBeat)
    estimate.beats = own.map { beat($0, of: aligned) }
    estimate.pulse = pulse(of: candidate, in: filters.positions(in: interval))
    // Without the common light, the remainder has no level of its own.
    if candidate.channel.component != nil, !frames.isProjected {
      let light = light(around: own, of: candidate, in: candidate.channel)
      let channel = perfusionChannel(frames.levels)
      let other =
        channel == candidate.channel ? light : self.light(around: own, of: candidate, in: channel)
      estimate.light = light
      estimate.perfusion = other.perfusionIndex.map { ($0, channel) }
    }
    return estimate
  }

  /// Returns the light around a candidate's beats in a color.
  private func light(
    around beats: Range<Int>, of candidate: PulseCandidate, in channel: ColorChannel
  ) -> PulseLight {
    if let component = channel.component,
      let cut = candidate.colorResponse?.meanBeats[component.rawValue]
    {
      return PulseLight(cut, of: beats)
    }
    return PulseLight(
      levels: filters.resampled(channel), beats: candidate.beats.map(\.sample), of: beats)
  }

  /// - Parameter explanation: The reason if neither missing frames nor changing light is one.
  private func refused(
    _ hypothesis: PulseHypothesis, in interval: Range<Double>, of history: ColorHistory,
    frames: WindowFrames, conditions: WindowConditions, explanation: RefusalReason
  ) -> PulseEstimate {
    let inside = history.indices(from: interval.lowerBound, to: interval.upperBound)
    let unsteadiness =
      inside.count < 2 ? .irregularTimestamps : WindowConditions(history, in: inside).unsteadiness
    // If noise can do as well, the reading says only that.
    let isJudged = hypothesis.objection == nil && !hypothesis.isWeak
    let isLight =
      hypothesis.objection == .tooDeep
      || isJudged && [.light, .shape, .movement, .part].contains(hypothesis.doubt)
    let reason: RefusalReason =
      switch hypothesis.objection {
      case .tooFast where hypothesis.isBeyondRates: .tooFast
      case .tooSlow where hypothesis.isBeyondRates: .tooSlow
      case .notBlood, .tooSlow: .motion
      case .tooFewFrames: .tooFewFrames
      // Blood makes a picture red; one that is not red and pulsates as light does is no finger.
      case _ where isLight && subject.isOnLens && !conditions.isReddish: subject.wording.absence
      // The remainder of clipped colors looks like light.
      case _ where isLight: explanation == .clipped ? .clipped : .motion
      default: unsteadiness ?? explanation
      }
    var estimate = PulseEstimate(
      of: interval, outcome: .refused(reason), quality: 0, candidate: hypothesis.candidate)
    estimate.refusedRate = hypothesis.refusedRate
    if estimate.refusedRate != nil {
      let candidate = hypothesis.candidate
      estimate.refusedRate?.start = interval.lowerBound
      estimate.refusedRate?.beats = candidate.beats.lazy.map { filters.time(at: $0.sample) }
        .filter(interval.contains)
      estimate.refusedRate?.courses = courses(around: candidate, in: interval, frames)
    }
    estimate.isInconclusive =
      hypothesis.objection == .weakEvidence || hypothesis.objection == nil && !isLight
    return estimate
  }

  /// Returns the course in an interval of each color that a camera can see well, so that a person
  /// can see the doubts about a candidate.
  private func courses(
    around candidate: PulseCandidate, in interval: Range<Double>, _ frames: WindowFrames
  ) -> [RefusedRate.Course] {
    let part = filters.positions(in: interval)
    guard candidate.channel.component != nil, !frames.isProjected else {
      let values = pulse(of: candidate, in: part).map { Float($0) }
      return [.init(channel: candidate.channel, values: values, isShareOfLevel: false)]
    }
    let range = sampleRange(part)
    return ColorChannel.colors.compactMap { channel in
      guard let component = channel.component else { return nil }
      let level = frames.levels[component]
      let signal = filters[channel].lowPassed
      guard channel == candidate.channel || WindowConditions.usableLevels.contains(level),
        level > 0, range.upperBound <= signal.count
      else { return nil }
      return .init(
        channel: channel, values: signal[range].map { Float(100 * $0 / level) },
        isShareOfLevel: true)
    }
  }

  /// Returns the whole samples of a part of the window.
  private func sampleRange(_ part: Range<Double>) -> Range<Int> {
    let first = max(0, Int(part.lowerBound.rounded(.up)))
    return first..<max(first, min(filters.count, Int(part.upperBound.rounded(.up))))
  }

  /// Returns the color that the perfusion index is measured in: the one that was asked for, else one
  /// by the light alone, so that it does not depend on which color has the clearest pulse.
  private func perfusionChannel(_ levels: RGB) -> ColorChannel {
    if case .channel(let channel) = channels { return channel }
    for (channel, level) in [(ColorChannel.green, levels.green), (.red, levels.red)]
    where WindowConditions.usableLevels.contains(level) {
      return channel
    }
    return levels.blue > levels.red ? .blue : .red
  }

  /// Returns the beats of an interval.
  ///
  /// The windows on both sides of a seam may place a beat there a little differently. It belongs to
  /// the first interval that holds it, so it is neither reported twice nor lost.
  /// - Parameter last: The last beat of the interval before, in seconds.
  private func beats(
    of candidate: PulseCandidate, in interval: Range<Double>, after last: Double?
  ) -> Range<Int> {
    let period = candidate.rhythm.period / HeartRateMonitor.sampleRate
    let earliest =
      last.map { max($0 + 0.4 * period, interval.lowerBound - Self.seam) } ?? interval.lowerBound
    let times = candidate.beats.lazy.map { filters.time(at: $0.sample) }
    let first = times.firstIndex { $0 >= earliest } ?? times.endIndex
    return first..<max(first, times.firstIndex { $0 >= interval.upperBound } ?? times.endIndex)
  }

  private func beat(_ index: Int, of candidate: PulseCandidate) -> Beat {
    let beat = candidate.beats[index]
    return Beat(
      time: filters.time(at: beat.sample),
      interval: index > 0 && beat.step == 1
        ? (beat.sample - candidate.beats[index - 1].sample) / HeartRateMonitor.sampleRate : nil,
      quality: min(max(candidate.correlation.ofBeats[index] ?? candidate.evidence.chance, 0), 1))
  }

  /// The maximum difference in seconds between the times that two windows give for a beat.
  private static let seam = 0.1

  /// Returns the pulse in a part of the window, systole upward, scaled to a root mean square of 1.
  private func pulse(of candidate: PulseCandidate, in part: Range<Double>) -> [Double] {
    var pulse = Array(filters[candidate.channel].lowPassed[sampleRange(part)])
    let power = pulse.reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return pulse }
    let scale = candidate.sign * (Double(pulse.count) / power).squareRoot()
    for i in pulse.indices { pulse[i] *= scale }
    return pulse
  }
}
