/// Answers that follow the store until the task that reads them is canceled. Answers do not queue
/// up.
public struct HKQueryResults<Element: Sendable>: AsyncSequence, Sendable {
  /// A closure that returns one answer after another.
  typealias Source = () async throws -> Element?

  private let start: @Sendable () async throws -> Source

  init(_ start: @escaping @Sendable () async throws -> Source) {
    self.start = start
  }

  public func makeAsyncIterator() -> Iterator { Iterator(start: start) }

  public struct Iterator: AsyncIteratorProtocol {
    let start: @Sendable () async throws -> Source
    private var source: Source?

    init(start: @escaping @Sendable () async throws -> Source) {
      self.start = start
    }

    /// Returns the next answer, or `nil` when the task is canceled. Errors are `HKError`s.
    public mutating func next() async throws -> Element? {
      do {
        let source: Source
        if let begun = self.source {
          source = begun
        } else {
          source = try await start()
          self.source = source
        }
        return try await source()
      } catch is CancellationError {
        return nil
      } catch {
        throw HKError(error)
      }
    }
  }
}
