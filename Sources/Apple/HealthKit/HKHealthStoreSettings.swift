internal import Foundation
public import SampleStore

/// The location of a program's health store, the source under which the program saves, and the
/// authority that answers for the person.
public struct HKHealthStoreSettings: Sendable {
  /// The store's location; `nil` for the one in the environment: `HEARTCAM_STORE`, or else
  /// `$XDG_DATA_HOME/heartcam/health.db`.
  public var location: StoreLocation?

  /// The source as which the program saves.
  public var source: Source

  /// Takes the types that are new and returns those that are granted; `nil` to ask on the terminal.
  public var asking: (@Sendable (AuthorizationRequest) throws -> AuthorizationRequest)?

  /// The time between two checks of a live query for changes.
  public var updateInterval: Duration

  /// The engines that keep stores: files alone, unless the program imports `PostgreSQLStore` and adds its engine.
  public var engines: [StoreEngine] = [.sqlite]

  public init(
    location: StoreLocation? = nil, source: Source = Self.program,
    asking: (@Sendable (AuthorizationRequest) throws -> AuthorizationRequest)? = nil,
    updateInterval: Duration = .milliseconds(100)
  ) {
    self.location = location
    self.source = source
    self.asking = asking
    self.updateInterval = updateInterval
  }

  /// This program as a source: its bundle's identifier, or `local.` and the process's name.
  public static let program: Source = {
    let name = ProcessInfo.processInfo.processName
    return Source(
      name: name, bundleIdentifier: Bundle.main.bundleIdentifier ?? "local.\(name)",
      version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
      productType: productType, operatingSystemVersion: systemVersion)
  }()

  static let systemVersion: String = {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }()

  static var productType: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "unknown"
    #endif
  }

  /// Returns the location of the store; throws if neither the settings nor the environment name
  /// one.
  func resolvedLocation(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> StoreLocation {
    try location ?? .standard(environment: environment)
  }
}
