import FoundationEssentials

/// A query's conditions as SQL over the table `sample`, with the values they bind.
struct SampleFilter {
  /// Empty, or ` WHERE` and what follows.
  private(set) var condition = ""

  /// In the order of `?1`, `?2` and so on.
  private(set) var values: [SQLiteValue] = []

  private var terms: [String] = []

  init(_ query: SampleQuery) {
    restrict(to: query.types)
    restrict(toRangeOf: query)
    for (key, value) in query.metadata { require(key, value) }
    if let ids = query.ids {
      let places = ids.map { place(.blob($0.bytes)) }
      terms.append("uuid IN (\(places.joined(separator: ", ")))")
    }
    if !terms.isEmpty { condition = " WHERE " + terms.joined(separator: " AND ") }
  }

  private mutating func place(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// Which rows of `sample_type` are wanted.
  private var typeCondition = ""

  /// One type is compared by `=`, so that the index on type and time gives the order as well; no type
  /// means every row of the table, so that the index can be used at all.
  private mutating func restrict(to types: [QuantityType]?) {
    if let types {
      let places = types.map { place(.text($0.identifier)) }
      typeCondition = " WHERE identifier IN (\(places.joined(separator: ", ")))"
    }
    let rows = "(SELECT id FROM sample_type\(typeCondition))"
    if types?.count == 1 {
      terms.append("type = \(rows)")
    } else {
      terms.append("type IN \(rows)")
    }
  }

  private mutating func restrict(toRangeOf query: SampleQuery) {
    if let from = query.from {
      let from = place(.real(from.timeIntervalSinceReferenceDate))
      if query.options.contains(.strictStartDate) {
        terms.append("start_time >= \(from)")
      } else {
        // What ends after `from` started at most `longest` before: that is a range of the index. The
        // second, and the hundred units in the last place, are for what rounding takes from it.
        let longest = "(SELECT coalesce(max(longest), 0) FROM sample_type\(typeCondition))"
        terms.append("+end_time >= \(from)")
        terms.append(
          "start_time >= \(from) - \(longest) - 1 - 2e-14 * (abs(\(from)) + \(longest))")
      }
    }
    if let to = query.to {
      let to = place(.real(to.timeIntervalSinceReferenceDate))
      terms.append("start_time < \(to)")
      if query.options.contains(.strictEndDate) { terms.append("+end_time < \(to)") }
    }
  }

  private mutating func require(_ key: String, _ value: MetadataValue) {
    let columns = value.columns
    var parts = ["key = \(place(.text(key)))", "kind = \(place(.integer(columns.kind)))"]
    if columns.text != .null { parts.append("text = \(place(columns.text))") }
    if columns.number != .null { parts.append("number = \(place(columns.number))") }
    if case .quantity(let quantity) = value {
      let symbol = place(.text(quantity.unit.description))
      parts.append("unit = (SELECT id FROM unit WHERE symbol = \(symbol))")
    }
    terms.append("id IN (SELECT sample FROM metadata WHERE \(parts.joined(separator: " AND ")))")
  }
}
