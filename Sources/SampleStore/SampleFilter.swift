import FoundationEssentials

/// A query's conditions as SQL over the table `sample`, with the values they bind.
struct SampleFilter {
  /// Empty, or ` WHERE` and what follows.
  private(set) var condition = ""

  /// In the order of `?1`, `?2` and so on.
  private(set) var values: [SQLiteValue] = []

  private var terms: [String] = []

  init(_ query: SampleQuery) {
    if let types = query.types { restrict(to: types) }
    restrict(toRangeOf: query)
    for (key, value) in query.metadata { require(key, value) }
    if !terms.isEmpty { condition = " WHERE " + terms.joined(separator: " AND ") }
  }

  private mutating func place(_ value: SQLiteValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// One type is compared by `=`, so that the index on type and time gives the order as well.
  private mutating func restrict(to types: [QuantityType]) {
    let places = types.map { place(.text($0.identifier)) }
    let rows = "SELECT id FROM sample_type WHERE identifier IN (\(places.joined(separator: ", ")))"
    terms.append(types.count == 1 ? "type = (\(rows))" : "type IN (\(rows))")
  }

  private mutating func restrict(toRangeOf query: SampleQuery) {
    if let from = query.from {
      let from = place(.real(from.timeIntervalSinceReferenceDate))
      // The end of a sample whose start lies after is no further condition.
      terms.append(
        query.options.contains(.strictStartDate) ? "start_time >= \(from)" : "end_time >= \(from)")
    }
    if let to = query.to {
      let to = place(.real(to.timeIntervalSinceReferenceDate))
      // A sample that ends before has started before.
      terms.append("start_time < \(to)")
      if query.options.contains(.strictEndDate) { terms.append("end_time < \(to)") }
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
