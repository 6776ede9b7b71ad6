import SignalProcessing
public import VideoFrames

/// The newest seconds of the pulse as a curve for display. Each frame shows at once.
///
/// The filters are causal, so the curve is only for display and no number comes from it. Its points
/// are evenly spaced in time at any frame rate.
public struct PulseTrace: Sendable {
  /// The number of points per second.
  public static let pointRate = 30.0

  /// The seconds of the curve that are kept.
  public static let length = 30.0

  /// The time of the newest point in seconds of the stream; `nil` before the first point.
  public private(set) var time: Double?

  private var filter = CausalFilter<RGB>(band)

  /// The level at which the filter settled; the curve is a share of it.
  private var level = RGB(red: 1, green: 1, blue: 1)

  /// Blood in red, green and blue, upward, as a share of the level; the oldest first.
  private var points: [RGB] = []

  /// The position of the newest point on the even grid.
  private var position = 0

  /// The sum and the number of the levels whose mean is the next point.
  private var pending = (sum: RGB.zero, count: 0.0)

  private static let band = SecondOrderSections.butterworthBandPass(
    order: 2, low: 0.5, high: 6, sampleRate: pointRate)

  /// Creates a trace without points.
  public init() {}

  /// Takes the stream's next sample.
  public mutating func append(_ sample: ColorSample) {
    guard sample.isUsable else { return }
    let levels = RGB(
      red: max(sample.red, 1), green: max(sample.green, 1), blue: max(sample.blue, 1))
    let gridPosition = sample.time * Self.pointRate
    guard let time, gridPosition - Double(position) < Self.pointRate, sample.time >= time else {
      // The first sample, or the first after a gap: everything starts again.
      start(levels, at: Int(gridPosition.rounded(.down)))
      return
    }
    pending = (pending.sum + levels, pending.count + 1)
    let steps = Int(gridPosition.rounded(.down)) - position
    guard steps > 0 else { return }
    let count = pending.count
    let mean = pending.sum / RGB(red: count, green: count, blue: count)
    pending = (.zero, 0)
    for _ in 0..<steps { add(mean) }
    position += steps
    self.time = Double(position) / Self.pointRate
  }

  /// Returns the curve of one color over the last seconds, oldest first, blood upward, as a share
  /// of the level. For a combination it is the curve of red.
  public func points(of channel: ColorChannel, seconds: Double) -> [Double] {
    let count = Int(seconds * Self.pointRate)
    let component = channel.component ?? .red
    return points.suffix(count).map { $0[component] }
  }

  /// The length of a part of the curve that holds a beat, in points: 1.5 seconds.
  private static let partLength = 45

  /// Returns the values between which a curve usually swings, whatever a jolt does; `nil` without points.
  ///
  /// It is the usual range of parts that each hold a beat, of the newest ten seconds. Jolts of up to five
  /// seconds change nothing; after a longer one the newest parts count, so that it is over within two. The
  /// page's drawing has the same rule.
  public static func usualSwing(of points: [Double]) -> ClosedRange<Double>? {
    let newest = points.suffix(7 * partLength)
    var ends: [(low: Double, high: Double)] = []
    var end = newest.endIndex
    while end - newest.startIndex >= partLength || (ends.isEmpty && end > newest.startIndex) {
      let part = newest[max(end - partLength, newest.startIndex)..<end]
      ends.append((abs(part.min() ?? 0), abs(part.max() ?? 0)))
      end = part.startIndex
    }
    guard !ends.isEmpty else { return nil }
    func usual(_ some: ArraySlice<(low: Double, high: Double)>) -> (low: Double, high: Double) {
      let place = some.count * 2 / 5
      return (some.map(\.low).sorted()[place], some.map(\.high).sorted()[place])
    }
    let (all, now) = (usual(ends[...]), usual(ends.prefix(2)))
    let chosen = now.low + now.high < (all.low + all.high) / 3 ? now : all
    return -chosen.low...chosen.high
  }

  private mutating func start(_ levels: RGB, at position: Int) {
    self.position = position
    time = Double(position) / Self.pointRate
    points = []
    pending = (.zero, 0)
    level = levels
    filter = CausalFilter(Self.band, settledAt: RGB(red: 1, green: 1, blue: 1))
  }

  private mutating func add(_ levels: RGB) {
    // More blood is less light.
    points.append(.zero - filter.filter(levels / level))
    let most = Int(Self.length * Self.pointRate)
    if points.count > 2 * most { points.removeFirst(points.count - most) }
  }
}
