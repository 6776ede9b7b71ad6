import Glibc
import VideoFrames

/// Light that repeats faster than a heart beats: a lamp on the mains, an exposure that alternates, a hand that
/// trembles.
///
/// A mean over exactly one of its periods takes it away, whatever its shape, and leaves most of a pulse.
struct FastLight: Sendable {
  /// The frequencies that are looked for, in hertz.
  private static let frequencies = 3.9...14.9

  /// The width that a trembling hand gives to its frequency, as a share.
  private static let width = 0.07

  /// The ratio of its power to that of everything slower from which on it is removed. The second
  /// harmonic of a fast pulse may have as much power, but its colors differ.
  private static let leastPower = 0.6

  private var powers: [Double] = []

  /// The maximum ratio of the power that it has in two colors, since light changes all by nearly
  /// the same share; the harmonics of a fast pulse differ by more.
  private static let mostDifference = 2.0

  /// Returns the period of such light in seconds; `nil` without it, or if fewer than two colors show it.
  /// - Parameter colors: The changes of colors over their levels, detrended, at `HeartRateMonitor.sampleRate`.
  mutating func period(in colors: [[Double]]) -> Double? {
    guard colors.count >= 2, colors[0].count > 90 else { return nil }
    let signal = colors[0].indices.map { index in colors.reduce(0) { $0 + $1[index] } }
    let total = signal.reduce(0) { $0 + $1 * $1 }
    // Differences weigh a frequency by its square: a pulse has little of its power there.
    var fast = 0.0
    for i in 1..<signal.count { fast += (signal[i] - signal[i - 1]) * (signal[i] - signal[i - 1]) }
    guard fast > Self.leastFastShare * total else { return nil }
    let step = HeartRateMonitor.sampleRate / Double(signal.count)
    let first = Int(Self.frequencies.lowerBound / step)
    let count = Int(Self.frequencies.upperBound / step) - first
    powers.removeAll(keepingCapacity: true)
    for bin in stride(from: 0, to: count, by: Bins.scalarCount) {
      let found = Self.powers(of: signal, from: first + bin)
      for lane in 0..<min(Bins.scalarCount, count - bin) { powers.append(found[lane]) }
    }
    var (highest, at) = (0.0, 0)
    for bin in powers.indices where powers[bin] > highest { (highest, at) = (powers[bin], bin) }
    let middle = Double(first + at)
    let reach = max(1, Int(Self.width * middle))
    let band = max(at - reach, 0)...min(at + reach, powers.count - 1)
    var (power, moment) = (0.0, 0.0)
    for bin in band {
      power += powers[bin]
      moment += powers[bin] * Double(first + bin)
    }
    let fastPower = powers.reduce(0, +)
    guard power > Self.leastPower * max(total - fastPower, 0), power > Self.leastShare * fastPower
    else { return nil }
    let parts = colors.map { color in
      band.reduce(0) { $0 + Self.powers(of: color, from: first + $1)[0] }
    }
    guard parts.reduce(0, max) < Self.mostDifference * parts.reduce(.infinity, min) else {
      return nil
    }
    return 1 / (step * moment / power)
  }

  /// The minimum share of all power of these frequencies. Noise is about as high everywhere, and a
  /// codec's key frames have many harmonics.
  private static let leastShare = 0.5

  /// The power of the differences over that of the signal, without which no frequency has enough: that of
  /// `leastPower` at the lowest one.
  private static let leastFastShare = 0.23

  /// Frequencies side by side, since each waits for the sample before.
  private typealias Bins = SIMD8<Double>

  /// Returns the sums of the squares that the frequencies from one on have in a signal (Goertzel 1958).
  private static func powers(of signal: [Double], from bin: Int) -> Bins {
    var coefficients = Bins.zero
    for lane in 0..<Bins.scalarCount {
      coefficients[lane] = 2 * cos(2 * .pi * Double(bin + lane) / Double(signal.count))
    }
    var (last, before) = (Bins.zero, Bins.zero)
    for value in signal { (last, before) = (coefficients * last + value - before, last) }
    return (last * last + before * before - coefficients * last * before) * 2
      / Double(signal.count)
  }
}

extension WindowFrames {
  /// Returns the same frames, each the mean of the light over some seconds around it.
  func averaged(over seconds: Double) -> WindowFrames {
    var result = self
    result.recorded = colors
    let (times, colors) = (Array(times), Array(colors).map(\.vector))
    guard let first = times.first, let last = times.last else { return self }
    // The integral up to each frame, of straight lines between frames.
    var integrals = [SIMD4<Double>](repeating: .zero, count: times.count)
    for i in times.indices.dropFirst() {
      integrals[i] =
        integrals[i - 1] + (colors[i] + colors[i - 1]) * ((times[i] - times[i - 1]) / 2)
    }
    func integral(_ index: inout Int, to time: Double) -> SIMD4<Double> {
      while index + 1 < times.count - 1, times[index + 1] <= time { index += 1 }
      let part = time - times[index]
      let share = part / max(times[index + 1] - times[index], 1e-9)
      let color = colors[index] + (colors[index + 1] - colors[index]) * share
      return integrals[index] + (colors[index] + color) * (part / 2)
    }
    guard last > first else { return self }
    var (start, end) = (0, 0)
    result.colors =
      times.map { time in
        // At either end, over as long a time beside it.
        let from = max(min(time - seconds / 2, last - seconds), first)
        let to = min(from + seconds, last)
        return RGB((integral(&end, to: to) - integral(&start, to: from)) * (1 / (to - from)))
      }[...]
    return result
  }
}

extension RGB {
  fileprivate init(_ vector: SIMD4<Double>) {
    self.init(red: vector[0], green: vector[1], blue: vector[2])
  }
}
