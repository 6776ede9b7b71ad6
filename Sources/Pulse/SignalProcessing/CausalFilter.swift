/// The running state of a chain of second-order sections over one stream (transposed direct form
/// II).
public struct CausalFilter<Value: SignalValue>: Sendable {
  /// The filter that runs.
  public let coefficients: SecondOrderSections
  @usableFromInline var first: [Value]
  @usableFromInline var second: [Value]

  /// Creates a filter at rest, as if its input had always been zero.
  @inlinable
  public init(_ coefficients: SecondOrderSections) {
    self.coefficients = coefficients
    first = Array(repeating: .zero, count: coefficients.sections.count)
    second = first
  }

  /// Creates a filter that has settled, as if its input had always been `value`.
  @inlinable
  public init(_ coefficients: SecondOrderSections, settledAt value: Value) {
    self.init(coefficients)
    for (index, state) in coefficients.steadyState.enumerated() {
      first[index] = value * state.0
      second[index] = value * state.1
    }
  }

  /// Returns the output for the stream's next value.
  @inlinable
  public mutating func filter(_ value: Value) -> Value {
    var value = value
    for index in coefficients.sections.indices {
      let s = coefficients.sections[index]
      let output = value * s.b0 + first[index]
      first[index] = value * s.b1 - output * s.a1 + second[index]
      second[index] = value * s.b2 - output * s.a2
      value = output
    }
    return value
  }
}
