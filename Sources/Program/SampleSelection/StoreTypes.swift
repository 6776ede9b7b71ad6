import CommandEnvironment
package import CommandLineParsing
package import FoundationEssentials
import Measurement
package import SampleStore

/// The readers of types, dates and identifiers of samples on the command line.
package enum StoreTypes {
  /// Reads any name of a type. An unknown one is refused, unless it is an identifier of a familiar kind.
  package static let type = ValueReader<SampleType>(completion: .choices(SampleType.typedNames)) {
    text throws(InvalidValue) in
    if let type = SampleType(named: text) { return type }
    // Unchanging facts about the person, for permissions.
    let characteristic = PersonProfile.Key.allCases.first {
      $0.rawValue == text || $0.rawValue == "HKCharacteristicTypeIdentifier" + text
    }
    if let characteristic { return characteristic.permission }
    if let type = SampleType(unknownIdentifier: text) { return type }
    throw InvalidValue(
      "must be a type such as hr, weight or sleep"
        + (suggestion(for: text).map { "; \($0)" } ?? "; 'heartcam store types' lists them"))
  }

  /// "did you mean 'weight'?", from the names that are nearest to a text or have it in them; `nil` for none.
  /// - Parameter others: Other possible words in this place.
  package static func suggestion(for text: String, or others: [String] = []) -> String? {
    let key = text.lowercased().filter { $0.isLetter || $0.isNumber }
    let near =
      Suggestion.nearest(to: text, among: others + SampleType.typedNames).map { [$0] }
      ?? SampleType.allNamed.map(\.shortName).filter {
        key.count > 2 && $0.lowercased().contains(key)
      }.prefix(3).map(\.self)
    guard !near.isEmpty else { return nil }
    return "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  package static let unit = ValueReader<QuantityUnit> { text throws(InvalidValue) in
    do {
      return try QuantityUnit(spelled: text)
    } catch {
      throw InvalidValue("must be a unit such as count/min: \(error)")
    }
  }

  /// The first digits of a sample's identifier, in lower case without hyphens.
  package struct Identifier: Sendable {
    private let digits: String

    fileprivate init?(_ text: String) {
      digits = text.lowercased().filter { $0 != "-" }
      guard (4...32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    }

    /// Returns the one sample that is meant. Prints a message and returns `nil` if no sample or several fit.
    package func resolved(in store: HealthStore) throws(StoreError) -> UUID? {
      let found = try store.identifiers(beginningWith: digits)
      if found.count == 1 { return found[0] }
      let shown = found.map { $0.digits(found.tellingDigits) }.joined(separator: ", ")
      report(
        found.isEmpty
          ? "there is no sample \(digits) in \(store.location)"
          : "several samples begin with \(digits), such as \(shown): give more digits")
      return nil
    }
  }

  /// Returns enough first digits of a sample's identifier to identify it in a store, at least eight.
  package static func shortText(of id: UUID, in store: HealthStore) throws(StoreError) -> String {
    for count in 8..<32 where try store.identifiers(beginningWith: id.digits(count)).count < 2 {
      return id.digits(count)
    }
    return id.digits(32)
  }

  package static let identifier = ValueReader<Identifier> { text throws(InvalidValue) in
    guard let identifier = Identifier(text) else {
      throw InvalidValue(
        "must be the first digits of an identifier, at least four, as 'heartcam store list' shows them"
      )
    }
    return identifier
  }

  /// A date that is read in the zone of a command.
  package static let typedDate = ValueReader<TypedDate> { text throws(InvalidValue) in
    try TypedDate(text)
  }

  /// A date in this machine's zone.
  package static let date = ValueReader<Date>(
    text: { TimeText.stamp($0, milliseconds: false) }
  ) { text throws(InvalidValue) in
    let typed = try typedDate.read(text)
    do throws(UnknownZone) { return typed.date(in: try ZoneRules.local.get()) } catch {
      throw InvalidValue("\(error)")
    }
  }
}

extension Authorization.Status {
  /// The word for it in JSON and tables.
  package var word: String {
    switch self {
    case .notDetermined: "not_determined"
    case .denied: "denied"
    case .authorized: "authorized"
    }
  }
}
