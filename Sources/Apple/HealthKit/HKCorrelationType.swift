internal import SampleStore

/// The type of samples that are one observation together. It has no separate permission: a program
/// asks for the types of its members.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
  var correlationType: CorrelationType { CorrelationType(identifier: identifier) }

  convenience init(type: CorrelationType) { self.init(sampleType: .correlation(type)) }

  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    self.init(type: CorrelationType(identifier: identifier.rawValue))
  }
}
