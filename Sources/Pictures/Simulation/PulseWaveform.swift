import Glibc

/// Blood volume in a fingertip over time: a systolic wave and a dicrotic one for every beat.
///
/// Both are bell curves whose times shrink with the square root of the interval, as the ejection
/// time does; between them lies the notch. A beat's time is where its systolic wave rises most steeply.
public struct PulseWaveform: Sendable {
  /// The shape of a beat: how high its dicrotic wave is, and how wide and how even its waves are.
  public enum Shape: String, Sendable, CaseIterable {
    /// A dicrotic wave of two fifths of the systolic one.
    case usual

    /// A dicrotic wave that hardly shows, as in older people.
    case weakDicrotic = "weak-dicrotic"

    /// A dicrotic wave of four fifths, as in warm, relaxed vessels.
    case strongDicrotic = "strong-dicrotic"

    /// A systolic wave that rises fast and decays slowly, and no notch: measured pulses of the young
    /// and the exercising.
    case sawtooth

    /// A rounded wave without a notch, as through thick tissue.
    case rounded
  }

  /// A beat with two hills, as young people at rest have it: the second one comes late and high. All lengths
  /// are in seconds.
  public struct TwoHills: Sendable, Equatable {
    /// The duration of the first hill's rise and fall.
    public var (rise, fall) = (0.1, 0.16)

    /// When the second one comes after the first, how high it is beside it, and how wide.
    public var (delay, height, width) = (0.3, 0.45, 0.11)

    /// The share that flows off slowly.
    public var tail = 0.2

    public init() {}

    /// Returns the volume some seconds after the first hill's top.
    func volume(at since: Double) -> Double {
      let first = since / (since < 0 ? rise : fall)
      let second = (since - delay) / width
      let slow = since > 0 ? tail * (1 - exp(-since / 0.1)) * exp(-since / 0.5) : 0
      return exp(-first * first) + height * exp(-second * second) + slow
    }
  }

  private static let systolicWidth = 0.07
  private static let dicroticDelay = 0.27
  private static let dicroticWidth = 0.10

  private let beats: [SimulatedBeat]
  private let shape: Shape
  private let hills: TwoHills?

  /// The first beat that may still be felt; moments must be asked for in order.
  private var firstFelt = 0

  /// Creates the wave of these beats, which are in order.
  public init(beats: [SimulatedBeat], shape: Shape = .usual, hills: TwoHills? = nil) {
    (self.beats, self.shape, self.hills) = (beats, shape, hills)
  }

  /// Returns the volume above the diastolic one, about 1 at the height of an ordinary beat.
  /// - Parameter time: Seconds, not before those asked for earlier.
  public mutating func volume(at time: Double) -> Double {
    while firstFelt < beats.count, beats[firstFelt].time < time - 2.5 { firstFelt += 1 }
    var volume = 0.0
    var index = firstFelt
    while index < beats.count, beats[index].time < time + 1 {
      let beat = beats[index]
      let scale = min(beat.interval, 1.5).squareRoot()
      volume += beat.strength * wave(time - beat.time, scale)
      index += 1
    }
    return volume
  }

  /// Returns a beat's volume.
  /// - Parameters:
  ///   - since: Seconds since its upstroke was steepest.
  ///   - scale: The factor for its times.
  private func wave(_ since: Double, _ scale: Double) -> Double {
    // A bell of this width is steepest there.
    if let hills { return hills.volume(at: since - hills.rise / 2.0.squareRoot()) }
    func bell(_ delay: Double, _ width: Double) -> Double {
      let distance = (since - delay * scale) / (width * scale)
      return exp(-0.5 * distance * distance)
    }
    // One standard deviation before its top, a bell curve is steepest.
    let systolic = Self.systolicWidth
    let dicroticDelay = systolic + Self.dicroticDelay
    switch shape {
    case .usual: return bell(systolic, systolic) + 0.4 * bell(dicroticDelay, Self.dicroticWidth)
    case .weakDicrotic:
      return bell(systolic, systolic) + 0.12 * bell(dicroticDelay, Self.dicroticWidth)
    case .strongDicrotic:
      return bell(systolic, systolic) + 0.8 * bell(dicroticDelay - 0.02, 0.09)
    case .sawtooth:
      // A logistic rise of a tenth of a second, then a decay over the rest of the beat.
      let (rise, decay) = (since / (0.022 * scale), max(since / (0.3 * scale), -20))
      return 1.25 / (1 + exp(-rise)) * exp(-max(decay, 0))
    case .rounded: return bell(0.16, 0.16)
    }
  }
}
