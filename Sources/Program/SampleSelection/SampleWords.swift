import FoundationEssentials
import JSONCoding
import Measurement
package import SampleStore

/// Samples for readers who know no identifiers and no codes of units.
package enum SampleWords {
  /// A number or a word, and the unit after it, which may be empty.
  package struct Value: Hashable, Sendable {
    package var text: String
    package var unit: String

    package init(_ text: String, _ unit: String = "") {
      (self.text, self.unit) = (text, unit)
    }

    /// A quantity in the unit in which its type is read.
    ///
    /// - Parameter digits: The text of a number in a unit.
    package init(
      _ quantity: Quantity, of type: QuantityType,
      digits: (Double, _ unit: String) -> String = { $0.readText(in: $1) }
    ) {
      let read = quantity.read(as: type)
      unit = read.unit.words(for: type)
      guard type == .height, unit == "in" else {
        text = digits(read.writtenValue, unit)
        return
      }
      let inches = read.value.rounded(toPlaces: 1)
      let feet = (inches / 12).rounded(.down)
      text = "\(feet.readText) ft \((inches - 12 * feet).readText)"
    }
  }

  // MARK: Samples

  /// Returns the content of a sample: its number with its unit, or its kind's equivalent.
  package static func value(of sample: Sample) -> Value {
    switch sample {
    case .quantity(let sample): return Value(sample.quantity, of: sample.type)
    case .category(let sample):
      let length = sample.duration > 0 ? sample.duration.lengthText : nil
      let parts = [sample.words, length].compactMap(\.self)
      return Value(parts.isEmpty ? "Noted" : parts.joined(separator: ", "))
    case .correlation(let sample):
      guard let pair = pressure(sample) else {
        return Value("\(sample.members.count)", sample.members.count == 1 ? "part" : "parts")
      }
      return Value(
        "\(pair.upper.readText)/\(pair.lower.readText)",
        QuantityType.bloodPressureSystolic.readUnit.words())
    case .workout(let sample):
      return Value("\(activity(of: sample)), \(sample.activeDuration.lengthText)")
    case .heartbeatSeries, .record: return Value(SampleText.value(sample))
    }
  }

  /// Returns "Running"; "Another activity" for a number that has no name.
  private static func activity(of workout: Workout) -> String {
    guard workout.activity.name != nil else { return "Another activity" }
    return ReadableName.sentence(ReadableName.words(of: workout.activity.shortName))
  }

  /// Returns the two numbers of a blood pressure; `nil` for another correlation.
  package static func pressure(_ sample: Correlation) -> (upper: Double, lower: Double)? {
    let unit = QuantityType.bloodPressureSystolic.readUnit
    guard sample.type == .bloodPressure,
      let upper = sample.quantities(of: .bloodPressureSystolic).first?.quantity,
      let lower = sample.quantities(of: .bloodPressureDiastolic).first?.quantity,
      let high = try? upper.value(in: unit), let low = try? lower.value(in: unit)
    else { return nil }
    return (high, low)
  }
}

extension Range<Date> {
  /// Whether a value of this time is one of a day, such as a resting heart rate, and has no time of day.
  package var isOfDay: Bool { upperBound.timeIntervalSince(lowerBound) >= 43_200 }
}

// MARK: Metadata

extension SampleWords {
  /// Returns the facts about a sample in addition to its value, its times and its source.
  package static func details(of sample: Sample) -> [(name: String, text: String)] {
    var details: [(name: String, text: String)] = []
    if let interval = interval(of: sample) { details.append(interval) }
    let shown = sample.metadata.filter { !unshown.contains($0.key) }
    return details
      + shown.sorted { $0.key < $1.key }.map { key, value in
        (detailNames[key] ?? name(ofKey: key), text(of: value, key: key))
      }
  }

  /// Returns the confidence interval of a reading of our own.
  package static func interval(of sample: Sample) -> (name: String, text: String)? {
    guard case .number(let low)? = sample.metadata[HeartRateLog.Key.low],
      case .number(let high)? = sample.metadata[HeartRateLog.Key.high]
    else { return nil }
    return ("95% interval", "\(low.readText) to \(high.readText)")
  }

  /// Keys that are shown in another way, or say nothing to a person.
  private static let unshown: Set = [
    HeartRateLog.Key.low, HeartRateLog.Key.high, HeartRateLog.Key.contentIdentity,
  ]

  private static let detailNames = [
    HeartRateLog.Key.startSource: "Time known from", HeartRateLog.Key.channel: "Color",
    HeartRateLog.Key.intervals: "Intervals counted",
    HeartRateLog.Key.isSessionAverage: "Average of a session",
    HeartRateLog.Key.cameraPath: "Camera's place", "HKWasUserEntered": "Entered by hand",
    "HKMetadataKeyHeartRateMotionContext": "Meanwhile",
  ]

  private static let numberWords = [
    "HKMetadataKeyHeartRateMotionContext": ["not known", "at rest", "active"],
    "HKMetadataKeyHeartRateSensorLocation": [
      "other", "chest", "wrist", "finger", "hand", "ear lobe", "foot",
    ],
  ]

  /// Returns the name of a key: of a stranger's as it is.
  private static func name(ofKey key: String) -> String {
    guard let start = key.prefixMatch(of: /HKMetadataKey|HK|Heartcam/) else { return key }
    let words = ReadableName.words(of: String(key[start.range.upperBound...]))
    return words.isEmpty ? key : ReadableName.sentence(words)
  }

  private static func text(of value: MetadataValue, key: String) -> String {
    switch value {
    case .string(let text):
      return key == HeartRateLog.Key.startSource ? text.replacing("_", with: " ") : text
    case .bool(let isTrue): return isTrue ? "yes" : "no"
    case .date(let date): return SampleText.localTime(date)
    case .quantity(let quantity):
      return "\(quantity.writtenValue.readText) \(quantity.unit.words())"
    case .number(let number):
      let words = numberWords[key] ?? []
      return Int(exactly: number).flatMap { words.indices.contains($0) ? words[$0] : nil }
        ?? number.readText
    }
  }
}
