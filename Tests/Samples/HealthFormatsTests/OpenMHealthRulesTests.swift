import CivilTime
import FileAccess
import FoundationEssentials
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// The rules of Open mHealth's published schemas for heart rate and step count, with examples of
/// our own. `ConformanceTests` runs the published examples if it is given them.
struct OpenMHealthRulesTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let version: String
    let body: String
    var testDescription: String { "\(version): \(body)" }

    init(_ version: String, _ body: String) {
      self.version = version
      self.body = body
    }
  }

  private static let moment = #""effective_time_frame":{"date_time":"2024-05-01T08:30:00+02:00"}"#
  private static let hour =
    #""effective_time_frame":{"time_interval":{"start_date_time":"2024-05-01T08:00:00Z","#
    + #""end_date_time":"2024-05-01T09:00:00Z"}}"#
  private static let halfHour =
    #""effective_time_frame":{"time_interval":{"start_date_time":"2024-05-01T08:00:00Z","#
    + #""duration":{"value":30,"unit":"min"}}}"#
  private static let pulse = #""heart_rate":{"value":61.5,"unit":"beats/min"}"#
  private static let steps = #""step_count":{"value":1200,"unit":"steps"}"#

  static let accepted = [
    Example("1.0", "{\(pulse),\(moment)}"),
    Example("1.1", "{\(pulse),\(moment),\"temporal_relationship_to_sleep\":\"before sleeping\"}"),
    Example("2.0", "{\(pulse),\(moment)}"), Example("2.0", "{\(pulse),\(hour)}"),
    Example("2.0", "{\(pulse),\(hour),\"descriptive_statistic\":\"average\"}"),
    Example(
      "2.0", "{\(pulse),\(moment),\"temporal_relationship_to_physical_activity\":\"at rest\"}"),
    Example("2.0", "{\(pulse),\(halfHour),\"user_notes\":\"after tea\"}"),
    Example("1.0", "{\"step_count\":1200,\(hour)}"),
    Example("2.0", "{\"step_count\":1200,\(hour)}"),
    Example("3.0", "{\(steps),\(hour)}"), Example("3.0", "{\(steps),\(halfHour)}"),
    Example("3.0", "{\(steps),\(hour),\"descriptive_statistic\":\"sum\"}"),
  ]

  static let refused = [
    // Another statistic than an average, or the sum of what is counted, is no value.
    Example("2.0", "{\(pulse),\(hour),\"descriptive_statistic\":\"maximum\"}"),
    Example("2.0", "{\(pulse),\(hour),\"descriptive_statistic\":\"sum\"}"),
    Example("2.0", "{\(pulse),\(hour),\"descriptive_statistic\":7}"),
    Example("3.0", "{\(steps),\(hour),\"descriptive_statistic\":\"maximum\"}"),
    Example("3.0", "{\(steps),\(hour),\"descriptive_statistic\":\"average\"}"),
    Example("3.0", "{\(steps),\(hour),\"descriptive_statistic_denominator\":\"d\"}"),
    // Nothing, or something else.
    Example("1.0", "{}"), Example("2.0", "{}"), Example("3.0", "{}"), Example("2.0", "[]"),
    Example("2.0", "{\(moment)}"),
    // A unit that the schema does not know, or none; a value that is no number.
    Example("2.0", "{\"heart_rate\":{\"value\":61.5,\"unit\":\"bpm\"},\(moment)}"),
    Example("2.0", "{\"heart_rate\":{\"value\":61.5},\(moment)}"),
    Example("2.0", "{\"heart_rate\":{\"unit\":\"beats/min\"},\(moment)}"),
    Example("2.0", "{\"heart_rate\":{\"value\":\"61.5\",\"unit\":\"beats/min\"},\(moment)}"),
    Example("2.0", "{\"heart_rate\":61.5,\(moment)}"),
    Example("3.0", "{\"step_count\":{\"value\":1200,\"unit\":\"paces\"},\(hour)}"),
    Example("3.0", "{\"step_count\":{\"value\":\"1200\",\"unit\":\"steps\"},\(hour)}"),
    Example("1.0", "{\"step_count\":\"1200\",\(hour)}"),
    // Since version 3 a count has a unit.
    Example("3.0", "{\"step_count\":1200,\(hour)}"),
    // Since version 2 there is a time, and steps are counted over an interval.
    Example("2.0", "{\(pulse)}"), Example("3.0", "{\(steps)}"),
    Example("2.0", "{\"step_count\":1200,\(moment)}"), Example("3.0", "{\(steps),\(moment)}"),
    // A date alone is no moment, and half an interval has no end.
    Example("2.0", "{\(pulse),\"effective_time_frame\":{\"date_time\":\"2024-05-01\"}}"),
    Example(
      "2.0",
      "{\(pulse),\"effective_time_frame\":{\"time_interval\":"
        + "{\"start_date_time\":\"2024-05-01T08:00:00Z\"}}}"),
  ]

  @Test(arguments: accepted)
  func `what satisfies the schema is read`(example: Example) throws {
    let value = try JSONParser.value(of: Array(example.body.utf8))
    let sample = try OpenMHealthPoint.sample(of: value, version: example.version)
    let quantity = try #require(sample.quantitySample)
    #expect(quantity.quantity.value == (quantity.type == .stepCount ? 1200 : 61.5))
    #expect(quantity.start.timeIntervalSince1970 >= 1_714_545_000)
  }

  @Test(arguments: refused)
  func `what breaks the schema is refused`(example: Example) throws {
    let value = try JSONParser.value(of: Array(example.body.utf8))
    #expect(throws: ImportDefect.self) {
      try OpenMHealthPoint.sample(of: value, version: example.version)
    }
  }

  /// The version of each schema that this program writes, with what its body must hold.
  private static let schemas: [String: (version: String, units: Set<String>)] = [
    "heart_rate": ("2.0", ["beats/min"]), "step_count": ("3.0", ["steps"]),
  ]

  @Test(arguments: [QuantityType.heartRate, .stepCount, .restingHeartRate])
  func `what is written has all that the schemas require`(type: QuantityType) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "points")
    let start = Date(timeIntervalSinceReferenceDate: 790_000_000.25)
    let replacement = try FileReplacement(of: folder.file("points"))
    try replacement.withDescriptor { descriptor in
      var writer = OpenMHealthWriter(try ByteOutput(descriptor: descriptor.number), now: start)
      for end in [start, start + 60] {
        let sample = try QuantitySample(
          type: type, quantity: Quantity(7, type.canonicalUnit), start: start, end: end,
          source: Source(name: "Watch", bundleIdentifier: "org.example"))
        #expect(try writer.write(.quantity(sample)))
      }
      try writer.finish()
    }
    try replacement.commit()
    let lines = try folder.text(of: "points").split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      let point = try JSONParser.value(of: Array(line.utf8))
      let header = try #require(point["header"])
      let body = try #require(point["body"])
      #expect(header["id"]?.string.flatMap(UUID.init(uuidString:)) != nil)
      #expect(header["creation_date_time"]?.string.flatMap { TimeText.date(iso: $0) } != nil)
      let provenance = header["acquisition_provenance"]
      #expect(provenance?["source_name"]?.string == "Watch")
      #expect(["sensed", "self-reported"].contains(provenance?["modality"]?.string))
      let key = try #require(Self.schemas.keys.first { body[$0] != nil })
      let schema = try #require(Self.schemas[key])
      #expect(header["schema_id"]?["namespace"]?.string == "omh")
      #expect(header["schema_id"]?["name"]?.string == key.replacing("_", with: "-"))
      #expect(header["schema_id"]?["version"]?.string == schema.version)
      #expect(body[key]?["value"]?.number?.isFinite == true)
      #expect(schema.units.contains(body[key]?["unit"]?.string ?? ""))
      let frame = try #require(body["effective_time_frame"])
      let interval = frame["time_interval"]
      let times = [
        frame["date_time"], interval?["start_date_time"], interval?["end_date_time"],
      ].map { $0?.string.flatMap { TimeText.date(iso: $0) } != nil }
      #expect(times == [true, false, false] || times == [false, true, true])
      if type == .stepCount { #expect(interval != nil) }
    }
  }
}
