/// Merges the sleep of several sources so that no moment counts twice.
///
/// Being in bed and the stages of sleep are kept apart: a telephone may know the one and a watch
/// the other. For each, the best source that has a sample at the moment counts. If it has two
/// stages at once, the more specific one counts. Samples come in the order of their starts.
struct SleepMerge {
  /// Stages as HealthKit numbers them.
  enum Stage: Int {
    case inBed = 0
    case asleepUnspecified = 1
    case awake = 2
    case asleepCore = 3
    case asleepDeep = 4
    case asleepREM = 5

    /// Lower is more specific.
    var vagueness: Int {
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

  private var stages = SleepReport.Stages()
  private var beds = Track()
  private var sleeps = Track()

  mutating func add(_ stage: Stage, from start: Double, to end: Double, rank: Int) {
    if stage == .inBed {
      beds.add(stage, from: start, to: end, rank: rank, &stages)
    } else {
      sleeps.add(stage, from: start, to: end, rank: rank, &stages)
    }
  }

  mutating func finish() -> SleepReport.Stages {
    beds.advance(to: .infinity, &stages)
    sleeps.advance(to: .infinity, &stages)
    if stages.inBed == 0 { stages.inBed = stages.awake + stages.asleep }
    return stages
  }

  /// Samples that last, and the moment up to which they are counted.
  private struct Track {
    private var lasting: [(stage: Stage, end: Double, rank: Int)] = []
    private var now = -Double.infinity

    mutating func add(
      _ stage: Stage, from start: Double, to end: Double, rank: Int,
      _ stages: inout SleepReport.Stages
    ) {
      advance(to: start, &stages)
      lasting.append((stage, end, rank))
    }

    mutating func advance(to time: Double, _ stages: inout SleepReport.Stages) {
      while now < time,
        let best = lasting.min(by: {
          ($0.rank, $0.stage.vagueness) < ($1.rank, $1.stage.vagueness)
        })
      {
        let next = lasting.reduce(time) { min($0, $1.end) }
        stages.add(next - now, best.stage)
        now = next
        lasting.removeAll { $0.end <= now }
      }
      now = max(now, time)
    }
  }
}

extension SleepReport.Stages {
  fileprivate mutating func add(_ seconds: Double, _ stage: SleepMerge.Stage) {
    switch stage {
    case .inBed: inBed += seconds
    case .awake: awake += seconds
    case .asleepUnspecified: asleepUnspecified += seconds
    case .asleepCore: asleepCore += seconds
    case .asleepDeep: asleepDeep += seconds
    case .asleepREM: asleepREM += seconds
    }
  }
}
