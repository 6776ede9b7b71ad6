internal import SampleStore

/// The ends of a sample that must be inside a predicate's interval. Without options it only has to
/// overlap.
public struct HKQueryOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  public static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
  public static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)

  var rangeOptions: SampleQuery.RangeOptions {
    var options: SampleQuery.RangeOptions = []
    if contains(.strictStartDate) { options.insert(.strictStartDate) }
    if contains(.strictEndDate) { options.insert(.strictEndDate) }
    return options
  }
}
