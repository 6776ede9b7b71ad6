public import Foundation
internal import SampleStore

/// An opaque position in the store's history, which `NSKeyedArchiver` can archive.
public final class HKQueryAnchor: NSObject, _HKConstant, NSSecureCoding, Sendable {
  /// `nil` for the beginning.
  let anchor: QueryAnchor?

  init(_ anchor: QueryAnchor?) {
    self.anchor = anchor
  }

  /// Creates an anchor at the beginning. The number is ignored, since HealthKit's numbers mean
  /// nothing to this store.
  public convenience init(fromValue value: Int) {
    self.init(nil)
  }

  /// Creates an anchor from the bytes of `data`; throws `errorInvalidArgument` if they are not
  /// those of an anchor.
  public convenience init(data: Data) throws {
    do {
      self.init(data.isEmpty ? nil : try QueryAnchor(bytes: Array(data)))
    } catch {
      throw HKError(error)
    }
  }

  /// The anchor as bytes; empty for the beginning.
  public var data: Data { Data(anchor?.bytes ?? []) }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encode(NSData(data: data), forKey: "anchor")
  }

  public required convenience init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "anchor") else { return nil }
    try? self.init(data: Data(referencing: data))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQueryAnchor)?.anchor == anchor
  }

  public override var hash: Int { anchor.hashValue }
}
