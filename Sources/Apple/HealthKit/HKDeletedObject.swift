public import Foundation
internal import SampleStore

/// What the store keeps of a deleted sample until tombstones are purged.
public final class HKDeletedObject: NSObject, NSSecureCoding, Sendable {
  private let object: DeletedObject

  init(_ object: DeletedObject) {
    self.object = object
  }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encode(uuid.uuidString as NSString, forKey: "uuid")
    coder.encode(object.type.identifier as NSString, forKey: "type")
    if let metadata { coder.encode(metadata as NSDictionary, forKey: "metadata") }
  }

  public required init?(coder: NSCoder) {
    guard let id = coder.text("uuid").flatMap(UUID.init(uuidString:)),
      let type = coder.text("type").flatMap(SampleType.init(knownIdentifier:))
    else { return nil }
    let metadata = MetadataDictionary(coder.metadata("metadata")).values
    object = DeletedObject(id: id, type: type, metadata: metadata)
  }

  public var uuid: UUID { object.id }

  /// The sync identifier and version of the sample, if it had them.
  public var metadata: [String: Any]? { MetadataDictionary(object.metadata).dictionary }
}
