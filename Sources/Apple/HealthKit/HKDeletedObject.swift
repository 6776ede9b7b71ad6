public import Foundation
internal import SampleStore

/// The store's record of a deleted sample until tombstones are purged.
public final class HKDeletedObject: NSObject, Sendable {
  private let object: DeletedObject

  init(_ object: DeletedObject) {
    self.object = object
  }

  public var uuid: UUID { object.id }

  /// The sync identifier and version of the sample, if it had them.
  public var metadata: [String: Any]? { MetadataDictionary(object.metadata).dictionary }
}
