import Glibc
import JSONCoding

extension Double {
  /// Returns the number with at least n significant digits: 0.0123, 1.23, 12.3, 123.
  package func significant(_ digits: Int = 3) -> String {
    guard isFinite, self != 0 else { return isFinite ? "0" : "-" }
    return fixed(max(0, digits - 1 - Int(log10(magnitude).rounded(.down))))
  }

  /// The number without a fraction if it is whole.
  package var plain: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension String {
  /// Pads with spaces to a width: at the end, or at the start if the width is negative.
  package func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }

  /// The text without spaces at the end.
  var trimmingSpaces: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
