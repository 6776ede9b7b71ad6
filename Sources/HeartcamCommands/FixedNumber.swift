import Glibc

extension Double {
  /// With exactly n decimal places.
  func fixed(_ places: Int) -> String {
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
}
