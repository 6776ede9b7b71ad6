/// A type of samples whose value is one of a list, such as the stages of sleep. Two types are equal
/// if their identifiers are.
public struct CategoryType: Hashable, Sendable {
  /// `HKCategoryTypeIdentifierSleepAnalysis`, or a name that a program chose.
  public let identifier: String

  /// Makes a type of an identifier.
  public init(identifier: String) {
    self.identifier = identifier
  }

  /// The values that its samples may have; `nil`, which allows any, if the type is not known.
  public var values: CategoryValues? { Self.known[identifier] }

  /// In bed, awake, or a stage of sleep.
  public static let sleepAnalysis = named("SleepAnalysis")

  /// Time spent on meditation or breathing.
  public static let mindfulSession = named("MindfulSession")

  /// The heart rate fell below a limit at rest.
  public static let lowHeartRateEvent = named("LowHeartRateEvent")

  /// The heart rate rose above a limit at rest.
  public static let highHeartRateEvent = named("HighHeartRateEvent")

  /// An irregular rhythm was found.
  public static let irregularHeartRhythmEvent = named("IrregularHeartRhythmEvent")

  /// Whether the person stood up within an hour.
  public static let appleStandHour = named("AppleStandHour")

  /// Every type of HealthKit's catalog, in its order.
  public static let allKnown = CategoryCatalogue.types.flatMap { row in row.names.map(named) }

  static func isKnown(_ identifier: String) -> Bool { known[identifier] != nil }

  private static let known: [String: CategoryValues] = Dictionary(
    uniqueKeysWithValues: CategoryCatalogue.types.flatMap { row in
      row.names.map { (named($0).identifier, row.values) }
    })

  private static func named(_ name: String) -> CategoryType {
    CategoryType(identifier: "HKCategoryTypeIdentifier\(name)")
  }
}
