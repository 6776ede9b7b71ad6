public import FoundationEssentials

/// A sample of any kind.
public enum Sample: HealthSample {
  case quantity(QuantitySample)
  case category(CategorySample)
  case correlation(Correlation)
  case workout(Workout)
  case heartbeatSeries(HeartbeatSeries)

  /// The sample behind the kind.
  public var base: any HealthSample {
    switch self {
    case .quantity(let sample): sample
    case .category(let sample): sample
    case .correlation(let sample): sample
    case .workout(let sample): sample
    case .heartbeatSeries(let sample): sample
    }
  }

  public var id: UUID {
    if case .quantity(let sample) = self { return sample.id }
    return base.id
  }
  public var sampleType: SampleType { base.sampleType }
  public var start: Date { base.start }
  public var end: Date { base.end }
  public var source: Source { base.source }
  public var device: Device? { base.device }
  public var metadata: [String: MetadataValue] { base.metadata }

  /// The quantity sample, `nil` where it is of another kind.
  public var quantitySample: QuantitySample? {
    if case .quantity(let sample) = self { sample } else { nil }
  }

  /// The category sample, `nil` where it is of another kind.
  public var categorySample: CategorySample? {
    if case .category(let sample) = self { sample } else { nil }
  }
}
