import Glibc

extension Double {
  /// Rounded to so many decimal places, so that it prints with no more.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    let result = (self * scale).rounded() / scale
    return result == 0 ? 0 : result
  }

  /// With exactly so many decimal places; a dash where it is not finite.
  package func fixed(_ places: Int) -> String {
    guard isFinite else { return "-" }
    let whole = (magnitude * pow(10, Double(places))).rounded()
    guard whole < 1e15 else { return "\(self)" }
    var digits = String(Int64(whole))
    if digits.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.count) + digits
    }
    let sign = self < 0 && whole != 0 ? "-" : ""
    return places == 0
      ? sign + digits : sign + digits.dropLast(places) + "." + digits.suffix(places)
  }

  /// With so many digits that count, at least: 0.0123, 1.23, 12.3, 123.
  package func significant(_ digits: Int = 3) -> String {
    guard isFinite, self != 0 else { return isFinite ? "0" : "-" }
    return fixed(max(0, digits - 1 - Int(log10(magnitude).rounded(.down))))
  }

  /// Without a fraction where there is none.
  package var plain: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

extension String {
  /// Filled with spaces to a width: at the end, or at the start where the width is negative.
  package func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }

  /// Without spaces at the end.
  var trimmingSpaces: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}
