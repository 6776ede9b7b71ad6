import FoundationEssentials

/// Adds up quantities of several sources so that nothing counts twice.
///
/// At every moment only the source with the best rank among those that have a sample counts. A
/// lower source fills the gaps of a higher one; of a sample that is covered in part, the share of
/// time outside the cover counts. Samples of one source all count, even if they overlap. An instant
/// counts if no better source has a sample at its moment. A sample's end is not part of it.
///
/// Samples come in the order of their starts; only those that last at the moment are held.
struct SourceMerge {
  struct Total: Equatable {
    var sum = 0.0

    /// Seconds covered by the sources that counted.
    var seconds = 0.0
  }

  private struct Lasting {
    let end: Double
    let length: Double
    let value: Double
    let rank: Int

    /// Seconds within the present interval in which it counted.
    var won = 0.0

    /// Its share in intervals that are past.
    var given = 0.0

    /// Whether it counted throughout, so that the rest of it can be added without rounding.
    var isWhole = true
  }

  /// The totals by interval; 0 is the only one without intervals.
  private(set) var totals: [Int: Total] = [:]

  private let intervals: CalendarIntervals?
  private var index = 0
  private var bounds = -Double.infinity..<Double.infinity
  private var lasting: [Lasting] = []
  private var instants: [(value: Double, rank: Int)] = []
  private var now = -Double.infinity

  init(_ intervals: CalendarIntervals?) {
    self.intervals = intervals
    if intervals != nil { bounds = 0..<0 }
  }

  /// Times are seconds since 2001; a lower rank is the better one.
  mutating func add(from start: Double, to end: Double, _ value: Double, rank: Int) {
    if start > now {
      settleInstants()
      advance(to: start)
    }
    if end > start {
      lasting.append(Lasting(end: end, length: end - start, value: value, rank: rank))
    } else {
      instants.append((value, rank))
    }
  }

  /// Totals after the last sample.
  mutating func finish() -> [Int: Total] {
    settleInstants()
    advance(to: .infinity)
    return totals
  }

  private mutating func settleInstants() {
    guard !instants.isEmpty else { return }
    enterInterval()
    let best = min(
      lasting.lazy.map(\.rank).min() ?? .max, instants.lazy.map(\.rank).min() ?? .max)
    for instant in instants where instant.rank == best {
      totals[index, default: Total()].sum += instant.value
    }
    instants.removeAll(keepingCapacity: true)
  }

  private mutating func advance(to time: Double) {
    while !lasting.isEmpty, now < time {
      enterInterval()
      var best = Int.max
      var next = min(time, bounds.upperBound)
      for sample in lasting {
        best = min(best, sample.rank)
        next = min(next, sample.end)
      }
      totals[index, default: Total()].seconds += next - now
      for position in lasting.indices {
        if lasting[position].rank == best {
          lasting[position].won += next - now
        } else {
          lasting[position].isWhole = false
        }
      }
      now = next
      settleLasting()
    }
    now = time
  }

  /// Adds the shares of samples that have ended and, at an interval's end, of those that continue.
  private mutating func settleLasting() {
    let atCut = now >= bounds.upperBound
    guard atCut || lasting.contains(where: { $0.end <= now }) else { return }
    var sum = 0.0
    for position in lasting.indices where atCut || lasting[position].end <= now {
      let sample = lasting[position]
      let share =
        sample.isWhole && sample.end <= now
        ? sample.value - sample.given : sample.value * (sample.won / sample.length)
      sum += share
      lasting[position].given += share
      lasting[position].won = 0
    }
    totals[index, default: Total()].sum += sum
    lasting.removeAll { $0.end <= now }
  }

  private mutating func enterInterval() {
    guard let intervals, !bounds.contains(now) else { return }
    index = intervals.index(containing: Date(timeIntervalSinceReferenceDate: now))
    bounds = intervals.range(index)
    // After the last interval of the calendar there is one without an end.
    if !bounds.contains(now) { bounds = now..<Double.infinity }
  }
}
