import CommandEnvironment
import CommandLineParsing
package import FoundationEssentials
package import SampleStore

/// A sample that a person writes, in the terminal or on the page.
package enum EnteredSample {
  /// Reads a value by the one grammar of written values, and marks the sample as entered by hand.
  ///
  /// - Parameter unit: The number's unit if the text names none; `nil` for the one in which the type is read.
  /// - Throws: `InvalidValue` for a text that is no value of the type, `InvalidSample` for one that cannot be.
  package static func sample(
    of type: SampleType, written text: String, in unit: QuantityUnit? = nil, from start: Date,
    to end: Date, metadata: [String: MetadataValue]
  ) throws -> Sample {
    let source = Source(
      name: "Heartcam", bundleIdentifier: "heartcam", version: HeartcamVersion.current)
    let metadata = metadata.merging([MetadataKey.wasUserEntered: .bool(true)]) { given, _ in given }
    func sample(otherwise usual: QuantityUnit?) throws -> Sample {
      let sample = try value(text, type, unit, otherwise: usual).sample(of: type) { _ in
        try SampleHead(start: start, end: end, source: source, metadata: metadata)
      }
      guard let sample else {
        throw InvalidValue("cannot be given here for this type; import a file of samples")
      }
      return sample
    }
    // What is unusual in the reader's unit and usual in the type's own, as a height of 1.75, is meant so.
    let read = try sample(otherwise: type.quantityType?.readUnit)
    guard read.plausibility != .plausible else { return read }
    let own = try sample(otherwise: nil)
    return own.plausibility == .plausible ? own : read
  }

  /// Returns a number with each unit in which it is usual: none if it was written with a unit, or is usual as it was read.
  package static func usualForms(of sample: Sample, written text: String) -> [String] {
    guard let (value, unit) = try? QuantityUnit.number(written: text), unit == nil,
      let type = sample.quantitySample?.type, case let usual = type.usualUnits(of: value),
      (try? usual.map { type.unit(asWritten: try QuantityUnit($0)) }) != [type.readUnit]
    else { return [] }
    return usual.map { "\(text) \($0)" }
  }

  private static func value(
    _ text: String, _ type: SampleType, _ unit: QuantityUnit?, otherwise usual: QuantityUnit?
  ) throws(InvalidValue) -> WrittenValue {
    do throws(WrittenValue.Failure) {
      return try WrittenValue(text, of: type, in: unit, otherwise: usual)
    } catch {
      switch error {
      case .notANumber: throw InvalidValue("must be a number, as 70 or 70 kg")
      case .unreadableUnit(let error):
        throw InvalidValue("must be a number with a unit behind it: \(error)")
      case .otherUnit: throw InvalidValue("has another unit than --unit")
      case .notAPair: throw InvalidValue("must be two pressures, like 120/80")
      case .notACase:
        let values: CategoryValues? =
          if case .category(let type) = type { type.values } else { nil }
        let labels = values?.cases.map(\.label).joined(separator: ", ")
        throw InvalidValue("must be " + (labels.map { "one of \($0)" } ?? "a whole number"))
      case .noValue:
        throw InvalidValue("cannot be given here for this type; import a file of samples")
      }
    }
  }
}
