extension SampleQuery {
  /// The properties by which samples are sorted, the most important first. Samples that are equal
  /// in all of them are in the order of saving, in the direction of the first property.
  public struct Order: Hashable, Sendable {
    /// A property to sort by.
    public enum Property: Hashable, Sendable, CaseIterable {
      /// The date that is compared.
      case start, end

      /// By identifier.
      case type

      /// By the number in the type's canonical unit, a category's value, or a workout's activity.
      case value
    }

    /// A property and a direction.
    public struct Key: Hashable, Sendable {
      /// What is compared.
      public let property: Property

      /// Whether the least comes first.
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

    /// By start, the oldest first.
    public static let oldestFirst = Order([Key(.start)])

    /// By start, the newest first.
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
          }
        // Only `value` may be NULL. Engines sort NULL differently by default.
        let nulls = key.property == .value ? " NULLS \(key.ascending ? "FIRST" : "LAST")" : ""
        return "\(column) \(direction(key.ascending))\(nulls)"
      }
      return (terms + ["id \(direction(keys.first?.ascending ?? true))"]).joined(separator: ", ")
    }
  }
}
