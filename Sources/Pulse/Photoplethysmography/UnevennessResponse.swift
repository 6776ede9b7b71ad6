import VideoFrames

/// The change of the picture's unevenness with the beats of a candidate.
///
/// Blood pulses in all of a finger's picture, somewhat more here than there. How the light is spread over the
/// picture then hardly changes: by less than the light itself does, as a share, since it cannot change by more
/// than the pulse's height differs between places. Where a share p of the picture changes, it changes by up to
/// √((1 - p) / p) times as much: a falling drop, a pendulum, a rotating drum, movement at an edge, texture that
/// goes in and out of focus.
///
/// Two measures say it: the terms of `LightPattern`, and `ColorSample.spread`, which texture that is finer than
/// these changes, too. Noise averages out over the beats.
enum UnevennessResponse {
  /// Returns the change of unevenness over the relative change of the brightest color, both as root mean squares of a
  /// mean beat, by the measure that changes more; `nil` without either, or if most of the frame is clipped.
  /// - Parameter beats: In seconds, rising.
  static func ratio(
    of beats: [Double], frames: WindowFrames, history: ColorHistory, window: Range<Int>,
    conditions: WindowConditions
  ) -> Double? {
    let picture = history.pictures[window.lowerBound]
    let clipped = conditions.clippedShare ?? 0
    guard picture.spread != nil || !picture.unevenness[0].isNaN, frames.absentShare == 0,
      clipped <= greatestClippedShare,
      let (mean, noise) = power(of: beats, history, window, levels: conditions.levels)
    else { return nil }
    let light = max(mean[lightLane] - noise[lightLane], mean[lightLane] / 4)
    guard light > 0 else { return nil }
    let own = mean - noise
    let terms = (0..<LightPattern.termCount).reduce(0) { $0 + own[$1] }
    // Unknown values are NaN.
    let known = [own[spreadLane], terms].filter { $0.isFinite }
    // Clipped pixels do not change where a finger's others do.
    return known.max().map { max(Double($0 / light) - clipped / (1 - clipped), 0).squareRoot() }
  }

  /// The share of pixels that are clipped above which the brightest color, which the measures are
  /// of, hardly shows the light's changes, as red before a torch.
  private static let greatestClippedShare = 0.5

  /// The measures of a picture side by side: the terms of its pattern, its spread, and its light.
  private typealias Lanes = SIMD8<Float>
  private static let (spreadLane, lightLane) = (ColorHistory.Picture.spreadLane, 6)

  /// The moments of a beat that are looked at: few, since it is not the shape that matters.
  private static let phases = 12

  /// Returns the power of the mean beat of each measure, and how much of it the noise gives in which one beat
  /// differs from the other; `nil` for fewer than three beats.
  private static func power(
    of beats: [Double], _ history: ColorHistory, _ window: Range<Int>, levels: RGB
  ) -> (mean: Lanes, noise: Lanes)? {
    guard let usual = MeanBeat.usualStep(of: beats), window.count > 1 else { return nil }
    // Pattern and spread are those of this color.
    let brightest = levels.brightest
    let scale = 1 / levels[brightest]
    func light(_ index: Int) -> Float { Float(history.colors[index][brightest] * scale) }
    var courses: [Lanes] = []
    var means: [Lanes] = []
    courses.reserveCapacity(beats.count * phases)
    var next = window.lowerBound + 1
    for (start, end) in zip(beats, beats.dropFirst()) where end - start < 1.6 * usual {
      var sum = Lanes.zero
      for phase in 0..<phases {
        let time = start + (end - start) * (Double(phase) + 0.5) / Double(phases)
        while next < window.upperBound - 1, history.times[next] < time { next += 1 }
        let (before, after) = (history.times[next - 1], history.times[next])
        let share = Float(
          after > before ? min(max((time - before) / (after - before), 0), 1) : 0)
        let low = history.pictures[next - 1].unevenness
        var value = low + (history.pictures[next].unevenness - low) * share
        let dark = light(next - 1)
        value[lightLane] = dark + (light(next) - dark) * share
        courses.append(value)
        sum += value
      }
      means.append(sum / Float(phases))
    }
    guard means.count >= 3 else { return nil }
    var sums = [Lanes](repeating: .zero, count: phases)
    var squares = Lanes.zero
    for (beat, mean) in means.enumerated() {
      // Without the drift from the beat before to the one after.
      let (first, last) = (max(beat - 1, 0), min(beat + 1, means.count - 1))
      let slope = (means[last] - means[first]) / Float(last - first)
      for phase in 0..<phases {
        let share = (Float(phase) + 0.5) / Float(phases) - 0.5
        let value = courses[beat * phases + phase] - mean - slope * share
        sums[phase] += value
        squares += value * value
      }
    }
    let count = Float(means.count)
    let mean = sums.reduce(into: Lanes.zero) { $0 += $1 * $1 } / (count * count * Float(phases))
    let noise = (squares / (count * Float(phases)) - mean) / (count - 1)
    return (mean, noise)
  }
}
