import JSONCoding

/// Quantities as people read them: no code of a unit, and no more digits than mean something.
extension QuantityUnit {
  /// Returns the unit in words and signs, such as "bpm", "°C", "fl oz" or "mL/(kg·min)"; empty for
  /// a plain number. The form for programs is `description`.
  ///
  /// - Parameter type: The counted type, for a unit that only says that something is counted.
  package func words(for type: QuantityType? = nil) -> String {
    if self == .count { return type.flatMap { Self.counted[$0.identifier] } ?? "" }
    let events = type?.countedEvents ?? ""
    if self == .countPerMinute, events == "beats" { return "bpm" }
    let text = shownText.replacing("^2", with: "²").replacing("^3", with: "³")
      .replacing(".", with: "·")
    if text == "mi/hr" { return "mph" }
    return text.replacing(/[A-Za-z_]+/) { match in
      let code = String(match.output)
      if code == "count" { return events }
      if let words = Self.words[code] { return words }
      return code.hasPrefix("mc") && code.count > 2 ? "µ" + code.dropFirst(2) : code
    }
  }

  private static let words = [
    "degC": "°C", "degF": "°F", "deg": "°", "hr": "h", "Cal": "kcal", "cmAq": "cmH₂O",
    "fl_oz_us": "fl oz", "fl_oz_imp": "imp fl oz", "cup_us": "cups", "cup_imp": "imp cups",
    "pt_us": "pt", "pt_imp": "imp pt", "dBASPL": "dB", "dBHL": "dB HL", "pD": "PD",
    "appleEffortScore": "of 10",
  ]

  /// The things that the plain numbers of some types count.
  private static let counted = Dictionary(
    uniqueKeysWithValues: [
      ("StepCount", "steps"), ("FlightsClimbed", "floors"), ("PushCount", "pushes"),
      ("SwimmingStrokeCount", "strokes"), ("NumberOfTimesFallen", "falls"),
      ("InhalerUsage", "uses"), ("NumberOfAlcoholicBeverages", "drinks"),
      ("AppleSleepingBreathingDisturbances", "an hour"),
    ].map { ("HKQuantityTypeIdentifier" + $0, $1) })
}

extension Quantity {
  /// Returns the number in another unit as people write it there: 97 for 97%. Throws if the dimensions differ.
  package func writtenValue(in unit: QuantityUnit) throws(UnitError) -> Double {
    Quantity(try value(in: unit), unit).writtenValue
  }
}

extension Double {
  /// The number with the digits that people read: whole from 100 on, at most two places below 10, and a
  /// comma at each thousand.
  package var readText: String { readText(in: "") }

  /// Returns the number with its digits; of a weight or a temperature the first place is read from 100 on too.
  ///
  /// - Parameter words: The unit, as `QuantityUnit.words` has it.
  package func readText(in words: String) -> String {
    guard isFinite else { return "–" }
    let least = ["kg", "lb", "°C", "°F"].contains(words) && magnitude < 999.5 ? 1 : 0
    let places = magnitude >= 99.95 ? least : magnitude >= 9.995 ? 1 : 2
    let value = rounded(toPlaces: places)
    guard value.magnitude >= 1_000, value.magnitude < 1e15 else {
      return value == value.rounded() ? value.fixed(0) : "\(value)"
    }
    var digits = Array(value.magnitude.fixed(0))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// Seconds as hours and minutes: "7 h 12 min".
  package var lengthText: String {
    guard isFinite, magnitude < 1e12 else { return "–" }
    if self < 59.5 { return "\(fixed(0)) s" }
    let minutes = Int((self / 60).rounded())
    if minutes < 60 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
