import Synchronization

/// The units in which somebody reads quantities. Formats for programs do not ask for them.
package struct ReadUnits: Sendable, Equatable {
  /// What goes together: pounds, miles and degrees Fahrenheit; miles and all else metric.
  package enum System: String, CaseIterable, Sendable { case metric, uk, us }

  private var system: System
  private var ofTypes: [QuantityType: QuantityUnit] = [:]

  /// Those of this process, which it chooses before it shows anything.
  package static var current: Self {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
  private static let held = Mutex(Self())

  /// The units of a system.
  package init(_ system: System = .metric) { self.system = system }

  /// The units that are usual in a country or region.
  /// - Parameter region: The two letters of ISO 3166.
  package init(region: String) {
    self.init(["US": .us, "LR": .us, "MM": .us, "GB": .uk][region] ?? .metric)
    if Self.molarRegions.contains(region) {
      ofTypes[.bloodGlucose] = QuantityType.bloodGlucose.unit(asWritten: .known("mmol/L"))
    }
  }

  /// Where blood glucose is read in mmol/L; mg/dL elsewhere (CLDR, `units.xml`).
  private static let molarRegions = Set(
    """
    AG AI AO AU BA BG BH BM BN BW BY CA CH CM CN CZ DK DM EE FI FJ GB GD HK HR HU IE IM IS KE KN KW KZ LC LI LT LU \
    LV ME MG MK MO MS MT MU MY MZ NA NL NO NZ OM PG RS RU SE SG SI SK TC TO UA UG VC VG VN VU ZA
    """.split(separator: " ").map(String.init))

  /// The same with another system, or another unit of a type.
  package func choosing(_ system: System?, _ unit: (QuantityType, QuantityUnit)?) -> Self {
    var chosen = self
    chosen.system = system ?? self.system
    if let unit { chosen.ofTypes[unit.0] = unit.1 }
    return chosen
  }

  /// The unit of a type: kilometers or miles of a way and an hour of a speed, milligrams of a vitamin, and the
  /// customary one of most others.
  package func unit(of type: QuantityType) -> QuantityUnit {
    ofTypes[type] ?? Self.table[system]?[type] ?? type.customaryUnit
  }

  private static let table: [System: [QuantityType: QuantityUnit]] = {
    var table: [System: [QuantityType: QuantityUnit]] = [:]
    for type in QuantityType.allKnown {
      let (metric, us) = names(of: type)
      let hasMiles = us.hasPrefix("mi")
      for system in System.allCases {
        let name = system == .us || system == .uk && hasMiles ? us : metric
        table[system, default: [:]][type] = .known(name)
      }
    }
    return table
  }()

  private static func names(of type: QuantityType) -> (metric: String, us: String) {
    let name = SampleType.shortName(ofIdentifier: type.identifier)
    let unit = type.customaryUnit.description
    switch (unit, name) {
    case ("m", "DistanceSwimming"): return ("m", "yd")
    case ("m", _) where type.isDistance: return ("km", "mi")
    case ("m", "Height"), ("m", "WaistCircumference"), ("m", "WalkingStepLength"):
      return ("cm", "in")
    case ("m", _): return ("m", "ft")
    case ("m/s", _) where name.hasSuffix("Speed") && !name.contains("Stair"):
      return ("km/hr", "mi/hr")
    case ("kg", _): return ("kg", "lb")
    case ("degC", _): return ("degC", "degF")
    case ("mL", "DietaryWater"): return ("mL", "fl_oz_us")
    case ("g", _) where type.isNutrient:
      let large = ["Fat", "Carbohydrates", "Fiber", "Sugar", "Protein"].contains(
        where: name.contains)
      return large ? (unit, unit) : ("mg", "mg")
    default: return (unit, unit)
    }
  }
}

extension QuantityType {
  /// The unit in which the reader of this process reads the type.
  package var readUnit: QuantityUnit { ReadUnits.current.unit(of: self) }
}

extension Quantity {
  /// The quantity in the unit in which its type is read; as it is if that does not fit.
  package func read(as type: QuantityType) -> Quantity {
    let unit = type.readUnit
    return (try? value(in: unit)).map { Quantity($0, unit) } ?? self
  }
}
