import FoundationEssentials
import Glibc
import SampleStore

/// Samples of the store as text.
enum SampleText {
  /// One line of JSON: a stable format.
  static func json(_ sample: QuantitySample) -> String {
    let source = sample.source
    return JSONText.object([
      ("id", .string(sample.id.uuidString)),
      ("type", .string(sample.type.identifier)),
      ("start", .string(MeasurementJSON.timestamp(sample.start))),
      ("end", .string(MeasurementJSON.timestamp(sample.end))),
      ("value", .number(sample.quantity.value)),
      ("unit", .string(sample.quantity.unit.description)),
      ("source", .string(source.name)),
      ("source_version", .optional(source.version)),
      ("device", .optional(sample.device?.name)),
      ("device_model", .optional(sample.device?.model)),
      ("metadata", .object(metadata(sample))),
    ]).text + "\n"
  }

  /// One line for a person, in this machine's time zone.
  static func row(_ sample: QuantitySample) -> String {
    padded("\(localTime(sample.start)) to \(clock(sample.end))", 32)
      + padded(StoreTypes.name(of: sample.type), 24)
      + padded(value(sample), 16, right: true) + "  " + sample.source.name + "\n"
  }

  /// All that is known of one sample.
  static func page(_ sample: QuantitySample) -> String {
    var lines = [
      ("id", sample.id.uuidString), ("type", sample.type.identifier),
      ("start", localTime(sample.start)), ("end", localTime(sample.end)),
      ("value", value(sample)),
      ("source", [sample.source.name, sample.source.version ?? ""].joined(separator: " ")),
    ]
    if let device = sample.device {
      lines.append(
        ("device", [device.name, device.model].compactMap(\.self).joined(separator: ", ")))
    }
    for (key, value) in metadata(sample) {
      if case .string(let text) = value {
        lines.append((key, text))
      } else {
        lines.append((key, value.text))
      }
    }
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    return lines.map { padded($0.0, width) + $0.1 + "\n" }.joined()
  }

  private static func value(_ sample: QuantitySample) -> String {
    "\(sample.quantity.value.rounded(toPlaces: 2)) \(sample.quantity.unit)"
  }

  private static func metadata(_ sample: QuantitySample) -> [(String, JSONText)] {
    sample.metadata.sorted { $0.key < $1.key }.map { key, value in
      switch value {
      case .string(let text): (key, .string(text))
      case .number(let number): (key, .number(number))
      case .bool(let bool): (key, .bool(bool))
      case .date(let date): (key, .string(MeasurementJSON.timestamp(date)))
      case .quantity(let quantity): (key, .string("\(quantity.value) \(quantity.unit)"))
      }
    }
  }

  static func localTime(_ date: Date) -> String { local(date, "%Y-%m-%d %H:%M:%S") }

  private static func clock(_ date: Date) -> String { local(date, "%H:%M:%S") }

  private static func local(_ date: Date, _ format: String) -> String {
    let seconds = date.timeIntervalSince1970.rounded()
    guard abs(seconds) < 1e12 else { return MeasurementJSON.timestamp(date) }
    var moment = time_t(seconds)
    var time = tm()
    guard localtime_r(&moment, &time) != nil else { return MeasurementJSON.timestamp(date) }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &time)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
