public import Foundation
internal import SampleStore

/// What is left of a deleted sample, until tombstones are purged.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKDeletedObject: NSObject, @unchecked Sendable {
  private let object: DeletedObject

  init(_ object: DeletedObject) {
    self.object = object
  }

  public var uuid: UUID { object.id }

  /// The sync identifier and version that the sample carried, if it did.
  public var metadata: [String: Any]? { MetadataDictionary(object.metadata).dictionary }
}
