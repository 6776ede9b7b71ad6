import FoundationEssentials

/// A query's conditions as SQL over the table `sample`, with the values they bind.
struct SampleFilter {
  /// The conditions, joined by AND; never empty.
  var condition: String { terms.joined(separator: " AND ") }

  /// In the order of `?1`, `?2` and so on.
  private(set) var values: [SQLValue] = []

  private var terms: [String] = []
  private let query: SampleQuery
  let units: StoredUnits
  let dialect: any SQLDialect

  /// The start of a sample as conditions name it.
  let start: String

  /// Whether the query's ranges choose the part of the index by time that is searched, or are only
  /// checked because a narrower range is added.
  enum Ranges {
    case indexed, checked
  }

  /// Throws if a predicate compares quantities that do not fit the query's types.
  ///
  /// - Parameter units: The store's units; `nil` to read them if the query needs them.
  init(
    _ query: SampleQuery, for client: StoreClient, on connection: SQLConnection,
    units: StoredUnits? = nil, ranges: Ranges = .indexed
  ) throws(StoreError) {
    self.query = query
    types = query.types
    self.units = if let units { units } else { try StoredUnits(for: query, connection) }
    dialect = connection.dialect
    start = ranges == .indexed ? "start_time" : dialect.unindexed("start_time")
    restrictToTypes()
    if query.from != nil || query.to != nil {
      terms.append(interval(from: query.from, to: query.to, query.options))
    }
    for (key, value) in query.metadata { terms.append(metadata(key, .equal, value)) }
    if let ids = query.ids { terms.append(identifiers(ids)) }
    if let predicate = query.predicate {
      terms.append(try PredicateCompiler.sql(of: predicate, in: &self))
    }
    if let bundle = client.bundleIdentifier { terms.append(visibility(to: bundle)) }
  }

  /// The types that quantities are compared as; `nil` for any.
  var types: [SampleType]?

  /// Returns the placeholder of a value, which is bound with the others.
  mutating func placeholder(_ value: SQLValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// Returns a list for `IN`; an empty one contains nothing.
  mutating func list(_ texts: some Collection<String>) -> String {
    texts.isEmpty
      ? "(NULL)" : "(" + texts.map { placeholder(.text($0)) }.joined(separator: ", ") + ")"
  }

  /// Returns the condition that the column has this value, or both are NULL.
  mutating func isSame(_ column: String, _ value: SQLValue) -> String {
    dialect.isSame(column, placeholder(value))
  }

  /// Adds a condition, such as a bucket's bounds, whose values are bound already.
  mutating func require(_ term: String) {
    terms.append(term)
  }

  /// The condition for the wanted rows of `sample_type`.
  private var typeCondition = ""

  /// One type is compared by `=`, so that the index on type and time gives the order as well; no
  /// type means every row of the table, so that the index can be used at all.
  private mutating func restrictToTypes() {
    if let types = query.types {
      typeCondition = " WHERE identifier IN \(list(types.map(\.identifier)))"
    }
    let rows = "(SELECT id FROM sample_type\(typeCondition))"
    terms.append(query.types?.count == 1 ? "type = \(rows)" : "type IN \(rows)")
  }

  mutating func interval(
    from: Date?, to: Date?, _ options: SampleQuery.RangeOptions
  ) -> String {
    var terms: [String] = []
    if let from {
      let from = placeholder(.real(from.timeIntervalSinceReferenceDate))
      if options.contains(.strictStartDate) {
        terms.append("\(start) >= \(from)")
      } else {
        // A sample that ends after `from` started at most `longest` before: that is a range of the
        // index. The second, and the hundred units in the last place, allow for rounding.
        let longest = "(SELECT coalesce(max(longest), 0) FROM sample_type\(typeCondition))"
        terms.append("\(dialect.unindexed("end_time")) >= \(from)")
        terms.append(
          "\(start) >= \(from) - \(longest) - 1 - 2e-14 * (abs(\(from)) + \(longest))")
      }
    }
    if let to {
      let to = placeholder(.real(to.timeIntervalSinceReferenceDate))
      terms.append("\(start) < \(to)")
      if options.contains(.strictEndDate) {
        terms.append("\(dialect.unindexed("end_time")) < \(to)")
      }
    }
    return terms.isEmpty ? "TRUE" : terms.joined(separator: " AND ")
  }

  /// Binds many identifiers as one value, because statements have room for some thousands of values only.
  /// only.
  mutating func identifiers(_ ids: some Collection<UUID>) -> String {
    guard ids.count > 500 else {
      return ids.isEmpty
        ? "FALSE"
        : "uuid IN (" + ids.map { placeholder(.identifier($0)) }.joined(separator: ", ") + ")"
    }
    return dialect.isAmongIdentifiers("uuid", placeholder(.identifiers(ids)))
  }

  mutating func metadata(
    _ key: String, _ comparison: Comparison, _ value: MetadataValue
  ) -> String {
    let columns = value.columns
    var parts = [
      "key = \(placeholder(.text(key)))", "kind = \(placeholder(.integer(columns.kind)))",
    ]
    if case .quantity(let quantity) = value {
      // A quantity of another unit is the same if it converts to the same number.
      let alike = units.rows.compactMap { unit -> String? in
        guard let number = try? quantity.value(in: unit.unit) else { return nil }
        return "(unit = \(unit.row) AND number \(comparison.sql) \(placeholder(.real(number))))"
      }
      parts.append(alike.isEmpty ? "FALSE" : "(\(alike.joined(separator: " OR ")))")
    } else if columns.text != .null {
      let text = placeholder(columns.text)
      parts.append(
        comparison == .equal
          ? dialect.equalsText("text", text) : "text \(comparison.sql) \(text)")
    } else {
      parts.append("number \(comparison.sql) \(placeholder(columns.number))")
    }
    return "id IN (SELECT sample FROM metadata WHERE \(parts.joined(separator: " AND ")))"
  }

  /// Returns the program's own samples, and those of types that it may read; a correlation if it
  /// may read all its members.
  private mutating func visibility(to bundle: String) -> String {
    let own = placeholder(.text(bundle))
    let readable = """
      (SELECT sample_type.id FROM sample_type JOIN "authorization" ON "authorization".type = identifier
        WHERE bundle_identifier = \(own) AND reading = \(Authorization.Status.authorized.rawValue))
      """
    return """
      (source IN (SELECT id FROM source WHERE bundle_identifier = \(own)) OR type IN \(readable)
        OR (type IN (SELECT id FROM sample_type WHERE kind = \(SampleKind.correlation.rawValue))
          AND NOT EXISTS (SELECT 1 FROM correlation_member JOIN sample AS part ON part.id = member
            WHERE correlation = sample.id AND part.type NOT IN \(readable))))
      """
  }
}
