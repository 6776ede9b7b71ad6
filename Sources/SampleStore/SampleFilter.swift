import FoundationEssentials

/// A query's conditions as SQL over the table `sample`, with the values they bind.
struct SampleFilter {
  /// The conditions, joined by AND; never empty.
  var condition: String { terms.joined(separator: " AND ") }

  /// In the order of `?1`, `?2` and so on.
  private(set) var values: [SQLiteValue] = []

  private var terms: [String] = []
  private let query: SampleQuery
  let units: StoredUnits

  /// The start of a sample as conditions name it.
  let start: String

  /// Whether the index by time is to be searched by the query's ranges, or these are only to be checked
  /// because a narrower range is added.
  enum Ranges {
    case indexed, checked
  }

  /// Throws where a predicate compares quantities that do not fit the query's types.
  init(
    _ query: SampleQuery, for client: StoreClient, units: StoredUnits, ranges: Ranges = .indexed
  ) throws(StoreError) {
    self.query = query
    self.units = units
    start = ranges == .indexed ? "start_time" : "+start_time"
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

  var types: [SampleType]? { query.types }

  mutating func place(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  mutating func places(_ texts: some Sequence<String>) -> String {
    "(" + texts.map { place(.text($0)) }.joined(separator: ", ") + ")"
  }

  /// Adds a condition of its own, such as a bucket's bounds, with the place of its values.
  mutating func require(_ term: String) {
    terms.append(term)
  }

  /// Which rows of `sample_type` are wanted.
  private var typeCondition = ""

  /// One type is compared by `=`, so that the index on type and time gives the order as well; no type
  /// means every row of the table, so that the index can be used at all.
  private mutating func restrictToTypes() {
    if let types = query.types {
      typeCondition = " WHERE identifier IN \(places(types.map(\.identifier)))"
    }
    let rows = "(SELECT id FROM sample_type\(typeCondition))"
    terms.append(query.types?.count == 1 ? "type = \(rows)" : "type IN \(rows)")
  }

  mutating func interval(
    from: Date?, to: Date?, _ options: SampleQuery.RangeOptions
  ) -> String {
    var terms: [String] = []
    if let from {
      let from = place(.real(from.timeIntervalSinceReferenceDate))
      if options.contains(.strictStartDate) {
        terms.append("\(start) >= \(from)")
      } else {
        // What ends after `from` started at most `longest` before: that is a range of the index. The
        // second, and the hundred units in the last place, are for what rounding takes from it.
        let longest = "(SELECT coalesce(max(longest), 0) FROM sample_type\(typeCondition))"
        terms.append("+end_time >= \(from)")
        terms.append(
          "\(start) >= \(from) - \(longest) - 1 - 2e-14 * (abs(\(from)) + \(longest))")
      }
    }
    if let to {
      let to = place(.real(to.timeIntervalSinceReferenceDate))
      terms.append("\(start) < \(to)")
      if options.contains(.strictEndDate) { terms.append("+end_time < \(to)") }
    }
    return terms.isEmpty ? "1" : terms.joined(separator: " AND ")
  }

  /// However many there are, they are one value: the statement has room for some thousands only.
  mutating func identifiers(_ ids: some Collection<UUID>) -> String {
    guard ids.count > 500 else {
      return "uuid IN (" + ids.map { place(.blob($0.bytes)) }.joined(separator: ", ") + ")"
    }
    let all = place(.blob(ids.flatMap(\.bytes)))
    return """
      uuid IN (WITH RECURSIVE place(n) AS (SELECT 1 UNION ALL
        SELECT n + 16 FROM place WHERE n + 16 <= length(\(all)))
        SELECT substr(\(all), n, 16) FROM place)
      """
  }

  mutating func metadata(
    _ key: String, _ comparison: Comparison, _ value: MetadataValue
  ) -> String {
    let columns = value.columns
    var parts = ["key = \(place(.text(key)))", "kind = \(place(.integer(columns.kind)))"]
    if case .quantity(let quantity) = value {
      // A quantity of another unit is the same where it converts to the same number.
      let alike = units.rows.compactMap { unit -> String? in
        guard let number = try? quantity.value(in: unit.unit) else { return nil }
        return "(unit = \(unit.row) AND number \(comparison.sql) \(place(.real(number))))"
      }
      parts.append(alike.isEmpty ? "0" : "(\(alike.joined(separator: " OR ")))")
    } else if columns.text != .null {
      parts.append("text \(comparison.sql) \(place(columns.text))")
    } else {
      parts.append("number \(comparison.sql) \(place(columns.number))")
    }
    return "id IN (SELECT sample FROM metadata WHERE \(parts.joined(separator: " AND ")))"
  }

  /// One's own samples, and those of types that may be read; a correlation where all its members are.
  private mutating func visibility(to bundle: String) -> String {
    let own = place(.text(bundle))
    let readable = """
      (SELECT sample_type.id FROM sample_type JOIN authorization ON authorization.type = identifier
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
