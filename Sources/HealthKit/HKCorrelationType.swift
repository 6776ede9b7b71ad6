internal import Foundation
internal import SampleStore

/// Samples that make one observation together. It has no permission of its own: one asks for its members'.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {
  let correlationType: CorrelationType

  init(type: CorrelationType) {
    correlationType = type
    super.init(sampleType: .correlation(type))
  }

  public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
    self.init(type: CorrelationType(identifier: identifier.rawValue))
  }
}
