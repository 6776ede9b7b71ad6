internal import SampleStore

/// The way in which samples of a quantity type are aggregated.
public enum HKQuantityAggregationStyle: Int, Sendable, CaseIterable {
  case cumulative = 0
  case discreteArithmetic, discreteTemporallyWeighted, discreteEquivalentContinuousLevel

  /// The name of earlier versions.
  public static var discrete: Self { .discreteArithmetic }
}

/// A measured quantity, such as heart rate.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
  let quantityType: QuantityType

  init(type: QuantityType) {
    quantityType = type
    super.init(sampleType: .quantity(type))
  }

  /// Creates the type with an identifier. If the catalog does not know it, the type is discrete
  /// and its unit is a count.
  public convenience init(_ identifier: HKQuantityTypeIdentifier) {
    self.init(
      type: QuantityType(knownIdentifier: identifier.rawValue)
        ?? QuantityType(
          identifier: identifier.rawValue, canonicalUnit: .count,
          aggregationStyle: .discreteArithmetic))
  }

  public var aggregationStyle: HKQuantityAggregationStyle {
    switch quantityType.aggregationStyle {
    case .cumulative: .cumulative
    case .discreteArithmetic: .discreteArithmetic
    case .discreteTemporallyWeighted: .discreteTemporallyWeighted
    case .discreteEquivalentContinuousLevel: .discreteEquivalentContinuousLevel
    }
  }

  /// Returns whether samples of this type may have a unit.
  public func `is`(compatibleWith unit: HKUnit) -> Bool {
    unit.unit.isCompatible(with: quantityType.canonicalUnit)
  }
}
