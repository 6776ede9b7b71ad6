import CommandEnvironment
package import SampleStore
import StoreEngines

/// Opens the store for a command, and reports what was found.
package enum StoreAccess {
  /// Opens the store with whatever engine of this build keeps it.
  package static func open(
    _ location: StoreLocation, _ access: HealthStore.Access = .readWrite,
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) -> HealthStore {
    try HealthStore(
      location: location, access: access, busyTimeout: busyTimeout, engines: .all)
  }

  /// Opens the store for reading. Prints a message and returns `nil` if no store exists yet.
  package static func toRead(_ location: StoreLocation) throws(StoreError) -> HealthStore? {
    do throws(StoreError) {
      let store = try open(location, .readOnly)
      for warning in store.warnings { report(warning) }
      return store
    } catch {
      guard error.reason == .notFound else { throw error }
      report("there is no store at \(location) yet; measuring makes one")
      return nil
    }
  }

  /// The store for saving, made if it is missing.
  package static func toWrite(_ location: StoreLocation) throws(StoreError) -> HealthStore {
    let store = try open(location)
    for warning in store.warnings { report(warning) }
    return store
  }

  /// Opens the store for changes. Prints a message and returns `nil` if no store exists yet.
  package static func toChange(_ location: StoreLocation) throws(StoreError) -> HealthStore? {
    guard try toRead(location) != nil else { return nil }
    return try open(location)
  }
}
