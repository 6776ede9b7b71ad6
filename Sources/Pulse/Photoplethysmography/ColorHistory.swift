public import SignalProcessing
public import VideoFrames

extension RGB: SignalValue {}

/// The recent past of the color stream, as far back as the next window may reach.
struct ColorHistory: Sendable {
  /// The measures of a frame's picture apart from its color; `nil` if a measure is not known.
  struct Picture: Sendable, Equatable {
    let spread: Double?
    let clippedShare: Double?
    let blackShare: Double?
    let skinShare: Double?
    let isKeyFrame: Bool?

    /// The terms of the `LightPattern`, and in `spreadLane` the spread; not a number where it is not known.
    let unevenness: SIMD8<Float>

    static let spreadLane = LightPattern.termCount

    @inline(__always)
    init(_ sample: ColorSample) {
      spread = sample.spread
      clippedShare = sample.clippedShare
      blackShare = sample.blackShare
      skinShare = sample.skinShare
      isKeyFrame = sample.isKeyFrame
      var lanes = sample.pattern.map { SIMD8<Float>($0.terms) } ?? SIMD8(repeating: .nan)
      lanes[Self.spreadLane] = sample.spread.map { Float($0) } ?? .nan
      unevenness = lanes
    }
  }

  private(set) var times: [Double] = []
  private(set) var colors: [RGB] = []
  private(set) var pictures: [Picture] = []

  /// Whether red, green and blue were measured in the samples so far.
  private var measured = (red: false, green: false, blue: false)

  /// Returns whether a sample has all colors that were measured before it. A color does not vanish.
  func continues(with sample: ColorSample) -> Bool {
    !(measured.red && sample.red.isNaN || measured.green && sample.green.isNaN
      || measured.blue && sample.blue.isNaN)
  }

  mutating func append(_ sample: ColorSample) {
    measured = (
      measured.red || !sample.red.isNaN, measured.green || !sample.green.isNaN,
      measured.blue || !sample.blue.isNaN
    )
    times.append(sample.time)
    colors.append(sample.measuredColor)
    pictures.append(Picture(sample))
  }

  /// Returns whether a sample repeats the one before it to the last bit, as in a picture that an
  /// encoder skipped. Levels that are whole numbers may repeat by chance.
  func isRepeated(_ index: Int) -> Bool {
    let color = colors[index].vector
    return color == colors[index - 1].vector && color != color.rounded(.toNearestOrEven)
  }

  /// Returns the indices of the samples from `start` up to but without `end`.
  func indices(from start: Double, to end: Double) -> Range<Int> {
    let lower = firstIndex(at: start)
    return lower..<max(lower, firstIndex(at: end))
  }

  /// Removes the samples before `time`, once they are many enough to be worth moving the rest.
  mutating func forget(before time: Double) {
    let outdated = firstIndex(at: time)
    guard outdated > times.count / 2 else { return }
    times.removeFirst(outdated)
    colors.removeFirst(outdated)
    pictures.removeFirst(outdated)
  }

  /// Returns the index of the first sample at or after `time`.
  private func firstIndex(at time: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ColorSample {
  /// The latest possible time in seconds: beyond it, frames would coincide in double precision.
  private static let latestTime = 0x1p40

  /// The highest possible level. A camera's scale ends at 255; squares of far higher levels
  /// overflow.
  private static let highestLevel = 1e6

  /// Whether time and color are numbers that a camera can send. A color that was not measured does
  /// not count, if another one was.
  @inline(__always)
  var isUsable: Bool {
    // A NaN is not too high.
    func isTooHigh(_ level: Double) -> Bool { abs(level) >= Self.highestLevel }
    return abs(time) < Self.latestTime
      && !(isTooHigh(red) || isTooHigh(green) || isTooHigh(blue))
      && !(red.isNaN && green.isNaN && blue.isNaN)
  }

  /// The color with 0 for unmeasured channels: a color that never changes has no pulse.
  var measuredColor: RGB {
    RGB(
      red: red.isNaN ? 0 : red, green: green.isNaN ? 0 : green, blue: blue.isNaN ? 0 : blue)
  }
}
