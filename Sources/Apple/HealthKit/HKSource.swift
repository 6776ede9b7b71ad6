public import Foundation
internal import SampleStore

/// The program that saved a sample. Sources are equal if their bundle identifiers are.
public final class HKSource: NSObject, _HKConstant, NSSecureCoding, Sendable {
  public let name: String
  public let bundleIdentifier: String

  init(name: String, bundleIdentifier: String) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
  }

  /// This program.
  public class func `default`() -> HKSource { HKSourceRevision.own.source }

  public func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(bundleIdentifier as NSString, forKey: "bundle")
  }

  public required convenience init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let bundle = coder.decodeObject(of: NSString.self, forKey: "bundle")
    else { return nil }
    self.init(name: name.description, bundleIdentifier: bundle.description)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.bundleIdentifier == bundleIdentifier
  }

  public override var hash: Int { bundleIdentifier.hashValue }
  public override var description: String { "\(name) (\(bundleIdentifier))" }
}
