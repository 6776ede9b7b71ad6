internal import SampleStore
internal import Synchronization

/// The items that a builder of a series has collected until it is finished, guarded by a `Mutex`.
final class SeriesState<Item: Sendable>: Sendable {
  private struct Values {
    var items: [Item] = []
    var metadata: [String: MetadataValue] = [:]
    var isFinished = false
  }

  private let values = Mutex(Values())
  private let name: String

  /// - Parameter name: The name of the result, for errors: "series".
  init(_ name: String) { self.name = name }

  /// Whether there are items that were not saved.
  var hasUnsaved: Bool { values.withLock { !$0.isFinished && !$0.items.isEmpty } }

  /// Changes the items; throws once the series is finished.
  func change(_ body: (inout [Item]) throws -> Void) throws {
    try open { try body(&$0.items) }
  }

  func add(_ metadata: [String: Any]) throws {
    let new = try MetadataDictionary(metadata).checked()
    try open { $0.metadata.merge(new) { _, new in new } }
  }

  /// Saves the series, once: if that fails, the caller may try again.
  /// - Parameter missing: The message about a series without items.
  func finish<Saved>(
    orWithout missing: String, _ save: ([Item], [String: MetadataValue]) throws -> Saved
  ) throws -> Saved {
    try open { values in
      guard !values.items.isEmpty else {
        throw HKError(.errorNoData, "the \(name) has no \(missing)")
      }
      let saved = try save(values.items, values.metadata)
      values.isFinished = true
      return saved
    }
  }

  func discard() { values.withLock { $0.isFinished = true } }

  private func open<Value>(_ body: (inout Values) throws -> Value) throws -> Value {
    try values.withLock { values in
      if values.isFinished { throw HKError.invalid("the \(name) is finished") }
      return try body(&values)
    }
  }
}
