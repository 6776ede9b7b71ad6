public import FoundationEssentials

/// One of a category's values over an interval, such as a stage of sleep.
public struct CategorySample: HealthSample {
  public let id: UUID
  public let type: CategoryType

  /// One of `type.values`; any number where the type is not known.
  public let value: Int

  public let start: Date
  public let end: Date
  public let source: Source
  public let device: Device?
  public let metadata: [String: MetadataValue]

  public var sampleType: SampleType { .category(type) }

  /// Throws where the interval is reversed, a number is not finite, or the value is not the type's.
  public init(
    id: UUID = .random(), type: CategoryType, value: Int = 0, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) throws(InvalidSample) {
    try SampleRules.check(start, end, metadata)
    if let values = type.values, !values.contains(value) {
      throw .valueIsNotInCategory(type)
    }
    self.id = id
    self.type = type
    self.value = value
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
  }
}
