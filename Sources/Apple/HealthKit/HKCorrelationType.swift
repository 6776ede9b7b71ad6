public import Foundation
internal import SampleStore

/// The type of samples that are one observation together. It has no permission of its own: a
/// program asks for the types of its members.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
  let correlationType: CorrelationType

  init(type: CorrelationType) {
    correlationType = type
    super.init(sampleType: .correlation(type))
  }

  public required init?(coder: NSCoder) {
    guard let identifier = Self.identifier(in: coder) else { return nil }
    correlationType = CorrelationType(identifier: identifier)
    super.init(sampleType: .correlation(correlationType))
  }

  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    self.init(type: CorrelationType(identifier: identifier.rawValue))
  }
}
