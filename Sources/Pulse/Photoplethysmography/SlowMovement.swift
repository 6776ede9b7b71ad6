import Glibc
import SignalProcessing

/// Recognizes harmonics: of breathing or a sway whose fundamental the pulse's filters remove, and
/// of a slow, rounded pulse.
struct SlowMovement: Sendable {
  /// The samples of the pulse's grid that are averaged to one: slow movement needs no more than 10 a
  /// second.
  private static let decimation = 3

  /// The longest period of slow movement in seconds, 11 per minute; and the shortest, in beats.
  private static let longestPeriod = 5.3
  private static let shortestPeriod = 1.4

  /// The stiffness of the trend that is removed, with its half-amplitude point at 0.12 Hz at 10 Hz.
  private static let lambda = 176.0

  /// The minimum correlation at a longer period that counts. An irregular pulse correlates with
  /// itself at no period, and by chance a little at some.
  private static let leastCorrelation = 0.6

  private var correlation = Autocorrelation()
  private var priors = RecentPriors(lambda: SlowMovement.lambda)
  private var signal: [Double] = []

  /// Returns how much better a level correlates with itself one period of slow movement later than
  /// one beat later.
  /// - Parameters:
  ///   - levels: On the pulse's grid.
  ///   - period: The candidate's, in samples.
  mutating func excess(in levels: [Double], over period: Double) -> Double {
    let step = Self.decimation
    let count = levels.count / step
    let rate = HeartRateMonitor.sampleRate / Double(step)
    let own = period / Double(step)
    let first = max(1, Int(own) - 1)
    // A period must be seen twice.
    let last = min(Int(Self.longestPeriod * rate), count / 2)
    let longer = Int((Self.shortestPeriod * own).rounded(.up))
    guard longer < last else { return 0 }
    signal.removeAll(keepingCapacity: true)
    for i in 0..<count {
      var sum = 0.0
      for k in 0..<step { sum += levels[i * step + k] }
      signal.append(sum / Double(step))
    }
    priors.priors(count: count).detrend(&signal)
    signal.withUnsafeBufferPointer {
      correlation.measure($0, lags: max(0, first - Self.reach)...last)
    }
    let coefficients = correlation.coefficients
    var highest = -1.0
    // A whole multiple of a beat correlates as a beat does; that is no excess.
    for lag in longer...last { highest = max(highest, coefficients[lag]) }
    let beat = (first...min(first + 3, last)).reduce(coefficient(at: own)) {
      max($0, coefficients[$1])
    }
    return highest > Self.leastCorrelation ? highest - beat : min(highest - beat, 0)
  }

  /// The lags on either side that a coefficient between lags is interpolated from.
  private static let reach = 6

  /// Returns the correlation at a lag between samples: the pulse of a fast heart has hardly more than
  /// three samples here, and its highest correlation may be between two of them.
  private func coefficient(at lag: Double) -> Double {
    let below = Int(lag)
    guard lag > Double(below) else { return correlation.coefficients[below] }
    var sum = 0.0
    for k in (below - Self.reach + 1)...(below + Self.reach) {
      // The correlation is the same at lags of either sign.
      let index = min(abs(k), correlation.coefficients.count - 1)
      let distance = .pi * (lag - Double(k))
      let taper = 0.5 + 0.5 * cos(distance / Double(Self.reach))
      sum += correlation.coefficients[index] * taper * sin(distance) / distance
    }
    return sum
  }
}
