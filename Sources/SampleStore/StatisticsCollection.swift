public import FoundationEssentials

/// Statistics of every interval of a line of time, of which only those with samples are kept.
public struct StatisticsCollection: Sendable, Hashable {
  public let type: QuantityType
  public let intervals: CalendarIntervals

  /// The intervals that have samples, oldest first.
  public let populated: [Statistics]

  private let byIndex: [Int: Int]

  init(type: QuantityType, intervals: CalendarIntervals, _ found: [Int: Statistics]) {
    self.type = type
    self.intervals = intervals
    let sorted = found.sorted { $0.key < $1.key }
    populated = sorted.map(\.value)
    byIndex = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }

  /// Of the interval that a moment lies in, empty ones too.
  public func statistics(for date: Date) -> Statistics {
    statistics(at: intervals.index(containing: date))
  }

  /// Every interval in turn from the one that `start` lies in to the one that `end` lies in, empty ones
  /// too; the closure ends it by returning false.
  public func enumerate(from start: Date, to end: Date, _ body: (Statistics) throws -> Bool)
    rethrows
  {
    guard start <= end else { return }
    var index = intervals.index(containing: start)
    let last = intervals.index(containing: end)
    while index <= last, try body(statistics(at: index)) { index += 1 }
  }

  private func statistics(at index: Int) -> Statistics {
    if let place = byIndex[index] { return populated[place] }
    return Statistics(
      type: type, start: intervals.boundary(index), end: intervals.boundary(index + 1),
      all: .init(), bySource: [:])
  }
}
