/// The program that saved a sample, and its revision.
public struct Source: Hashable, Sendable {
  public var name: String

  /// What tells sources apart: `org.example.heartcam`.
  public var bundleIdentifier: String

  public var version: String?

  /// The kind of machine: `x86_64`.
  public var productType: String?

  public var operatingSystemVersion: String?

  public init(
    name: String, bundleIdentifier: String, version: String? = nil, productType: String? = nil,
    operatingSystemVersion: String? = nil
  ) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
    self.version = version
    self.productType = productType
    self.operatingSystemVersion = operatingSystemVersion
  }
}
