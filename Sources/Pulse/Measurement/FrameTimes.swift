import SignalProcessing
import VideoFrames

/// Follows the times of a recording's frames, and describes their faults in everyday words.
struct FrameTimes {
  private var last: ColorSample?
  private var first: Double?
  private var count = 0
  private var backwardCount = 0
  private var repeatedCount = 0
  private var beyondCount = 0
  private var gaps = (count: 0, longest: 0.0, at: 0.0)

  /// The steps of the first minutes, for their jitter.
  private var steps: [Double] = []
  private static let mostSteps = 4096

  /// Seconds without a frame that are worth a sentence.
  private static let gap = 1.0

  /// No recording is longer than some decades.
  static let greatestTime = 1e9

  /// Frames per second below which there is no reading, and those which a good one has.
  private static let (fewestFrames, goodFrames) = (8.0, 15.0)

  /// Takes the next frame, whatever its time is.
  mutating func append(_ sample: ColorSample) {
    count += 1
    guard sample.time.magnitude <= Self.greatestTime else {
      beyondCount += 1
      return
    }
    defer { last = sample }
    first = first ?? sample.time
    guard let last else { return }
    let step = sample.time - last.time
    if step < 0 { backwardCount += 1 }
    if steps.count < Self.mostSteps { steps.append(step) }
    if step > Self.gap {
      gaps.count += 1
      if step > gaps.longest { (gaps.longest, gaps.at) = (step, last.time - (first ?? 0)) }
    }
    if sample.red == last.red, sample.green == last.green, sample.blue == last.blue {
      repeatedCount += 1
    }
  }

  /// The standard deviation in seconds of the frames' times around an even clock, by the median
  /// step's deviation: a missing frame does not count as jitter.
  var jitter: Double {
    guard let usual = steps.upperMedian else { return 0 }
    let deviation = steps.map { abs($0 - usual) }.upperMedian ?? 0
    return 1.4826 * deviation / 2.0.squareRoot()
  }

  /// Returns the faults, one sentence each.
  /// - Parameter hasRate: Whether there is a rate nevertheless; if so, only the faults that matter are reported.
  func sentences(hasRate: Bool) -> [String] {
    var sentences: [String] = []
    if beyondCount > 0 {
      sentences.append(
        "\(Self.counted(beyondCount)) a time that no recording has: times are seconds from its start"
      )
    }
    if count > 2, backwardCount > (count - beyondCount) / 2 {
      sentences.append("the times run backwards: the frames may be in reversed order")
    }
    guard let first, let last, count > 1 else { return sentences }
    if gaps.count > 0 {
      let length = Self.seconds(gaps.longest)
      sentences.append(
        gaps.count == 1
          ? "no frame came for \(length), \(Self.seconds(gaps.at)) after the start"
          : "\(gaps.count) times no frame came for more than a second, at most for \(length)")
    }
    guard !hasRate else { return sentences }
    let span = last.time - first
    let rate = span > 0 ? Double(count - 1) / span : 0
    let share = Double(repeatedCount) / Double(count - 1)
    if share > 0.2, share < 1, rate * (1 - share) < Self.goodFrames {
      sentences.append(
        "\(Int((100 * share).rounded()))% of the frames repeat the one before, and "
          + "\(Self.rounded(rate * (1 - share))) a second are left: record without repeating frames"
      )
    } else if gaps.count == 0, rate > 0, rate < Self.fewestFrames {
      sentences.append(
        "\(Self.rounded(rate)) frames per second are too few for a pulse: "
          + "\(Int(Self.fewestFrames)) are needed, and \(Int(Self.goodFrames)) or more are better")
    }
    return sentences
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 frame has" : "\(count) frames have"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds < 600 ? "\(rounded(seconds)) s" : "\(rounded(seconds / 3600)) h"
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
