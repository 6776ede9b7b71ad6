import CommandEnvironment
import Glibc
import LivePage
import SampleSelection
import SampleStore
import Synchronization

/// The store behind a page, opened when it is first needed and whenever it was replaced; a page that only looks makes none.
///
/// Reading and changing have separate stores, since a change may have to wait for another program:
/// readers do not wait with it.
final class ServedStore: Sendable {
  /// The location of the store; `nil` with `--store none`.
  let location: StoreLocation?

  /// The time that a browser waits for another program that is writing.
  let patience: Duration
  private let reading = Mutex<HealthStore?>(nil)
  private let changing = Mutex<HealthStore?>(nil)

  init(_ location: StoreLocation?, patience: Duration = .seconds(1)) {
    self.location = location
    self.patience = patience
  }

  /// Returns the store for reading, if there is one.
  func existing() throws(StoreError) -> HealthStore? { try opened(reading) }

  /// Returns the store for changing it, if there is one.
  func changeable() throws(StoreError) -> HealthStore? { try opened(changing) }

  /// The event on which browsers ask again for their view of the store and of files.
  static let change = #"{"type":"store"}"#

  /// Tells the browsers whenever the store has changed, by this page or another program, until a signal.
  func announceChanges(to hub: EventHub) {
    var last = try? existing()
    var stamp = try? last?.changeStamp()
    while !Interruption.isRequested {
      usleep(200_000)
      guard hub.clientCount > 0 else { continue }
      let store = try? existing()
      let now = try? store?.changeStamp()
      if store !== last || now != stamp { hub.publish(Self.change, retainedAs: "store") }
      (last, stamp) = (store, now)
    }
  }

  private func opened(_ place: borrowing Mutex<HealthStore?>) throws(StoreError) -> HealthStore? {
    guard let location else { return nil }
    return try place.withLock { store throws(StoreError) in
      if let store, !store.isReplaced { return store }
      do throws(StoreError) {
        _ = try StoreAccess.open(location, .readOnly, busyTimeout: patience)
      } catch {
        guard error.reason == .notFound else { throw error }
        return nil
      }
      let opened = try StoreAccess.open(location, busyTimeout: patience)
      store = opened
      return opened
    }
  }
}
