import SampleStore
import Synchronization

/// The store behind a page, opened when it is first needed; a page that only looks makes none.
final class ServedStore: Sendable {
  /// Where it is; `nil` with `--store none`.
  let location: StoreLocation?
  private let store = Mutex<HealthStore?>(nil)

  init(_ location: StoreLocation?) { self.location = location }

  /// The store if there is one.
  func existing() throws(StoreError) -> HealthStore? {
    guard let location else { return nil }
    return try store.withLock { store throws(StoreError) in
      if let store { return store }
      do throws(StoreError) {
        _ = try HealthStore(location: location, access: .readOnly)
      } catch {
        guard error.reason == .notFound else { throw error }
        return nil
      }
      let opened = try HealthStore(location: location)
      store = opened
      return opened
    }
  }
}
