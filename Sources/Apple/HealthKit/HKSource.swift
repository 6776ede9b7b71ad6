public import Foundation
internal import SampleStore

/// The program that saved a sample. Sources are equal if their bundle identifiers are.
public final class HKSource: NSObject, _HKConstant, Sendable {
  public let name: String
  public let bundleIdentifier: String

  init(name: String, bundleIdentifier: String) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
  }

  /// Returns this program.
  public class func `default`() -> HKSource { HKSourceRevision.own.source }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.bundleIdentifier == bundleIdentifier
  }

  public override var hash: Int { bundleIdentifier.hashValue }
  public override var description: String { "\(name) (\(bundleIdentifier))" }
}
