import SignalProcessing
public import VideoFrames

/// The newest seconds of the pulse as a curve to watch: each frame shows at once.
///
/// The filters look back only, so the curve is for the eye; no number is taken from it. Time runs in even
/// steps whatever the frame rate.
public struct PulseTrace: Sendable {
  /// Points a second.
  public static let pointRate = 30.0

  /// Seconds that are kept.
  public static let length = 30.0

  /// The stream's time of the newest point in seconds; `nil` before the first.
  public private(set) var time: Double?

  private var filter = CausalFilter<SIMD4<Double>>(band)

  /// What the filter was settled at; shares are told of it.
  private var level = SIMD4<Double>(repeating: 1)

  /// Blood in red, green and blue, upwards, as a share of the level; the oldest first.
  private var points: [SIMD4<Double>] = []

  /// Where the newest point lies on the even grid.
  private var position = 0

  /// The levels that the next point is the mean of, and how many they are.
  private var pending = (sum: SIMD4<Double>.zero, count: 0.0)

  private static let band = SecondOrderSections.butterworthBandPass(
    order: 2, low: 0.5, high: 6, sampleRate: pointRate)

  public init() {}

  /// Takes the stream's next sample.
  public mutating func append(_ sample: ColorSample) {
    guard sample.isUsable else { return }
    let levels = SIMD4(max(sample.red, 1), max(sample.green, 1), max(sample.blue, 1), 1)
    let place = sample.time * Self.pointRate
    guard let time, place - Double(position) < Self.pointRate, sample.time >= time else {
      // The first sample, or the first after a silence: everything begins anew.
      start(levels, at: Int(place.rounded(.down)))
      return
    }
    pending = (pending.sum + levels, pending.count + 1)
    let steps = Int(place.rounded(.down)) - position
    guard steps > 0 else { return }
    let mean = pending.sum / pending.count
    pending = (.zero, 0)
    for _ in 0..<steps { add(mean) }
    position += steps
    self.time = Double(position) / Self.pointRate
  }

  /// The curve of one colour over the last so many seconds, oldest first, blood upwards, as a share of the
  /// level.
  public func points(of channel: ColorChannel, seconds: Double) -> [Double] {
    let count = Int(seconds * Self.pointRate)
    return points.suffix(count).map { $0[channel.lane] }
  }

  private mutating func start(_ levels: SIMD4<Double>, at position: Int) {
    self.position = position
    time = Double(position) / Self.pointRate
    points = []
    pending = (.zero, 0)
    level = levels
    filter = CausalFilter(Self.band, settledAt: SIMD4(repeating: 1))
  }

  private mutating func add(_ levels: SIMD4<Double>) {
    // More blood, less light.
    points.append(-filter.filter(levels / level))
    let most = Int(Self.length * Self.pointRate)
    if points.count > 2 * most { points.removeFirst(points.count - most) }
  }
}
