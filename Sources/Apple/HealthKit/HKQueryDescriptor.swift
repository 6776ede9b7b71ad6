public import Foundation
internal import SampleStore

/// A type and a condition on its samples, for queries of several types.
public final class HKQueryDescriptor: NSObject, _HKConstant, Sendable {
  public let sampleType: HKSampleType
  private let read: ReadPredicate

  public init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    read = ReadPredicate(predicate)
  }

  public var predicate: NSPredicate? { read.predicate }
  var condition: Result<SamplePredicate?, HKError> { read.condition }
}
