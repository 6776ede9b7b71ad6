import CommandEnvironment
import Glibc
package import SampleStore
import StoreEngines
import Synchronization

/// Opens the store for a command, and reports its findings.
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
  /// - Parameter checks: Whether a small store is looked over for damage, which takes no time that anyone would
  ///   notice.
  package static func toRead(
    _ location: StoreLocation, checks: Bool = true
  ) throws(StoreError) -> HealthStore? {
    do throws(StoreError) {
      let store = try open(location, .readOnly)
      for warning in store.warnings { report(warning) }
      if checks, isSmall(location) { lookOver(store) }
      return store
    } catch {
      guard error.reason == .notFound else { throw error }
      report("there is no store at \(location) yet; measuring makes one")
      return nil
    }
  }

  /// Whether damage was reported: the output may then lack samples.
  package static var hasFoundDamage: Bool { damage.withLock { $0 } }

  private static let damage = Mutex(false)

  /// Bytes of a store that is looked over whenever it is read.
  private static let smallStore = 4 << 20

  private static func isSmall(_ location: StoreLocation) -> Bool {
    var status = stat()
    guard let path = location.path, stat(path, &status) == 0 else { return false }
    return status.st_size <= smallStore
  }

  /// Checks a store of which everything was read, if that was not done before: the findings of
  /// `check` are then reported, too.
  package static func lookOverLarge(_ store: HealthStore) {
    guard store.location.path != nil, !isSmall(store.location) else { return }
    lookOver(store)
  }

  /// Reports the first thing that is wrong with a store.
  private static func lookOver(_ store: HealthStore) {
    let problem: String?
    do throws(StoreError) {
      problem = try store.problems().first
    } catch {
      guard error.reason == .corrupt || error.reason == .notAStore else { return }
      problem = error.detail
    }
    guard let problem else { return }
    damage.withLock { $0 = true }
    let line = problem.split(separator: "\n").last.map(String.init) ?? problem
    report(
      "\(store.location) is damaged: \(line); samples may lack or differ, and 'heartcam store check' says more"
    )
  }

  /// Checks that later measurements can be saved there: opens the store as a reader and closes it,
  /// so that none is made before there is something to save.
  /// - Throws: The obstacle; a missing store is not one.
  package static func check(_ location: StoreLocation) throws(StoreError) {
    do throws(StoreError) {
      for warning in try open(location, .readOnly).warnings { report(warning) }
    } catch {
      guard error.reason == .notFound else { throw error }
    }
  }

  /// Returns the store for saving, made if it is missing.
  package static func toWrite(_ location: StoreLocation) throws(StoreError) -> HealthStore {
    let store = try open(location)
    for warning in store.warnings { report(warning) }
    return store
  }

  /// Opens the store for changes. Prints a message and returns `nil` if no store exists yet.
  package static func toChange(_ location: StoreLocation) throws(StoreError) -> HealthStore? {
    guard try toRead(location, checks: false) != nil else { return nil }
    return try open(location)
  }
}
