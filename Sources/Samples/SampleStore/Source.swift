/// The program that saved a sample, and its revision.
public struct Source: Hashable, Sendable {
  /// The program's name, for people.
  public var name: String

  /// Identifies the program: `org.example.heartcam`.
  public var bundleIdentifier: String

  /// The program's version.
  public var version: String?

  /// The kind of machine: `x86_64`.
  public var productType: String?

  /// The version of the operating system that it ran on.
  public var operatingSystemVersion: String?

  /// Makes a source; unknown properties are `nil`.
  public init(
    name: String, bundleIdentifier: String, version: String? = nil, productType: String? = nil,
    operatingSystemVersion: String? = nil
  ) {
    (self.name, self.bundleIdentifier, self.version) = (name, bundleIdentifier, version)
    (self.productType, self.operatingSystemVersion) = (productType, operatingSystemVersion)
  }
}
