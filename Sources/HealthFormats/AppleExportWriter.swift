public import FoundationEssentials
import JSONCoding
public import SampleStore

/// Writes samples in the form of Apple Health's `export.xml`.
///
/// The form has whole seconds and texts as metadata. Identifiers and bundle identifiers, for which
/// it has no place, become metadata entries that our reader removes again. Heartbeat series on
/// their own, and characters that XML cannot hold, have no form.
public struct AppleExportWriter: SampleOutput {
  private let output: ByteOutput
  private let now: Date
  private var hasHead = false

  /// - Parameter now: The date of the export.
  public init(_ output: ByteOutput, now: Date) {
    self.output = output
    self.now = now
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    try writeHead()
    guard let text = Self.element(sample, indent: " ") else { return false }
    try output.write(text)
    return true
  }

  /// What of a sample the format has no place for.
  public func losses(of sample: Sample) -> Set<ExportLoss> {
    sample.lossesInAppleForm
  }

  /// Writes the end of the file.
  public mutating func finish() throws {
    try writeHead()
    try output.write("</HealthData>\n")
    try output.finish()
  }

  private mutating func writeHead() throws {
    guard !hasHead else { return }
    hasHead = true
    let date = CivilTime.apple(now) ?? ""
    try output.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        + " <ExportDate value=\"\(date)\"/>\n")
  }

  private static func element(_ sample: Sample, indent: String) -> String? {
    guard let start = CivilTime.apple(sample.start), let end = CivilTime.apple(sample.end) else {
      return nil
    }
    var children: [String] = []
    for (key, value) in sample.metadata.sorted(by: { $0.key < $1.key }) {
      guard let text = AppleMetadata.text(of: value) else { return nil }
      children.append(entry(key, text))
    }
    children.append(entry(ExportKey.identifier, sample.id.uuidString))
    children.append(entry(ExportKey.bundleIdentifier, sample.source.bundleIdentifier))
    var attributes: [(String, String?)] = [
      ("sourceName", sample.source.name), ("sourceVersion", sample.source.version),
      ("device", sample.device.map(AppleDevice.text)),
      ("creationDate", sample.created.flatMap(CivilTime.apple)),
      ("startDate", start), ("endDate", end),
    ]
    let name: String
    switch sample {
    case .quantity(let sample):
      name = "Record"
      attributes += [
        ("unit", sample.quantity.unit.exportText),
        ("value", DecimalNumber.text(sample.quantity.value)),
      ]
    case .category(let sample):
      name = "Record"
      attributes.append(
        ("value", sample.type.values?.text(of: sample.value) ?? "\(sample.value)"))
    case .correlation(let sample):
      name = "Correlation"
      for member in sample.members {
        guard let text = element(member, indent: indent + " ") else { return nil }
        children.append(text.trimmedLine)
      }
    case .workout(let sample):
      name = "Workout"
      guard let parts = parts(of: sample) else { return nil }
      children += parts
      attributes += [
        (
          "workoutActivityType",
          sample.activity.name
            ?? "\(AppleExportReader.numbered)\(sample.activity.rawValue)"
        ), ("duration", DecimalNumber.text(sample.activeDuration)), ("durationUnit", "s"),
      ]
    case .heartbeatSeries: return nil
    }
    if name != "Workout" { attributes.insert(("type", sample.sampleType.identifier), at: 0) }
    let text =
      "\(indent)<\(name)"
      + attributes.map { key, value in value.map { " \(key)=\"\(escaped($0))\"" } ?? "" }.joined()
      + ">\n" + children.map { "\(indent) \($0)\n" }.joined() + "\(indent)</\(name)>\n"
    // Characters that XML 1.0 cannot write could not be read back.
    let isLegal = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    return isLegal ? text : nil
  }

  private static func parts(of workout: Workout) -> [String]? {
    var parts: [String] = []
    for event in workout.events {
      guard let date = CivilTime.apple(event.start) else { return nil }
      let length = event.end.timeIntervalSince(event.start)
      var entries = ""
      for (key, value) in event.metadata.sorted(by: { $0.key < $1.key }) {
        guard let text = AppleMetadata.text(of: value) else { return nil }
        entries += entry(key, text)
      }
      parts.append(
        "<WorkoutEvent type=\"\(event.kind.exportedName)\" date=\"\(date)\" "
          + "duration=\"\(DecimalNumber.text(length))\" durationUnit=\"s\""
          + (entries.isEmpty ? "/>" : ">\(entries)</WorkoutEvent>"))
    }
    guard let start = CivilTime.apple(workout.start), let end = CivilTime.apple(workout.end) else {
      return nil
    }
    for (type, total) in workout.totals.sorted(by: { $0.key.identifier < $1.key.identifier }) {
      parts.append(
        "<WorkoutStatistics type=\"\(escaped(type.identifier))\" startDate=\"\(start)\" "
          + "endDate=\"\(end)\" sum=\"\(DecimalNumber.text(total.value))\" "
          + "unit=\"\(escaped(total.unit.exportText))\"/>")
    }
    return parts
  }

  private static func entry(_ key: String, _ value: String) -> String {
    "<MetadataEntry key=\"\(escaped(key))\" value=\"\(escaped(value))\"/>"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// Without the indentation and line end that the caller adds.
  fileprivate var trimmedLine: String {
    String(drop { $0 == " " }.dropLast())
  }
}
