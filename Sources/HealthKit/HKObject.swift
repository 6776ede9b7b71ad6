public import Foundation
internal import SampleStore

/// What every object of the store has; it never changes once made.
///
/// It is `@unchecked Sendable`, as are its subclasses, because `NSObject` is not: all they hold is constant.
public class HKObject: NSObject, @unchecked Sendable {
  public let uuid: UUID
  public let device: HKDevice?

  /// Who saved it; of an object that has not been saved, this program.
  public let sourceRevision: HKSourceRevision

  /// What is saved under keys.
  let values: MetadataDictionary

  init(device: HKDevice?, metadata: [String: Any]?) {
    uuid = .random()
    self.device = device
    sourceRevision = .own
    values = MetadataDictionary(metadata)
  }

  init(_ sample: some HealthSample) {
    uuid = sample.id
    device = sample.device.map(HKDevice.init(_:))
    sourceRevision = HKSourceRevision(sample.source)
    values = MetadataDictionary(sample.metadata)
  }

  /// The source's name in earlier versions of HealthKit.
  public var source: HKSource { sourceRevision.source }

  /// Strings, numbers as `NSNumber`, dates and quantities; `nil` where there is none.
  public var metadata: [String: Any]? { values.dictionary }

  /// What the store saves on behalf of a source; throws where the values make no sample.
  func storeSample(from source: Source) throws -> Sample {
    throw HKError.invalid("only samples can be saved")
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
  public override var hash: Int { uuid.hashValue }
}
