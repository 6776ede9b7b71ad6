import CivilTime
import FoundationEssentials
package import JSONCoding
package import SampleStore

/// A sample as one JSON object without loss, and back: our own form, for NDJSON and, in parts, for
/// the cells of CSV.
package enum SampleJSON {
  /// `nil` if a time is not in a year of four digits.
  ///
  /// - Parameter hasSeries: Whether a record has its long row of numbers, which may stand elsewhere.
  package static func value(of sample: Sample, withSeries hasSeries: Bool = true) -> JSONValue? {
    guard let start = TimeText.iso(sample.start), let end = TimeText.iso(sample.end),
      let metadata = metadata(sample.metadata), let parts = parts(of: sample, hasSeries)
    else { return nil }
    let (value, unit) = number(of: sample)
    return .object(
      present: [
        ("kind", .string(kindName(of: sample.sampleType.kind))),
        ("type", .string(sample.sampleType.identifier)), ("id", .string(sample.id.uuidString)),
        ("start", .string(start)), ("end", .string(end)), ("value", value.map(JSONValue.number)),
        ("unit", unit.map(JSONValue.string)), ("source", source(sample.source)),
        ("device", sample.device.map(device)),
        ("metadata", sample.metadata.isEmpty ? nil : metadata),
        ("created", sample.created.flatMap(TimeText.iso).map(JSONValue.string)),
      ] + parts)
  }

  static func kindName(of kind: SampleKind) -> String {
    kind == .heartbeatSeries ? "heartbeat_series" : "\(kind)"
  }

  static func number(of sample: Sample) -> (Double?, String?) {
    switch sample {
    case .quantity(let sample): (sample.quantity.value, sample.quantity.unit.description)
    case .category(let sample): (Double(sample.value), nil)
    default: (nil, nil)
    }
  }

  static func source(_ source: Source) -> JSONValue {
    [
      "name": .string(source.name), "bundle_identifier": .string(source.bundleIdentifier),
      "version": source.version.map(JSONValue.string),
      "product_type": source.productType.map(JSONValue.string),
      "operating_system_version": source.operatingSystemVersion.map(JSONValue.string),
    ]
  }

  static func device(_ device: Device) -> JSONValue {
    .object(
      present: Device.properties.map { ($0.name, device[keyPath: $0.path].map(JSONValue.string)) })
  }

  /// Texts, numbers and Booleans as they are; dates and quantities as objects with a key of their
  /// own.
  static func metadata(_ metadata: [String: MetadataValue]) -> JSONValue? {
    var pairs: [(String, JSONValue?)] = []
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string(let text): pairs.append((key, .string(text)))
      case .number(let number): pairs.append((key, .number(number)))
      case .bool(let bool): pairs.append((key, .bool(bool)))
      case .date(let date):
        guard let text = TimeText.iso(date) else { return nil }
        pairs.append((key, ["date": .string(text)]))
      case .quantity(let quantity): pairs.append((key, .quantity(quantity)))
      }
    }
    return .object(present: pairs)
  }

  /// Returns the parts that some kinds have beyond a number, and those that explain unknown types to a reader.
  static func parts(
    of sample: Sample, _ hasSeries: Bool = true
  ) -> [(String, JSONValue?)]? {
    switch sample {
    case .quantity(let sample):
      let series = sample.series.map { [("series", JSONValue?.some($0.numbers.json))] } ?? []
      guard QuantityType(knownIdentifier: sample.type.identifier) == nil else { return series }
      return series + [
        ("canonical_unit", .string(sample.type.canonicalUnit.description)),
        ("aggregation", .number(Double(sample.type.aggregationStyle.rawValue))),
      ]
    case .category: return []
    case .correlation(let sample):
      let members = sample.members.compactMap { value(of: $0) }
      guard members.count == sample.members.count else { return nil }
      return [("members", .array(members))]
    case .heartbeatSeries(let sample):
      let gaps = sample.beats.indices.filter { sample.beats[$0].precededByGap }
      return [
        ("beats_s", .array(sample.beats.map { .number($0.time) })),
        ("gaps", .array(gaps.map { .number(Double($0)) })),
      ]
    case .record(let sample):
      return [
        ("record", sample.content.json), ("series", hasSeries ? sample.content.series?.json : nil),
      ]
    case .workout(let sample):
      let events = sample.events.compactMap { event -> JSONValue? in
        guard let start = TimeText.iso(event.start), let end = TimeText.iso(event.end),
          let metadata = metadata(event.metadata)
        else { return nil }
        return [
          "kind": .string(event.kind.exportedName), "start": .string(start), "end": .string(end),
          "metadata": event.metadata.isEmpty ? nil : metadata,
        ]
      }
      guard events.count == sample.events.count else { return nil }
      let totals = sample.totals.sorted { $0.key.identifier < $1.key.identifier }.map {
        (type, total) -> JSONValue in
        [
          "type": .string(type.identifier), "value": .number(total.value),
          "unit": .string(total.unit.description),
        ]
      }
      return [
        ("activity", .number(Double(sample.activity.rawValue))),
        ("active_duration_s", .number(sample.activeDuration)), ("events", .array(events)),
        ("totals", .array(totals)), ("parts", sample.json),
      ]
    }
  }
}
