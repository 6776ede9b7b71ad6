import FoundationEssentials

/// Merges the sleep of several sources so that no moment counts twice.
///
/// Being in bed and the stages of sleep are kept apart: a telephone may know the one and a watch
/// the other. For each, the best source that has a sample at the moment counts. If it has two
/// stages at once, the more specific one counts. Samples come in the order of their starts.
struct SleepMerge {
  private var span: (start: Double, end: Double)?
  private var seconds: [SleepReport.Stage: Double] = [:]
  private var counts: [SleepReport.Stage: Int] = [:]
  private var beds = Track()
  private var sleeps = Track()

  mutating func add(_ stage: SleepReport.Stage, from start: Double, to end: Double, rank: Int) {
    span = (span?.start ?? start, max(span?.end ?? end, end))
    counts[stage, default: 0] += 1
    if stage == .inBed {
      beds.add(stage, from: start, to: end, rank: rank, &seconds)
    } else {
      sleeps.add(stage, from: start, to: end, rank: rank, &seconds)
    }
  }

  /// Returns the report of all that was added; `nil` of nothing.
  mutating func finish() -> SleepReport? {
    beds.advance(to: .infinity, &seconds)
    sleeps.advance(to: .infinity, &seconds)
    return span.map { span in
      let start = Date(timeIntervalSinceReferenceDate: span.start)
      let end = Date(timeIntervalSinceReferenceDate: span.end)
      return SleepReport(span: start..<end, seconds: seconds, counts: counts)
    }
  }

  /// Samples that last, and the moment up to which they are counted.
  private struct Track {
    private var lasting: [(stage: SleepReport.Stage, end: Double, rank: Int)] = []
    private var now = -Double.infinity

    mutating func add(
      _ stage: SleepReport.Stage, from start: Double, to end: Double, rank: Int,
      _ seconds: inout [SleepReport.Stage: Double]
    ) {
      advance(to: start, &seconds)
      lasting.append((stage, end, rank))
    }

    mutating func advance(to time: Double, _ seconds: inout [SleepReport.Stage: Double]) {
      while now < time,
        let best = lasting.min(by: {
          ($0.rank, $0.stage.vagueness) < ($1.rank, $1.stage.vagueness)
        })
      {
        let next = lasting.reduce(time) { min($0, $1.end) }
        seconds[best.stage, default: 0] += next - now
        now = next
        lasting.removeAll { $0.end <= now }
      }
      now = max(now, time)
    }
  }
}

extension SleepReport.Stage {
  /// Lower is more specific.
  fileprivate var vagueness: Int {
    switch self {
    case .asleepDeep: 0
    case .asleepREM: 1
    case .asleepCore: 2
    case .awake: 3
    case .asleepUnspecified: 4
    case .inBed: 5
    }
  }
}
