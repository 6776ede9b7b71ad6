import JSONCoding

/// Units as people and other programs write them: the one table of spellings, for every importer
/// and for typed units.
extension QuantityUnit {
  /// Reads a unit in the store's notation, or as it is spelled elsewhere: `bpm`, `beats/minute`, `/min`,
  /// `°C`, `mg/dl`, `µg`, `lbs`, and UCUM's names such as `mm[Hg]` and `{steps}`.
  ///
  /// The store's notation comes first: `Mg` is a megagram.
  public init(spelled text: String) throws(UnitError) {
    do throws(UnitError) {
      try self.init(text)
    } catch {
      guard text.utf8.count <= 128, let unit = Self.unit(spelled: text) else { throw error }
      self = unit
    }
  }

  /// Returns a number as people write it, with the unit after it if there is one: `70 kg`, `36,6
  /// °C`, `98%`; `nil` if no number comes first.
  ///
  /// - Parameter comma: The meaning of a comma in it.
  package static func number(
    written text: String, comma: WrittenNumber.Comma = .unknown
  ) throws(UnitError) -> (number: Double, unit: QuantityUnit?)? {
    if let number = WrittenNumber.value(of: text, comma: comma) { return (number, nil) }
    let words = text.drop { $0.isWhitespace }
    let sign = words.prefix { "+-".contains($0) }
    let digits = words[sign.endIndex...].prefix { WrittenNumber.isPart($0) }
    guard let number = WrittenNumber.value(of: "\(sign)\(digits)", comma: comma) else { return nil }
    let rest = words[digits.endIndex...].filter { !$0.isWhitespace }
    guard !rest.isEmpty else { return (number, nil) }
    // Stones and pounds, feet and inches.
    let name = rest.prefix { !$0.isNumber }
    if rest.utf8.count < 30,
      let second = try Self.number(written: String(rest.dropFirst(name.count))),
      let small = second.unit, let large = try? QuantityUnit(spelled: String(name)),
      let part = try? Quantity(second.number, small).value(in: large)
    {
      return (number + part, large)
    }
    return (number, try QuantityUnit(spelled: rest))
  }

  private static func unit(spelled text: String) -> QuantityUnit? {
    var plain = text.filter { !$0.isWhitespace || $0 == " " }
    for (sign, symbol) in signs { plain = plain.replacing(sign, with: symbol) }
    plain = plain.filter { $0 != " " }
    let lower = plain.lowercased()
    if let known = wholes[lower] { return try? QuantityUnit(known) }
    let parts = plain.split(separator: "/", omittingEmptySubsequences: false).map { part in
      words[part.lowercased()] ?? String(part)
    }
    guard parts.dropFirst().allSatisfy({ !$0.isEmpty }), parts.count > 1 || parts[0] != "" else {
      return nil
    }
    let joined = (parts[0].isEmpty ? ["count"] : parts.prefix(1)) + parts.dropFirst()
    if let unit = try? QuantityUnit(joined.joined(separator: "/")) { return unit }
    // In capitals, as instruments print them; one letter alone may be anything.
    guard plain.utf8.count > 1 else { return nil }
    return try? QuantityUnit(joined.joined(separator: "/").lowercased())
  }

  private static let signs = [
    ("\u{B5}", "mc"), ("\u{3BC}", "mc"), ("℃", "degC"), ("℉", "degF"), ("° C", "degC"),
    ("° F", "degF"), ("°C", "degC"), ("°F", "degF"), ("°", "deg"), ("²", "^2"), ("³", "^3"),
    ("⋅", "·"), ("×", "·"), (" per ", "/"),
  ]

  /// Spellings of a unit as a whole, in small letters.
  private static let wholes = [
    "bpm": "count/min", "b.p.m.": "count/min", "b/min": "count/min", "brpm": "count/min",
    "rpm": "count/min", "cpm": "count/min", "lpm": "count/min", "ppm": "count/min",
    "min-1": "count/min", "min^-1": "count/min",
    "s-1": "count/s", "s^-1": "count/s", "c": "degC", "f": "degF", "kg/m2": "count",
    "kg/m^2": "count", "kmh": "km/hr", "kph": "km/hr", "mph": "mi/hr", "db": "dBASPL",
    "dba": "dBASPL", "db(a)": "dBASPL", "db(spl)": "dBASPL",
  ]

  /// Spellings of a part of a unit, in small letters.
  private static let words: [String: String] = {
    let spellings = [
      "count": [
        "1", "{#}", "#", "{count}", "counts", "beat", "beats", "{beats}", "breath", "breaths",
        "{breaths}", "step", "steps", "{steps}", "floor", "floors", "schläge", "battements",
        "latidos",
        "pulsaciones", "battiti", "batimentos", "slagen", "slag", "уд", "次", "回", "拍",
      ],
      "s": ["sec", "secs", "second", "seconds"],
      "ms": ["msec", "msecs", "millisecond", "milliseconds"],
      "min": ["mins", "minute", "minutes", "minuto", "мин", "分"],
      "hr": ["h", "hrs", "hour", "hours"],
      "d": ["day", "days"], "Hz": ["hz", "hertz"],
      "kg": ["kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramme"],
      "g": ["gr", "gram", "grams", "gramme"], "mcg": ["ug", "microgram", "micrograms"],
      "lb": ["lbs", "pound", "pounds", "[lb_av]"], "oz": ["ounce", "ounces", "[oz_av]"],
      "st": ["stone", "stones"], "m": ["meter", "meters", "metre", "metres"],
      "cm": ["centimeter", "centimeters", "centimetre", "centimetres"],
      "km": ["kilometer", "kilometers", "kilometre", "kilometres"],
      "in": ["inch", "inches", "[in_i]"], "ft": ["foot", "feet", "[ft_i]"],
      "yd": ["yard", "yards", "[yd_i]"], "mi": ["mile", "miles", "[mi_i]"],
      "L": ["liter", "liters", "litre", "litres"],
      "mmHg": ["mmhg", "mm[hg]", "torr"], "kPa": ["kpa"],
      "degC": ["cel", "degc", "celsius", "[degc]"], "degF": ["[degf]", "degf", "fahrenheit"],
      "kJ": ["kj"], "kcal": ["kcals", "kilocalorie", "kilocalories"], "W": ["watt", "watts"],
      "%": ["percent", "pct", "per cent"], "IU": ["iu", "[iu]", "i.u."],
    ]
    var words: [String: String] = [:]
    for (unit, others) in spellings {
      for other in others { words[other] = unit }
    }
    return words
  }()
}
