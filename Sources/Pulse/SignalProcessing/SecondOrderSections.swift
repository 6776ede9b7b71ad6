import Glibc

/// One recursive filter of second order: `(b0 + b1 z⁻¹ + b2 z⁻²) / (1 + a1 z⁻¹ + a2 z⁻²)`.
public struct SecondOrderSection: Sendable, Equatable {
  /// The coefficients, of the input and then of the output.
  public let b0, b1, b2, a1, a2: Double

  /// Creates a section from its coefficients.
  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }
}

/// A recursive filter as a chain of second-order sections: coefficients only.
///
/// A chain keeps its poles where they were designed; in double precision, one polynomial of the
/// same order would not. `CausalFilter` runs it over a stream; `ZeroPhaseFilter` runs it over a
/// whole signal, forward and backward.
public struct SecondOrderSections: Sendable, Equatable {
  /// The sections, in the order in which they filter.
  public let sections: [SecondOrderSection]

  /// Creates a chain of sections.
  public init(_ sections: [SecondOrderSection]) {
    self.sections = sections
  }

  /// The state of each section after a constant input of 1. A filter that begins with it has no
  /// transient.
  @usableFromInline var steadyState: [(Double, Double)] {
    var scale = 1.0
    return sections.map { section in
      // Both registers follow from the transposed direct form II and a constant output of `gain`.
      let gain =
        (section.b0 + section.b1 + section.b2) / (1 + section.a1 + section.a2)
      let second = section.b2 - section.a2 * gain
      let first = section.b1 - section.a1 * gain + second
      defer { scale *= gain }
      return (first * scale, second * scale)
    }
  }

  /// Filters `signal` forward and backward, as `ZeroPhaseFilter` does.
  @inlinable
  public func filterZeroPhase<Value: SignalValue>(_ signal: inout [Value], padding: Int? = nil) {
    var filter = ZeroPhaseFilter<Value>(self, padding: padding)
    filter.filter(&signal)
  }

  /// The length by which SciPy's `sosfiltfilt` extends each end: three times the filter's length.
  /// Coefficients that are zero at the end of every section do not count.
  @usableFromInline var defaultPadding: Int {
    var taps = 2 * sections.count + 1
    taps -= min(
      sections.count { $0.b2 == 0 },
      sections.count { $0.a2 == 0 })
    return 3 * taps
  }

  /// Returns the factor by which the filter changes the amplitude of a sinusoid of `frequency` (Hz)
  /// at `sampleRate` (Hz).
  public func gain(at frequency: Double, sampleRate: Double) -> Double {
    let angle = 2 * Double.pi * frequency / sampleRate
    let (c1, s1) = (cos(angle), sin(angle))
    let (c2, s2) = (cos(2 * angle), sin(2 * angle))
    return sections.reduce(1.0) { product, s in
      let numerator = hypot(s.b0 + s.b1 * c1 + s.b2 * c2, s.b1 * s1 + s.b2 * s2)
      let denominator = hypot(1 + s.a1 * c1 + s.a2 * c2, s.a1 * s1 + s.a2 * s2)
      return product * numerator / denominator
    }
  }
}
