/// A filter that runs over a whole signal forwards and backwards, so that nothing moves in time; its
/// gain is squared.
///
/// The ends are extended by odd reflection, and each pass starts in the steady state of its first
/// value, as SciPy's `sosfiltfilt` does with its defaults. What it keeps between signals is memory.
public struct ZeroPhaseFilter<Value: SignalValue>: Sendable {
  public let coefficients: SecondOrderSections

  /// Values that each end is extended by, where the signal is long enough.
  public let padding: Int

  @usableFromInline let sections: [(SecondOrderSection, (Double, Double))]
  @usableFromInline var extended: [Value] = []

  /// - Parameter padding: As SciPy chooses it, unless given.
  public init(_ coefficients: SecondOrderSections, padding: Int? = nil) {
    self.coefficients = coefficients
    self.padding = padding ?? coefficients.defaultPadding
    sections = Array(zip(coefficients.sections, coefficients.steadyState))
  }

  /// Replaces `signal` by its filtered form.
  @inlinable
  public mutating func filter(_ signal: inout [Value]) {
    let count = signal.count
    guard count > 0 else { return }
    let padding = min(padding, count - 1)
    let total = count + 2 * padding
    let sections = sections
    if extended.count != total { extended = [Value](repeating: .zero, count: total) }
    extended.withUnsafeMutableBufferPointer { extended in
      signal.withUnsafeMutableBufferPointer { signal in
        let (first, last) = (signal[0] * 2, signal[count - 1] * 2)
        for i in 0..<padding {
          extended[i] = first - signal[padding - i]
          extended[padding + count + i] = last - signal[count - 2 - i]
        }
        for i in 0..<count { extended[padding + i] = signal[i] }
        let (start, end) = (extended[0], total - 1)
        for (section, state) in sections {
          Self.run(section, over: extended, from: 0, by: 1, at: start * state.0, start * state.1)
        }
        let turn = extended[end]
        for (section, state) in sections {
          Self.run(section, over: extended, from: end, by: -1, at: turn * state.0, turn * state.1)
        }
        for i in 0..<count { signal[i] = extended[padding + i] }
      }
    }
  }

  /// One section over all values, one way, from a state (transposed direct form II).
  @inlinable
  static func run(
    _ section: SecondOrderSection, over values: UnsafeMutableBufferPointer<Value>,
    from start: Int, by step: Int, at firstState: Value, _ secondState: Value
  ) {
    let (b0, b1, b2, a1, a2) = (section.b0, section.b1, section.b2, section.a1, section.a2)
    var (first, second) = (firstState, secondState)
    var position = start
    for _ in 0..<values.count {
      let input = values[position]
      let output = input * b0 + first
      first = (input * b1 + second) - output * a1
      second = input * b2 - output * a2
      values[position] = output
      position += step
    }
  }
}
