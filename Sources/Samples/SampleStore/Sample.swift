import FoundationEssentials

/// A sample of any kind.
///
/// It is large, so it is kept once and passed on by reference.
public indirect enum Sample: HealthSample {
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

  /// The properties that samples of every kind have.
  public var head: SampleHead {
    switch self {
    case .quantity(let sample): sample.head
    case .category(let sample): sample.head
    case .correlation(let sample): sample.head
    case .workout(let sample): sample.head
    case .heartbeatSeries(let sample): sample.head
    case .record(let sample): sample.head
    }
  }

  /// The type of the measurement.
  public var sampleType: SampleType {
    // An import asks each record: through `base` reading takes a twentieth longer.
    switch self {
    case .quantity(let sample): sample.sampleType
    case .category(let sample): sample.sampleType
    case .correlation(let sample): sample.sampleType
    case .workout(let sample): sample.sampleType
    case .heartbeatSeries(let sample): sample.sampleType
    case .record(let sample): sample.sampleType
    }
  }

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
