/// What a category sample says something about; types are equal where their identifiers are.
public struct CategoryType: Hashable, Sendable {
  /// `HKCategoryTypeIdentifierSleepAnalysis`, or a name of one's own.
  public let identifier: String

  public init(identifier: String) {
    self.identifier = identifier
  }

  /// The values that its samples may have; `nil`, and then any, where the type is not known.
  public var values: CategoryValues? { Self.known[identifier] }

  public static let sleepAnalysis = named("SleepAnalysis")
  public static let mindfulSession = named("MindfulSession")
  public static let lowHeartRateEvent = named("LowHeartRateEvent")
  public static let highHeartRateEvent = named("HighHeartRateEvent")
  public static let irregularHeartRhythmEvent = named("IrregularHeartRhythmEvent")
  public static let appleStandHour = named("AppleStandHour")

  /// Every type of HealthKit's catalogue, in its order.
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
