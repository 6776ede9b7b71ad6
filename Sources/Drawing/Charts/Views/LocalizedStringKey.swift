extension String {
  /// Creates the text itself: there are no translations here.
  public init(localized key: LocalizedStringKey) { self = key.text }
}

/// A text in code, with values in formats: `"\\(rate, specifier: "%.1f") a minute"`. There are no
/// translations here.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  let text: String

  public init(_ value: String) { text = value }
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Puts the values of a text into their formats.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)" }
    public mutating func appendInterpolation(_ value: Text) { text += value.content }

    /// - Parameter specifier: A specifier of C: "%.1f", "%lld".
    public mutating func appendInterpolation<Value: CVarArg>(_ value: Value, specifier: String) {
      text += String(format: specifier, value)
    }

    public mutating func appendInterpolation(_ value: Date, formatter: DateFormatter) {
      text += formatter.string(from: value)
    }

    public mutating func appendInterpolation<F: FormatStyle>(
      _ value: F.FormatInput, format: F
    ) where F.FormatOutput == String { text += format.format(value) }
  }
}
