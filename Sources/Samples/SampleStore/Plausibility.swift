/// Whether a body can have a value, and usually has.
public enum Plausibility: Sendable, Equatable {
  /// The value is one that people have.
  case plausible

  /// Hardly anybody has it: a heart rate of 240.
  case unlikely

  /// Impossible for any person, such as a heart rate of 0.
  case impossible
}

/// The values of a type that a body can have, and usually has, in the type's customary unit.
public struct PlausibleRange: Sendable, Equatable {
  /// The values that are possible for a living body, or for the devices that it wears.
  public let possible: ClosedRange<Double>

  /// The values that need no confirmation.
  public let likely: ClosedRange<Double>

  /// The unit of both.
  public let unit: QuantityUnit

  /// "10 to 350 count/min"; percent as a person writes them.
  public var description: String { text(of: possible) }

  /// The same of usual values: "25 to 220 count/min".
  public var likelyText: String { text(of: likely) }

  private func text(of range: ClosedRange<Double>) -> String {
    let factor = unit == .percent ? 100.0 : 1.0
    func text(_ value: Double) -> String {
      let value = (value * factor * 1e6).rounded() / 1e6
      return value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
    return range.upperBound >= Self.unbounded
      ? "\(text(range.lowerBound)) or more \(unit)"
      : "\(text(range.lowerBound)) to \(text(range.upperBound)) \(unit)"
  }

  fileprivate static let unbounded = 1e9
}

extension QuantityType {
  /// The possible and the likely values; `nil` for a type that HealthKit does not have.
  public var plausibleRange: PlausibleRange? { PlausibleRange.table[identifier] }

  /// Returns whether a body can have a quantity of this type.
  public func plausibility(of quantity: Quantity) -> Plausibility {
    guard let range = plausibleRange, let value = try? quantity.value(in: range.unit) else {
      return .plausible
    }
    guard range.possible.contains(value) else { return .impossible }
    return range.likely.contains(value) ? .plausible : .unlikely
  }

  /// The unit in which people write the type: rates by the minute, all else in the canonical unit.
  public var customaryUnit: QuantityUnit {
    canonicalUnit == .countPerSecond ? .countPerMinute : canonicalUnit
  }

  /// Returns the units, as people write them, in which a number is usual that is not so in the customary unit. A glucose
  /// of 5.5 is meant in mmol/L, a height of 70 in cm or in inches.
  public func usualUnits(of number: Double) -> [String] {
    guard plausibility(of: quantity(asWritten: number, in: nil)) != .plausible else { return [] }
    return (Self.usualUnits[identifier] ?? []).filter { text in
      guard let unit = try? QuantityUnit(text) else { return false }
      return plausibility(of: Quantity(number, self.unit(asWritten: unit))) == .plausible
    }
  }

  private static let usualUnits: [String: [String]] = [
    "HKQuantityTypeIdentifierBloodGlucose": ["mmol/L"],
    "HKQuantityTypeIdentifierBodyTemperature": ["degF"],
    "HKQuantityTypeIdentifierBasalBodyTemperature": ["degF"],
    "HKQuantityTypeIdentifierHeight": ["cm", "in"],
    "HKQuantityTypeIdentifierWaistCircumference": ["cm", "in"],
  ]

  /// Returns the unit that people mean: moles of glucose if the type is glucose, so that `mmol/L`
  /// converts to `mg/dL`; all others as they are.
  public func unit(asWritten unit: QuantityUnit) -> QuantityUnit {
    guard self == .bloodGlucose, !unit.isCompatible(with: canonicalUnit),
      let mole = UnitAtom.mole(ofMass: "180.1558800000541")
    else { return unit }
    let molar = unit.replacingMoles(by: mole)
    return molar.isCompatible(with: canonicalUnit) ? molar : unit
  }

