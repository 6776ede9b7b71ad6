/// Filters a whole signal forward and backward, so that nothing moves in time. The gain is
/// squared.
///
/// The ends are extended by odd reflection, and each pass starts in the steady state of its first
/// value, as SciPy's `sosfiltfilt` does with its defaults. Between signals it keeps only memory.
public struct ZeroPhaseFilter<Value: SignalValue>: Sendable {
  /// The filter that runs in both directions.
  public let coefficients: SecondOrderSections

  /// The number of values by which each end is extended, if the signal is long enough.
  public let padding: Int

  @usableFromInline let sections: [(SecondOrderSection, (Double, Double))]
  @usableFromInline var extended: [Value] = []

  /// Creates a filter from its coefficients.
  /// - Parameter padding: The number of values by which each end is extended; `nil` for the number
  ///   that SciPy chooses.
  public init(_ coefficients: SecondOrderSections, padding: Int? = nil) {
    self.coefficients = coefficients
    self.padding = padding ?? coefficients.defaultPadding
    sections = Array(zip(coefficients.sections, coefficients.steadyState))
  }

  /// Replaces `signal` by its filtered form.
  @inlinable
  public mutating func filter(_ signal: inout [Value]) {
    signal.withUnsafeMutableBufferPointer { filter($0) }
  }

  /// Replaces `signal`, which the caller keeps, by its filtered form.
  @inlinable
  public mutating func filter(_ signal: UnsafeMutableBufferPointer<Value>) {
    let count = signal.count
    guard count > 0 else { return }
    let padding = min(padding, count - 1)
    let total = count + 2 * padding
    let sections = sections
    if extended.count != total { extended = [Value](repeating: .zero, count: total) }
    extended.withUnsafeMutableBufferPointer { extended in
      let (first, last) = (signal[0] * 2, signal[count - 1] * 2)
      for i in 0..<padding {
        extended[i] = first - signal[padding - i]
        extended[padding + count + i] = last - signal[count - 2 - i]
      }
      for i in 0..<count { extended[padding + i] = signal[i] }
      let (start, end) = (extended[0], total - 1)
      Self.run(sections, over: extended, from: 0, by: 1, settledAt: start)
      let turn = extended[end]
      Self.run(sections, over: extended, from: end, by: -1, settledAt: turn)
      for i in 0..<count { signal[i] = extended[padding + i] }
    }
  }

  /// Runs all sections over all values in one direction, two sections at a time. A value has to
  /// wait for the one before it in each section, so two sections take as long as one.
  @inlinable
  static func run(
    _ sections: [(SecondOrderSection, (Double, Double))],
    over values: UnsafeMutableBufferPointer<Value>, from start: Int, by step: Int,
    settledAt value: Value
  ) {
    var index = 0
    while index + 1 < sections.count {
      let ((s, sState), (t, tState)) = (sections[index], sections[index + 1])
      // The share of the input that each register takes, including the part that comes through the
      // output, so that it need not wait for the output.
      let (s1, s2) = (s.b1 - s.a1 * s.b0, s.b2 - s.a2 * s.b0)
      let (t1, t2) = (t.b1 - t.a1 * t.b0, t.b2 - t.a2 * t.b0)
      var (first, second) = (value * sState.0, value * sState.1)
      var (third, fourth) = (value * tState.0, value * tState.1)
      var position = start
      for _ in 0..<values.count {
        let input = values[position]
        let middle = input * s.b0 + first
        (first, second) = (
          (input * s1 + second) - first * s.a1, input * s2 - first * s.a2
        )
        let output = middle * t.b0 + third
        (third, fourth) = (
          (middle * t1 + fourth) - third * t.a1, middle * t2 - third * t.a2
        )
        values[position] = output
        position += step
      }
      index += 2
    }
    guard index < sections.count else { return }
    let (s, state) = sections[index]
    let (s1, s2) = (s.b1 - s.a1 * s.b0, s.b2 - s.a2 * s.b0)
    var (first, second) = (value * state.0, value * state.1)
    var position = start
    for _ in 0..<values.count {
      let input = values[position]
      values[position] = input * s.b0 + first
      (first, second) = (
        (input * s1 + second) - first * s.a1, input * s2 - first * s.a2
      )
      position += step
    }
  }
}
