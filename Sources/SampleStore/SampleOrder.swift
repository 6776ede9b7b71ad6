extension SampleQuery {
  /// By which properties samples are sorted, the first first; those alike in all of them by insertion, in
  /// the direction of the first.
  public struct Order: Hashable, Sendable {
    public enum Property: Hashable, Sendable, CaseIterable {
      case start, end

      /// By identifier.
      case type

      /// By the number in the type's canonical unit, a category's value, or a workout's activity.
      case value
    }

    public struct Key: Hashable, Sendable {
      public let property: Property
      public let ascending: Bool

      public init(_ property: Property, ascending: Bool = true) {
        self.property = property
        self.ascending = ascending
      }
    }

    public let keys: [Key]

    public init(_ keys: [Key]) {
      self.keys = keys
    }

    public static let oldestFirst = Order([Key(.start)])
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
        return "\(column) \(direction(key.ascending))"
      }
      return (terms + ["id \(direction(keys.first?.ascending ?? true))"]).joined(separator: ", ")
    }
  }
}