  /// Returns the quantity that people mean by a number: without a unit in the customary one, and
  /// 97% is 97%, which the store keeps as a share of one. A number that only makes sense as a
  /// share, such as an oxygen saturation of 0.97, is one.
  public func quantity(asWritten number: Double, in unit: QuantityUnit?) -> Quantity {
    let unit = unit.map { self.unit(asWritten: $0) } ?? customaryUnit
    guard unit == .percent else { return Quantity(number, unit) }
    if let range = plausibleRange, range.unit == .percent,
      !range.possible.contains(number / 100), range.possible.contains(number)
    {
      return Quantity(number, unit)
    }
    return Quantity(number / 100, unit)
  }
}

extension Quantity {
  /// The number that people write: percent out of a hundred.
  public var writtenValue: Double {
    guard unit == .percent else { return value }
    // 0.57 times 100 is 56.99999999999999.
    let rounded = (value * 1e12).rounded() / 1e10
    return rounded / 100 == value ? rounded : value * 100
  }
}

extension Sample {
  /// Whether a body can have this: of a correlation's members the worst, and of a blood pressure also
  /// whether the upper number is above the lower.
  public var plausibility: Plausibility {
    switch self {
    case .quantity(let sample): return sample.type.plausibility(of: sample.quantity)
    case .correlation(let sample):
      let members = sample.members.map(\.plausibility)
      if sample.type == .bloodPressure,
        let upper = sample.quantities(of: .bloodPressureSystolic).first?.quantity,
        let lower = sample.quantities(of: .bloodPressureDiastolic).first?.quantity,
        let high = try? upper.value(in: .millimeterOfMercury),
        let low = try? lower.value(in: .millimeterOfMercury), high <= low
      {
        return .impossible
      }
      if members.contains(.impossible) { return .impossible }
      return members.contains(.unlikely) ? .unlikely : .plausible
    case .category, .workout, .heartbeatSeries, .record: return .plausible
    }
  }
}

extension PlausibleRange {
  /// The ranges by identifier. Limits are far beyond any value ever measured on a person: they find
  /// slips of the pen, wrong units and damaged files, and no illness. Types without a row cannot be
  /// negative.
  fileprivate static let table: [String: PlausibleRange] = {
    typealias Row = (possible: ClosedRange<Double>, likely: ClosedRange<Double>)
    let rows: [String: Row] = [
      "HeartRate": (10...350, 25...220), "RestingHeartRate": (10...250, 25...140),
      "WalkingHeartRateAverage": (10...350, 40...200),
      "HeartRateRecoveryOneMinute": (-100...200, 0...120),
      "HeartRateVariabilitySDNN": (0...3000, 1...400),
      "HeartRateVariabilityRMSSD": (0...3000, 1...400), "RespiratoryRate": (0...150, 4...70),
      "OxygenSaturation": (0.2...1, 0.7...1), "PeripheralPerfusionIndex": (0...1, 0...0.3),
      "BodyFatPercentage": (0.01...0.9, 0.02...0.7), "BloodAlcoholContent": (0...0.02, 0...0.005),
      "WalkingDoubleSupportPercentage": (0...1, 0.05...0.7),
      "WalkingAsymmetryPercentage": (0...1, 0...1), "AppleWalkingSteadiness": (0...1, 0...1),
      "AtrialFibrillationBurden": (0...1, 0...1),
      "BloodPressureSystolic": (20...400, 60...250), "BloodPressureDiastolic": (5...300, 30...150),
      "BodyTemperature": (10...50, 30...43), "BasalBodyTemperature": (10...50, 34...40),
      "AppleSleepingWristTemperature": (-20...60, 20...42),
      "WaterTemperature": (-10...100, -3...45),
      "BodyMass": (0.2...800, 2...300), "LeanBodyMass": (0.2...500, 2...200),
      "Height": (0.2...3, 0.4...2.3), "WaistCircumference": (0.1...5, 0.2...2.5),
      "SixMinuteWalkTestDistance": (0...5000, 0...1200), "WalkingStepLength": (0...5, 0.1...2),
      "RunningStrideLength": (0...10, 0.2...4), "UnderwaterDepth": (0...1000, 0...150),
      "RunningVerticalOscillation": (0...200, 0...30),
      "RunningGroundContactTime": (0...5000, 50...600),
      "BodyMassIndex": (3...300, 10...80), "UVExposure": (0...50, 0...20),
      "BloodGlucose": (1...3000, 30...600), "VO2Max": (1...150, 8...100),
      "PhysicalEffort": (0...100, 0...40), "InsulinDelivery": (0...1000, 0...100),
      "ForcedVitalCapacity": (0...20, 0.3...10), "ForcedExpiratoryVolume1": (0...20, 0.3...8),
      "PeakExpiratoryFlowRate": (0...2000, 30...1000), "StepCount": (0...1e6, 0...100_000),
      "FlightsClimbed": (0...1e5, 0...1000), "WorkoutEffortScore": (0...10, 0...10),
      "EstimatedWorkoutEffortScore": (0...10, 0...10),
      "ActiveEnergyBurned": (0...1e5, 0...20_000), "BasalEnergyBurned": (0...1e5, 0...10_000),
      "DietaryEnergyConsumed": (0...1e5, 0...20_000), "DietaryWater": (0...1e5, 0...20_000),
      "EnvironmentalAudioExposure": (0...200, 0...140),
      "HeadphoneAudioExposure": (0...200, 0...140),
      "EnvironmentalSoundReduction": (0...200, 0...100),
      "WalkingSpeed": (0...20, 0...5), "RunningSpeed": (0...30, 0...13),
      "CyclingSpeed": (0...100, 0...40), "CyclingCadence": (0...500, 0...250),
      "RunningPower": (0...10_000, 0...2500), "CyclingPower": (0...10_000, 0...2500),
    ]
    var table: [String: PlausibleRange] = [:]
    for type in QuantityType.allKnown {
      let name = String(type.identifier.dropFirst("HKQuantityTypeIdentifier".count))
      let row = rows[name] ?? (0...unbounded, 0...unbounded)
      table[type.identifier] = PlausibleRange(
        possible: row.possible, likely: row.likely, unit: type.customaryUnit)
    }
    return table
  }()
}
