package import CommandEnvironment
package import CommandLineParsing
package import SampleStore

/// The option that says which store, wherever it is taken.
package enum StoreOptions {
  package static let location = Option(
    "store", .file(extensions: ["db"]), value: "LOCATION",
    help:
      "The health store: a file's path, or a postgresql:// URL. HEARTCAM_STORE names another default.",
    default: "~/.local/share/heartcam/health.db")

  /// Returns the location that was given, or the standard one.
  package static func location(
    _ text: String?, _ context: CommandContext
  ) throws(StoreError) -> StoreLocation {
    guard let text else { return try StoreLocation.standard(environment: context.environment) }
    return try StoreLocation(text, environment: context.environment)
  }
}

/// The option that says in which units samples are read, wherever they are shown.
extension StoreOptions {
  package typealias UnitChoice = (system: ReadUnits.System?, unit: (QuantityType, QuantityUnit)?)

  package static let units = Option(
    "units", unitChoices, value: "UNITS",
    help: "Units to read: metric, uk or us, and those of types, as in us,weight=kg,glucose=mmol/L.",
    default: "those of the locale")

  private static let unitChoices = ValueReader<[UnitChoice]>(
    completion: .choices(ReadUnits.System.allCases.map(\.rawValue))
  ) { text throws(InvalidValue) in
    var choices: [UnitChoice] = []
    for part in text.split(separator: ",") {
      let words = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed() }
      guard words.count == 2 else {
        let system = try (ValueReader.choice as ValueReader<ReadUnits.System>).read(
          words.first ?? "")
        choices.append((system, nil))
        continue
      }
      guard let type = try StoreTypes.type.read(words[0]).quantityType else {
        throw InvalidValue("\(words[0]) has no unit")
      }
      let unit = type.unit(asWritten: try StoreTypes.unit.read(words[1]))
      guard unit.isCompatible(with: type.canonicalUnit) else {
        throw InvalidValue("\(words[1]) is no unit of \(words[0])")
      }
      choices.append((nil, (type, unit)))
    }
    return choices
  }

  /// The units that a command line or the configuration chooses, and otherwise the locale.
  package static func readUnits(_ context: CommandContext) -> ReadUnits {
    let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { context.environment[$0] }
      .first { !$0.isEmpty }
    let region = locale?.prefixMatch(of: /[a-z]+_([A-Z][A-Z])/)?.output.1
    let choices = context.all(units).joined()
    return choices.reduce(ReadUnits(region: String(region ?? ""))) {
      $0.choosing($1.system, $1.unit)
    }
  }
}

extension ExitCode {
  /// Creates the status of a command that an error ended: a location that cannot be a store is wrong usage.
  package init(of error: any Error) {
    self = (error as? StoreError)?.operation == .locate ? .usage : .ioError
  }
}
