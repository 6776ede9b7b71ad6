import CivilTime
public import FoundationEssentials
import JSONCoding
public import SampleStore

/// Writes samples as Open mHealth data points (header and body), one per line.
///
/// Types without a schema are left out, as well as the parts for which a schema has no place:
/// metadata, devices.
public struct OpenMHealthWriter: SampleOutput {
  private let output: ByteOutput
  private let now: String

  /// - Parameter now: When the data points are made.
  public init(_ output: ByteOutput, now: Date) {
    self.output = output
    self.now = TimeText.iso(now) ?? "1970-01-01T00:00:00Z"
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    guard let point = point(of: sample) else { return false }
    try output.write(point.text + "\n")
    return true
  }

  /// Returns the parts of a sample for which the format has no place.
  public func losses(of sample: Sample) -> Set<ExportLoss> {
    let losses = sample.losses(keeping: [MetadataKey.wasUserEntered], hasDevice: false)
    guard case .correlation = sample else { return losses }
    return losses.union([.memberIdentifiers])
  }

  /// Writes the end of the file.
  public mutating func finish() throws { try output.finish() }

  private func point(of sample: Sample) -> JSONValue? {
    switch sample {
    case .quantity(let quantity):
      guard let measure = OpenMHealthMeasure.all.first(where: { $0.type == quantity.type }),
        let value = Self.value(quantity.quantity, measure),
        let frame = Self.frame(sample, needsInterval: measure.needsInterval)
      else { return nil }
      return point(
        sample, measure,
        [
          (measure.key, value), ("effective_time_frame", frame),
          ("temporal_relationship_to_physical_activity", measure.activity.map(JSONValue.string)),
        ])
    case .correlation(let correlation) where correlation.type == .bloodPressure:
      var body: [(String, JSONValue?)] = []
      for measure in OpenMHealthMeasure.pressures {
        guard let member = correlation.quantities(of: measure.type).first,
          let value = Self.value(member.quantity, measure)
        else { return nil }
        body.append((measure.key, value))
      }
      guard let frame = Self.frame(sample, needsInterval: false) else { return nil }
      return point(
        sample, OpenMHealthMeasure.pressures[0], body + [("effective_time_frame", frame)])
    default: return nil
    }
  }

  private func point(
    _ sample: Sample, _ measure: OpenMHealthMeasure, _ body: [(String, JSONValue?)]
  ) -> JSONValue {
    let wasTyped = sample.metadata[MetadataKey.wasUserEntered] == .bool(true)
    return [
      "header": [
        "id": .string(sample.id.uuidString.lowercased()), "creation_date_time": .string(now),
        "schema_id": [
          "namespace": "omh", "name": .string(measure.schema),
          "version": .string(measure.version),
        ],
        "acquisition_provenance": [
          "source_name": .string(sample.source.name),
          "source_data_point_id": .string(sample.source.bundleIdentifier),
          "modality": wasTyped ? "self-reported" : "sensed",
        ],
      ], "body": .object(present: body),
    ]
  }

  private static func value(_ quantity: Quantity, _ measure: OpenMHealthMeasure) -> JSONValue? {
    guard let unit = try? QuantityUnit(measure.unit.own),
      let value = try? quantity.value(in: unit), (value * measure.factor).isFinite
    else { return nil }
    return ["value": .number(value * measure.factor), "unit": .string(measure.unit.name)]
  }

  private static func frame(_ sample: Sample, needsInterval: Bool) -> JSONValue? {
    guard let start = TimeText.iso(sample.start), let end = TimeText.iso(sample.end) else {
      return nil
    }
    if start == end, !needsInterval { return ["date_time": .string(start)] }
    return ["time_interval": ["start_date_time": .string(start), "end_date_time": .string(end)]]
  }
}
