/// The two sequences of events in a store that an anchor refers to, by the table that holds them.
package enum History: String, Sendable, CaseIterable {
  case sample, tombstone
}

/// Numbers for the rows of a history, which become visible to readers in their order.
///
/// An anchor says "everything up to number n has been seen". That holds only if no row with a lower
/// number can be committed later. An engine's own numbering does not promise it: two writers may
/// take 7 and 8, and 8 be committed first. So a writer takes its numbers from a counter in the
/// store, by an update inside its transaction. The update locks the counter until the commit, and
/// the next writer waits. Numbers may be left out: those that a transaction took and did not use,
/// or rolled back.
struct HistoryNumbers {
  private let connection: SQLConnection
  private let history: History
  private var next: Int64 = 1
  private var last: Int64 = 0

  /// How many numbers to take at a time.
  private var batch: Int

  /// - Parameter batch: How many numbers the transaction is expected to need; it may need more.
  init(_ history: History, _ connection: SQLConnection, batch: Int) {
    self.connection = connection
    self.history = history
    self.batch = max(1, batch)
  }

  /// Takes the numbers now rather than with the first row, so that other writers wait from here on.
  mutating func reserve() throws(StoreError) {
    guard next > last else { return }
    last = try connection.takeNumbers(batch, from: history)
    next = last - Int64(batch) + 1
    batch = 1
  }

  /// Returns the next number; only within a writing transaction.
  mutating func take() throws(StoreError) -> Int64 {
    try reserve()
    defer { next += 1 }
    return next
  }
}
