public import FoundationEssentials

/// One of a category's values over an interval, such as a stage of sleep.
public struct CategorySample: HealthSample {
  /// Identifies the sample in every store and export.
  public let id: UUID

  /// The category.
  public let type: CategoryType

  /// One of `type.values`; any number if the type is not known.
  public let value: Int

  /// When the interval begins.
  public let start: Date

  /// When the interval ends; not before `start`.
  public let end: Date

  /// The program that saved it.
  public let source: Source

  /// The hardware that measured it; `nil` if unknown.
  public let device: Device?

  /// Further values by key (see `MetadataKey`).
  public let metadata: [String: MetadataValue]

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  public let created: Date?

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .category(type) }

  /// Makes a sample; throws if the interval is reversed, a number is not finite, or the value is
  /// not the type's.
  public init(
    id: UUID = .random(), type: CategoryType, value: Int = 0, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try SampleRules.check(start, end, metadata, created)
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
    self.created = created
  }
}
