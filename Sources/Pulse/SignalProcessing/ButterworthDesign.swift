import Glibc

extension SecondOrderSections {
  /// Returns a Butterworth low-pass: maximally flat up to `cutoff`, its -3 dB point.
  ///
  /// The sections are those of SciPy's `butter(order, cutoff, "lowpass", fs:, output="sos")`, apart
  /// from their order.
  /// - Parameters:
  ///   - order: The number of poles, at least 1.
  ///   - cutoff: In hertz, above 0 and below half of `sampleRate`.
  public static func butterworthLowPass(
    order: Int, cutoff: Double, sampleRate: Double
  ) -> SecondOrderSections {
    precondition(order >= 1 && 0 < cutoff && cutoff < sampleRate / 2)
    let edge = 2 * sampleRate * tan(.pi * cutoff / sampleRate)
    let poles = prototypePoles(order).map { bilinear($0 * edge, sampleRate) }
    return SecondOrderSections(
      denominators(of: poles).map { a in
        // Zeros are at half the sample rate; the gain at 0 Hz is 1. In an odd order, one section
        // has a single pole and a single zero.
        let isPair = a.a2 != 0
        let gain = (1 + a.a1 + a.a2) / (isPair ? 4 : 2)
        return SecondOrderSection(
          b0: gain, b1: isPair ? 2 * gain : gain, b2: isPair ? gain : 0, a1: a.a1, a2: a.a2)
      })
  }

  /// Returns a Butterworth band-pass: maximally flat between `low` and `high`, which are its -3 dB
  /// points.
  ///
  /// The analog prototype of `order` poles is shifted to the band and mapped by the bilinear
  /// transform with prewarped edges, so the filter has `order` sections and twice as many poles.
  /// The sections are those of SciPy's `butter(order, [low, high], "bandpass", fs:, output="sos")`,
  /// apart from their order and the pairing of zeros.
  /// - Parameters:
  ///   - order: The number of poles of the prototype, at least 1.
  ///   - low: The lower edge in hertz, above 0.
  ///   - high: The upper edge in hertz, between `low` and half of `sampleRate`.
  public static func butterworthBandPass(
    order: Int, low: Double, high: Double, sampleRate: Double
  ) -> SecondOrderSections {
    precondition(order >= 1 && 0 < low && low < high && high < sampleRate / 2)
    let lower = 2 * sampleRate * tan(.pi * low / sampleRate)
    let upper = 2 * sampleRate * tan(.pi * high / sampleRate)
    let center = (lower * upper).squareRoot()
    let width = upper - lower

    // Each prototype pole p gives the two roots of s² - p·width·s + center² = 0.
    let poles = prototypePoles(order).flatMap { pole -> [Complex] in
      let half = pole * (width / 2)
      let root = (half * half - Complex(center * center, 0)).squareRoot
      return [bilinear(half + root, sampleRate), bilinear(half - root, sampleRate)]
    }

    // Each section has a zero at 0 Hz and one at half the sample rate; the gain at the center is 1.
    let unscaled = denominators(of: poles).map {
      SecondOrderSection(b0: 1, b1: 0, b2: -1, a1: $0.a1, a2: $0.a2)
    }
    let middle = sampleRate / .pi * atan(center / (2 * sampleRate))
    return SecondOrderSections(
      unscaled.map { section in
        let gain = SecondOrderSections([section]).gain(at: middle, sampleRate: sampleRate)
        return SecondOrderSection(
          b0: 1 / gain, b1: 0, b2: -1 / gain, a1: section.a1, a2: section.a2)
      })
  }

  /// Returns the poles of the analog low-pass with its edge at 1 radian per second.
  private static func prototypePoles(_ order: Int) -> [Complex] {
    (0..<order).map { k in
      let angle = Double.pi * Double(2 * k + 1 + order) / Double(2 * order)
      return Complex(cos(angle), sin(angle))
    }
  }

  private static func bilinear(_ pole: Complex, _ sampleRate: Double) -> Complex {
    (Complex(2 * sampleRate, 0) + pole) / (Complex(2 * sampleRate, 0) - pole)
  }

  /// Returns the denominators of the sections, those furthest from the unit circle first. Conjugate
  /// poles share a section. Real poles, which wide bands and odd orders have, are taken in pairs.
  private static func denominators(of poles: [Complex]) -> [(a1: Double, a2: Double)] {
    let tolerance = 1e-12
    var sections: [(a1: Double, a2: Double)] = []
    for pole in poles where pole.imaginary > tolerance {
      sections.append((-2 * pole.real, pole.real * pole.real + pole.imaginary * pole.imaginary))
    }
    let real = poles.filter { abs($0.imaginary) <= tolerance }.map(\.real).sorted()
    for first in stride(from: 0, to: real.count, by: 2) {
      if first + 1 < real.count {
        sections.append((-(real[first] + real[first + 1]), real[first] * real[first + 1]))
      } else {
        sections.append((-real[first], 0))
      }
    }
    return sections.sorted { $0.a2 < $1.a2 }
  }
}

/// The complex arithmetic that is needed to place poles.
private struct Complex {
  let real, imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  static func - (a: Complex, b: Complex) -> Complex {
    Complex(a.real - b.real, a.imaginary - b.imaginary)
  }

  static func * (a: Complex, b: Complex) -> Complex {
    Complex(
      a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  static func * (a: Complex, b: Double) -> Complex { Complex(a.real * b, a.imaginary * b) }

  static func / (a: Complex, b: Complex) -> Complex {
    let square = b.real * b.real + b.imaginary * b.imaginary
    return a * Complex(b.real / square, -b.imaginary / square)
  }

  /// The square root in the right half plane.
  var squareRoot: Complex {
    let size = hypot(real, imaginary)
    let root = ((size + real) / 2).squareRoot()
    let other = ((size - real) / 2).squareRoot()
    return Complex(root, imaginary < 0 ? -other : other)
  }
}
