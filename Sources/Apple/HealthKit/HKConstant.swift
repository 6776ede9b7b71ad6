public import Foundation

/// An object that does not change, so that it is its own copy. It is public for the classes alone.
public protocol _HKConstant: NSObject, NSCopying {}

extension _HKConstant {
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
