public import FoundationEssentials

/// A sample of any kind.
public enum Sample: HealthSample {
  /// A number with a unit.
  case quantity(QuantitySample)

  /// A value of a list.
  case category(CategorySample)

  /// Samples that belong together.
  case correlation(Correlation)

  /// A workout.
  case workout(Workout)

  /// The times of heartbeats.
  case heartbeatSeries(HeartbeatSeries)

  /// An electrocardiogram, a route, an audiogram and the like.
  case record(RecordSample)

  /// The sample itself.
  public var base: any HealthSample {
    switch self {
    case .quantity(let sample): sample
    case .category(let sample): sample
    case .correlation(let sample): sample
    case .workout(let sample): sample
    case .heartbeatSeries(let sample): sample
    case .record(let sample): sample
    }
  }

  /// The identifier of the sample itself; likewise the properties below.
  public var id: UUID {
    if case .quantity(let sample) = self { return sample.id }
    return base.id
  }

  /// What was measured.
  public var sampleType: SampleType { base.sampleType }

  /// When the interval begins.
  public var start: Date { base.start }

  /// When the interval ends; not before `start`.
  public var end: Date { base.end }

  /// The program that saved it.
  public var source: Source { base.source }

  /// The hardware that measured it; `nil` if unknown.
  public var device: Device? { base.device }

  /// Further values by key (see `MetadataKey`).
  public var metadata: [String: MetadataValue] { base.metadata }

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  public var created: Date? { base.created }

  /// The quantity sample; `nil` if it is of another kind.
  public var quantitySample: QuantitySample? {
    if case .quantity(let sample) = self { sample } else { nil }
  }

  /// The category sample; `nil` if it is of another kind.
  public var categorySample: CategorySample? {
    if case .category(let sample) = self { sample } else { nil }
  }

  /// The identifiers of a correlation's members; none for other kinds.
  var memberIDs: [UUID] {
    if case .correlation(let sample) = self { sample.members.map(\.id) } else { [] }
  }
}
