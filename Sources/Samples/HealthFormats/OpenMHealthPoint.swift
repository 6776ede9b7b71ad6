import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// An Open mHealth data point, or a body without a header.
///
/// Whatever a schema requires is required here: the unit, the kind of the value, the time frame
/// since version 2 (3 of some). The published examples that must fail show this.
enum OpenMHealthPoint: HealthStandard {
  static func parts(of value: JSONValue) -> [JSONValue] { [value] }

  static func names(in point: JSONValue) -> (type: String?, unit: String?) {
    let body = point["header"] == nil ? point : point["body"]
    return (
      point["header"]?["schema_id"]?["name"]?.string,
      body?.members?.lazy.compactMap { $0.value["unit"]?.string }.first
    )
  }

  static func person(in point: JSONValue) -> [String] {
    [point["header"]?["user_id"]?.string].compactMap(\.self)
  }

  static func withdrawn(in value: JSONValue) -> String? { nil }

  static func samples(
    of point: JSONValue, note: (ImportDefect, JSONValue) -> Void
  ) throws -> [Sample] {
    [try sample(of: point, version: nil)]
  }

  /// Throws `ImportDefect`.
  ///
  /// - Parameter version: The schema's version if there is no header; the newest by default.
  static func sample(of point: JSONValue, version: String?) throws -> Sample {
    guard point.members != nil else { throw ImportDefect.malformed }
    let header = point["header"]
    let body = header == nil ? point : point["body"] ?? .null
    let schema = header?["schema_id"]
    let major = (schema?["version"]?.string ?? version).flatMap {
      Int($0.prefix { $0 != "." })
    }
    let measures = try measures(of: body, schema: schema?["name"]?.string)
    // Of several values the average is one; of counts, the sum.
    let isSum = measures[0].type.aggregationStyle == .cumulative
    let statistic = body["descriptive_statistic"].map { $0.string ?? "?" } ?? ""
    guard (isSum ? ["", "sum"] : ["", "average", "mean"]).contains(statistic),
      body["descriptive_statistic_denominator"] == nil
    else { throw ImportDefect.statistic }
    let frame = try frame(of: body, header, measures[0], major ?? .max)
    let provenance = header?["acquisition_provenance"]
    let name = provenance?["source_name"]?.string ?? "Open mHealth"
    let source = Source(
      name: name,
      bundleIdentifier: provenance?["source_data_point_id"]?.string ?? "omh: \(name)")
    var metadata: [String: MetadataValue] = [:]
    if provenance?["modality"]?.string == "self-reported" {
      metadata[MetadataKey.wasUserEntered] = .bool(true)
    }
    func identity(_ part: String) -> UUID {
      var identity = ContentIdentifier()
      identity.add(body.text)
      identity.add(part)
      return identity.id(at: frame.start)
    }
    let id = header?["id"]?.string.flatMap(UUID.init(uuidString:)) ?? identity("")
    do {
      let quantities = try measures.enumerated().map { index, measure in
        try QuantitySample(
          id: measures.count == 1 ? id : identity("\(id) \(index)"), type: measure.type,
          quantity: quantity(body[measure.key] ?? .null, measure, major ?? .max),
          start: frame.start, end: frame.end, source: source, metadata: metadata)
      }
      guard quantities.count > 1 else { return .quantity(quantities[0]) }
      return .correlation(
        try Correlation(
          id: id, type: .bloodPressure, members: quantities.map(Sample.quantity),
          start: frame.start, end: frame.end, source: source, metadata: metadata))
    } catch is InvalidSample {
      throw ImportDefect.invalidSample
    }
  }

  private static func measures(
    of body: JSONValue, schema: String?
  ) throws -> [OpenMHealthMeasure] {
    if body[OpenMHealthMeasure.pressures[0].key] != nil
      || schema == OpenMHealthMeasure.bloodPressure
    {
      return OpenMHealthMeasure.pressures
    }
    let isAtRest =
      body["temporal_relationship_to_physical_activity"]?.string == "at rest"
    let found = OpenMHealthMeasure.all.filter { body[$0.key] != nil }
    guard let measure = found.last(where: { $0.activity == nil || isAtRest }) else {
      let isKnown = OpenMHealthMeasure.all.contains { $0.schema == schema }
      throw isKnown || schema == nil ? ImportDefect.malformed : .unsupported
    }
    guard schema == nil || schema == measure.schema else { throw ImportDefect.malformed }
    return [measure]
  }

  private static func quantity(
    _ value: JSONValue, _ measure: OpenMHealthMeasure, _ major: Int
  ) throws -> Quantity {
    if let number = value.number, measure.type == .stepCount, major < 3 || major == .max {
      return Quantity(number, .count)
    }
    guard let number = value["value"]?.number, let name = value["unit"]?.string else {
      throw ImportDefect.malformed
    }
    // The schema's names alone: its published examples refuse others, such as bpm.
    guard let own = name == measure.unit.name ? measure.unit.own : measure.others[name],
      let unit = try? QuantityUnit(own)
    else { throw ImportDefect.unreadableUnit }
    return Quantity(number / measure.factor, unit)
  }

  /// Returns the time frame. Early versions need no time: then the header's time counts.
  private static func frame(
    of body: JSONValue, _ header: JSONValue?, _ measure: OpenMHealthMeasure, _ major: Int
  ) throws -> (start: Date, end: Date) {
    func date(_ value: JSONValue?) throws -> Date? {
      guard let text = value?.string else { return nil }
      // A date alone is not a moment.
      guard text.utf8.count > 10, let date = TimeText.date(iso: text) else {
        throw ImportDefect.unreadableDate
      }
      return date
    }
    guard let frame = body["effective_time_frame"] else {
      guard major < 2, let made = try date(header?["creation_date_time"]) else {
        throw ImportDefect.missingDate
      }
      return (made, made)
    }
    if let moment = try date(frame["date_time"]) {
      guard !measure.needsInterval || major < 2 else { throw ImportDefect.missingDate }
      return (moment, moment)
    }
    let interval = frame["time_interval"]
    let length = try interval?["duration"].map { try seconds($0) }
    let start = try date(interval?["start_date_time"])
    let end = try date(interval?["end_date_time"])
    switch (start, end, length) {
    case (let start?, let end?, _): return (start, end)
    case (let start?, nil, let length?): return (start, start + length)
    case (nil, let end?, let length?): return (end - length, end)
    default: throw ImportDefect.missingDate
    }
  }

  private static func seconds(_ duration: JSONValue) throws -> Double {
    let lengths: [String: Double] = [
      "ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "sec": 1, "min": 60, "h": 3600, "d": 86_400,
      "wk": 604_800, "Mo": 2_629_746, "yr": 31_556_952,
    ]
    guard let number = duration["value"]?.number, number >= 0,
      let length = duration["unit"]?.string.flatMap({ lengths[$0] })
    else { throw ImportDefect.unreadableDate }
    return number * length
  }
}
