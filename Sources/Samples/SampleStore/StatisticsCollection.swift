public import FoundationEssentials

/// The statistics of every interval of a timeline; only intervals with samples are stored.
public struct StatisticsCollection: Sendable, Hashable {
  /// The type of the samples.
  public let type: QuantityType

  /// The timeline.
  public let intervals: CalendarIntervals

  /// The statistics of intervals that have samples, oldest first.
  public let populated: [Statistics]

  private let byIndex: [Int: Int]

  init(type: QuantityType, intervals: CalendarIntervals, _ found: [Int: Statistics]) {
    self.type = type
    self.intervals = intervals
    let sorted = found.sorted { $0.key < $1.key }
    populated = sorted.map(\.value)
    byIndex = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1.key, $0) })
  }

  /// Returns the statistics of the interval that contains a moment, even if it is empty.
  public func statistics(for date: Date) -> Statistics {
    statistics(at: intervals.index(containing: date))
  }

  /// Calls the closure for every interval, from the one that contains `start` to the one that
  /// contains `end`, including empty ones; the closure stops by returning false.
  public func enumerate(from start: Date, to end: Date, _ body: (Statistics) throws -> Bool)
    rethrows
  {
    guard start <= end else { return }
    var index = intervals.index(containing: start)
    let last = intervals.index(containing: end)
    while index <= last, try body(statistics(at: index)) { index += 1 }
  }

  private func statistics(at index: Int) -> Statistics {
    if let position = byIndex[index] { return populated[position] }
    return Statistics(
      type: type, start: intervals.boundary(index), end: intervals.boundary(index + 1),
      all: .init(), bySource: [:])
  }
}
