public import Foundation
internal import SampleStore

/// A type and a condition on its samples, for queries of several types.
///
/// It is `@unchecked Sendable` because `NSObject` and `NSPredicate` are not: the predicate is only
/// returned.
public final class HKQueryDescriptor: NSObject, _HKConstant, @unchecked Sendable {
  public let sampleType: HKSampleType
  public let predicate: NSPredicate?
  let condition: Result<SamplePredicate?, HKError>

  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = predicate
    condition = SampleCondition.read(predicate)
  }
}
