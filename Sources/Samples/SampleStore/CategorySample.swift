public import FoundationEssentials

/// One of a category's values over an interval, such as a stage of sleep.
public struct CategorySample: HealthSample {
  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The category.
  public let type: CategoryType

  /// One of `type.values`; any number if the type is not known.
  public let value: Int

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .category(type) }

  /// Makes a sample; throws if the interval is reversed, a number is not finite, or the value is
  /// not the type's.
  public init(
    id: UUID = .random(), type: CategoryType, value: Int = 0, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created), type: type, value: value)
  }

  /// Makes a sample; throws if the value is not the type's.
  package init(_ head: SampleHead, type: CategoryType, value: Int) throws(InvalidSample) {
    if let values = type.values, !values.contains(value) {
      throw .valueIsNotInCategory(type)
    }
    (self.head, self.type, self.value) = (head, type, value)
  }
}
