import JSONCoding

/// A time of day as Apple writes beat times, in the phone's language: `6:14:48.94 PM`,
/// `08:33:44,67`, `下午6:14:48.94`.
enum BeatClock {
  /// Returns the seconds since midnight; `nil` if the text is not a time.
  static func seconds(_ text: String) -> Double? {
    let digits = text.unicodeScalars.map { scalar -> Character in
      if let value = scalar.properties.numericType == .decimal
        ? scalar.properties.numericValue : nil
      {
        return Character(String(Int(value)))
      }
      return scalar == "," || scalar == "٫" ? "." : Character(scalar)
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    func isPart(_ character: Character) -> Bool {
      ("0"..."9").contains(character) || character == "."
    }
    let hourText = String(parts[0].reversed().prefix(while: isPart).reversed())
    let minuteText = String(parts[1])
    let secondText = String(parts[2].prefix(while: isPart))
    guard var hour = Int(hourText), let minute = Int(minuteText),
      let second = DecimalNumber.value(of: secondText), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<61).contains(second)
    else { return nil }
    let around = String(parts[0].dropLast(hourText.count) + parts[2].dropFirst(secondText.count))
      .lowercased()
    if afternoons.contains(where: around.contains) {
      if hour < 12 { hour += 12 }
    } else if mornings.contains(where: around.contains), hour == 12 {
      hour = 0
    }
    return Double(hour * 3600 + minute * 60) + second
  }

  private static let afternoons = ["pm", "p.m", "p. m", "p.\u{A0}m", "下午", "午後", "오후", "م"]
  private static let mornings = ["am", "a.m", "a. m", "a.\u{A0}m", "上午", "午前", "오전", "ص"]
}
