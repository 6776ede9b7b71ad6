extension SampleQuery {
  /// The properties by which samples are sorted, the most important first. Samples that are equal
  /// in all of them are in the order of saving, in the direction of the first property.
  public struct Order: Hashable, Sendable {
    /// A property to sort by.
    public enum Property: Hashable, Sendable, CaseIterable {
      /// The date that is compared.
      case start, end

      /// The identifier.
      case type

      /// For workouts, seconds of exercise and their totals. Samples without them come first.
      case duration, energyBurned, distance, swimmingStrokes, flightsClimbed

      /// The number in the type's canonical unit, a category's value, or a workout's activity.
      case value
    }

    /// A property and a direction.
    public struct Key: Hashable, Sendable {
      /// The property to compare.
      public let property: Property

      /// Whether the lowest comes first.
      public let ascending: Bool

      /// Makes a key.
      public init(_ property: Property, ascending: Bool = true) {
        self.property = property
        self.ascending = ascending
      }
    }

    /// The keys, the most important first.
    public let keys: [Key]

    /// Makes an order of keys.
    public init(_ keys: [Key]) {
      self.keys = keys
    }

    /// The start, the oldest first.
    public static let oldestFirst = Order([Key(.start)])

    /// The start, the newest first.
    public static let newestFirst = Order([Key(.start, ascending: false)])

    var sql: String {
      func direction(_ ascending: Bool) -> String { ascending ? "ASC" : "DESC" }
      let terms = keys.map { key in
        let column =
          switch key.property {
          case .start: "start_time"
          case .end: "end_time"
          case .type: "(SELECT identifier FROM sample_type WHERE sample_type.id = sample.type)"
          case .value: "value"
          case .duration:
            "(SELECT active_duration FROM workout WHERE workout.sample = sample.id)"
          case .energyBurned: total("= 'HKQuantityTypeIdentifierActiveEnergyBurned'")
          case .distance: total("LIKE 'HKQuantityTypeIdentifierDistance%'")
          case .swimmingStrokes: total("= 'HKQuantityTypeIdentifierSwimmingStrokeCount'")
          case .flightsClimbed: total("= 'HKQuantityTypeIdentifierFlightsClimbed'")
          }
        // Engines sort NULL differently by default.
        let nulls =
          switch key.property {
          case .start, .end, .type: ""
          default: " NULLS \(key.ascending ? "FIRST" : "LAST")"
          }
        return "\(column) \(direction(key.ascending))\(nulls)"
      }
      func total(_ condition: String) -> String {
        """
        (SELECT min(workout_total.value) FROM workout_total
          JOIN sample_type ON sample_type.id = workout_total.type
          WHERE workout_total.workout = sample.id AND identifier \(condition))
        """
      }
      return (terms + ["id \(direction(keys.first?.ascending ?? true))"]).joined(separator: ", ")
    }
  }
}
