public import Foundation
internal import SampleStore

/// The base of every object in the store. It never changes after it is created.
///
/// It is `@unchecked Sendable`, as are its subclasses, because it is not final: all they hold is
/// constant.
public class HKObject: NSObject, @unchecked Sendable {
  public let uuid: UUID
  public let device: HKDevice?

  /// The source that saved the object; this program if it has not been saved.
  public let sourceRevision: HKSourceRevision

  /// The metadata that is saved with the object.
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

  /// The metadata: strings, numbers as `NSNumber`, dates and quantities; `nil` without metadata.
  public var metadata: [String: Any]? { values.dictionary }

  /// The beginning of a description: the value of a sample.
  var valueText: String { "" }

  /// Throws if a key that the type asks for is not among the metadata.
  func requireMetadata(_ key: String, of type: String) throws {
    guard values.values[key] != nil else {
      throw HKError.invalid("\(type) needs a value for \(key) in its metadata")
    }
  }

  /// Returns the sample that the store saves for a source; throws if the values do not make one.
  func storeSample(from source: Source) throws -> Sample {
    throw HKError.invalid("only samples can be saved")
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
  public override var hash: Int { uuid.hashValue }
}
