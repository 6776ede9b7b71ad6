import CommandEnvironment
package import FoundationEssentials
package import JSONCoding
import Measurement
package import SampleStore
import VisibleText

/// Samples of the store as text.
package enum SampleText {
  /// Returns one line of JSON: a stable format. Kinds without a number carry their other content.
  package static func json(_ sample: Sample) -> String { object(sample).text + "\n" }

  /// Returns the content of a line of JSON.
  package static func object(_ sample: Sample) -> JSONValue {
    let source = sample.source
    var (value, unit) = (JSONValue.null, JSONValue.null)
    if let quantity = sample.quantitySample?.quantity {
      (value, unit) = (.decimal(quantity.writtenValue), .string(quantity.unit.description))
    } else if let category = sample.categorySample {
      value = .integer(category.value)
    }
    return .object(
      [
        ("id", .string(sample.id.uuidString)),
        ("type", .string(sample.sampleType.identifier)),
        ("start", .string(sample.start.timestamp)),
        ("end", .string(sample.end.timestamp)),
        ("value", value),
        ("unit", unit),
        ("source", .string(source.name)),
        ("source_version", .optional(source.version)),
        ("device", .optional(sample.device?.name)),
        ("device_model", .optional(sample.device?.model)),
        ("metadata", .object(metadata(sample))),
      ] + parts(sample))
  }

  /// Returns a line for a person, in this machine's time zone: the beginning of the identifier,
  /// times, type, value and source.
  /// - Parameters:
  ///   - digits: How many digits of the identifier.
  ///   - width: The columns of a terminal. In a narrow one the length replaces the end, and parts
  ///     without room continue in a second line.
  package static func row(_ sample: Sample, digits: Int = 8, width: Int? = nil) -> String {
    let (id, type) = (sample.id.digits(digits), sample.sampleType.shortName)
    let (value, source) = (value(sample), sample.source.name.withVisibleControls)
    guard let width, width < 100 else {
      return "\(id)  \(padded(span(sample.start, sample.end), 31)) \(padded(type, 24))"
        + padded(value, 16, right: true) + "  \(source)\n"
    }
    let start = CivilMoment(sample.start)
    let when = "\(id)  \(start.day) \(start.minute) \(padded(length(of: sample), 6, right: true))  "
    let line = when + padded(type, 16) + " \(padded(value, 15, right: true))  \(source)"
    if line.cells <= width { return line + "\n" }
    let rest = String(repeating: " ", count: digits + 2) + "\(value)  \(source)"
    let lines = [when + type, rest].flatMap { wrapped($0, width: width, indent: digits + 2) }
    return lines.map { $0.trimmed(atStart: false) + "\n" }.joined()
  }

  /// Returns "30 s", "2.5 h"; empty for a moment.
  private static func length(of sample: Sample) -> String {
    let seconds = sample.end.timeIntervalSince(sample.start)
    func text(_ value: Double, _ unit: String) -> String {
      "\(value < 10 ? value.fixed(1) : value.fixed(0)) \(unit)"
    }
    switch seconds {
    case 0: return ""
    case ..<100: return text(seconds, "s")
    case ..<6000: return text(seconds / 60, "m")
    case ..<172_800: return text(seconds / 3600, "h")
    default: return text(seconds / 86_400, "d")
    }
  }

  /// Returns all the facts about one sample.
  package static func page(_ sample: Sample, width: Int? = nil) -> String {
    var lines = [
      ("id", sample.id.uuidString), ("type", sample.sampleType.identifier),
      ("start", localTime(sample.start)), ("end", localTime(sample.end)),
      ("value", value(sample)),
      ("source", [sample.source.name, sample.source.version ?? ""].joined(separator: " ")),
    ]
    if let device = sample.device {
      lines.append(
        ("device", [device.name, device.model].compactMap(\.self).joined(separator: ", ")))
    }
    if let interval = SampleWords.interval(of: sample) { lines.append(interval) }
    lines += (parts(sample) + metadata(sample))
      .filter { ![HeartRateLog.Key.low, HeartRateLog.Key.high].contains($0.0) }
      .map { ($0, $1.string ?? $1.text) }
    return TextTable.list(lines.map { ($0, $1) }, width: width)
  }

  /// Returns the value with its unit, or its kind's equivalent.
  package static func value(_ sample: Sample) -> String {
    switch sample {
    case .quantity(let sample):
      let value = SampleWords.Value(sample.quantity, of: sample.type) { number, _ in
        "\(number.rounded(toPlaces: number.magnitude < 1 ? 3 : 2))"
      }
      return "\(value.text)\(value.unit == "%" ? "" : " ")\(value.unit)"
    case .category(let sample):
      guard let values = sample.type.values, let text = values.text(of: sample.value) else {
        return "\(sample.value)"
      }
      return String(text.dropFirst(values.name.count))
    case .correlation(let sample):
      if let (upper, lower) = SampleWords.pressure(sample) {
        return "\(upper.rounded(toPlaces: 1))/\(lower.rounded(toPlaces: 1)) "
          + QuantityType.bloodPressureSystolic.readUnit.words()
      }
      return counted(sample.members.count, "sample")
    case .workout(let sample):
      return sample.activity.shortName
    case .heartbeatSeries(let sample): return counted(sample.beats.count, "beat")
    case .record(let sample): return value(of: sample.content)
    }
  }

  private static func value(of content: RecordContent) -> String {
    switch content {
    case .electrocardiogram(let content):
      let names = [
        "not classified", "sinus rhythm", "atrial fibrillation", "low heart rate",
        "high heart rate", "poor reading", "inconclusive",
      ]
      return names.indices.contains(content.classification)
        ? names[content.classification] : "unrecognized"
    case .workoutRoute(let content): return counted(content.points.count, "point")
    case .activitySummary(let content):
      let energy = content.values[.activeEnergyBurned]
      return energy.map { "\($0.value.rounded(toPlaces: 0)) \($0.unit)" } ?? "no energy"
    case .document(let document): return value(of: document)
    }
  }

  private static func value(of document: HealthDocument) -> String {
    let json = document.json
    switch document.type {
    case .stateOfMind: return "valence \((json["valence"]?.number ?? 0).rounded(toPlaces: 2))"
    case .visionPrescription: return json.whole("kind") == 2 ? "contact lenses" : "glasses"
    case .audiogram: return counted(json["points"]?.elements.count ?? 0, "tone")
    case .gad7, .phq9: return "score \(document.score)"
    case .medicationDose:
      let names = ["not answered", "not notified", "snoozed", "taken", "skipped", "not logged"]
      // A file may hold any number.
      let status = json.whole("status").flatMap { (1...names.count).contains($0) ? $0 : nil }
      return status.map { names[$0 - 1] } ?? "unknown"
    default: return json["display_name"]?.string ?? ""
    }
  }

  /// Returns the content of a kind in addition to a number.
  private static func parts(_ sample: Sample) -> [(String, JSONValue)] {
    switch sample {
    case .quantity: []
    case .category(let sample): [("label", .optional(sample.type.values?.text(of: sample.value)))]
    case .correlation(let sample):
      [("members", .array(sample.members.map { .string($0.id.uuidString) }))]
    case .workout(let sample):
      [
        ("activity", .string(sample.activity.name ?? "\(sample.activity.rawValue)")),
        ("active_duration_s", .decimal(sample.activeDuration)),
        (
          "totals",
          .object(
            sample.totals.sorted { $0.key.identifier < $1.key.identifier }.map { type, total in
              (type.identifier, .string("\(total.value) \(total.unit)"))
            })
        ),
      ]
    case .heartbeatSeries(let sample): [("beats", .integer(sample.beats.count))]
    case .record(let sample): [("record", sample.content.json)]
    }
  }

  private static func metadata(_ sample: Sample) -> [(String, JSONValue)] {
    sample.metadata.sorted { $0.key < $1.key }.map { key, value in
      switch value {
      case .string(let text): (key, .string(text))
      case .number(let number): (key, .decimal(number))
      case .bool(let bool): (key, .bool(bool))
      case .date(let date): (key, .string(date.timestamp))
      case .quantity(let quantity): (key, .string("\(quantity.value) \(quantity.unit)"))
      }
    }
  }

  package static func localTime(_ date: Date) -> String {
    let moment = CivilMoment(date)
    return "\(moment.day) \(moment.clock)"
  }

  /// Returns a date as `20260131-090000`, for the name of a file.
  package static func compactTime(_ date: Date) -> String {
    let moment = CivilMoment(date)
    return moment.day.filter(\.isNumber) + "-" + moment.clock.filter(\.isNumber)
  }

  /// Returns the two times of a sample in 31 columns: to the second within a day, else with the day
  /// on which it ends.
  private static func span(_ start: Date, _ end: Date) -> String {
    let (first, last) = (CivilMoment(start), CivilMoment(end))
    if first.date == last.date { return "\(first.day) \(first.clock) to \(last.clock)" }
    // The year is said once.
    if first.date.year == last.date.year || end.timeIntervalSince(start) < 86_400 {
      return "\(first.day) \(first.minute) to \(last.day.suffix(5)) \(last.minute)"
    }
    return "\(first.day) to \(last.day)"
  }
}
