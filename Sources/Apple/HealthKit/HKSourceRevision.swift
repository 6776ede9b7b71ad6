public import Foundation
internal import SampleStore

/// A source with its version and machine at the time when it saved.
public final class HKSourceRevision: NSObject, _HKConstant, Sendable {
  let revision: Source

  public convenience init(source: HKSource, version: String?) {
    self.init(
      Source(name: source.name, bundleIdentifier: source.bundleIdentifier, version: version))
  }

  public convenience init(
    source: HKSource, version: String?, productType: String?,
    operatingSystemVersion: OperatingSystemVersion
  ) {
    let system = operatingSystemVersion
    self.init(
      Source(
        name: source.name, bundleIdentifier: source.bundleIdentifier, version: version,
        productType: productType,
        operatingSystemVersion:
          "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"))
  }

  init(_ revision: Source) {
    self.revision = revision
  }

  public var source: HKSource {
    HKSource(name: revision.name, bundleIdentifier: revision.bundleIdentifier)
  }

  public var version: String? { revision.version }
  public var productType: String? { revision.productType }

  /// The version of the operating system. Numbers that were not saved are zero.
  public var operatingSystemVersion: OperatingSystemVersion {
    let parts = (revision.operatingSystemVersion ?? "").split(separator: ".").map { Int($0) ?? 0 }
    func part(_ index: Int) -> Int { parts.indices.contains(index) ? parts[index] : 0 }
    return OperatingSystemVersion(
      majorVersion: part(0), minorVersion: part(1), patchVersion: part(2))
  }

  /// The revision of this program, or the source in the store's settings.
  static var own: HKSourceRevision { HKSourceRevision(HKHealthStore.settings.source) }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSourceRevision)?.revision == revision
  }

  public override var hash: Int { revision.hashValue }
}
