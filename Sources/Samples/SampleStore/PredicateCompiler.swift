import FoundationEssentials

/// Predicates as SQL over the table `sample`.
enum PredicateCompiler {
  static func sql(
    of predicate: SamplePredicate, in filter: inout SampleFilter
  ) throws(StoreError) -> String {
    "(" + (try term(predicate, &filter)) + ")"
  }

  private static func term(
    _ predicate: SamplePredicate, _ filter: inout SampleFilter
  ) throws(StoreError) -> String {
    switch predicate {
    case .all(let parts): return try join(parts, " AND ", empty: "TRUE", &filter)
    case .any(let parts): return try join(parts, " OR ", empty: "FALSE", &filter)
    case .not(let part):
      // A property that a sample does not have makes NULL, which counts as false here, and its
      // opposite as true.
      return "NOT coalesce(\(try sql(of: part, in: &filter)), FALSE)"
    case .ofType(let type, let part):
      let identifier = filter.placeholder(.text(type.identifier))
      let outer = filter.types
      filter.types = [type]
      defer { filter.types = outer }
      let isOfType = "type = (SELECT id FROM sample_type WHERE identifier = \(identifier))"
      guard let part else { return isOfType }
      return "\(isOfType) AND \(try sql(of: part, in: &filter))"
    case .interval(let from, let to, let options):
      return filter.interval(from: from, to: to, options)
    case .start(let comparison, let date):
      return "\(filter.start) \(comparison.sql) \(placeholder(date, &filter))"
    case .end(let comparison, let date):
      return "end_time \(comparison.sql) \(placeholder(date, &filter))"
    case .duration(let comparison, let seconds):
      return "end_time - start_time \(comparison.sql) \(filter.placeholder(.real(seconds)))"
    case .quantity(let comparison, let quantity):
      return try value(comparison, quantity, &filter)
    case .category(let comparison, let value):
      let number = filter.placeholder(.real(Double(value)))
      return "\(isKind(.category)) AND value \(comparison.sql) \(number)"
    case .ids(let ids): return filter.identifiers(ids)
    case .sources(let bundles):
      let list = filter.list(bundles.sorted())
      return "source IN (SELECT id FROM source WHERE bundle_identifier IN \(list))"
    case .revision(let source):
      let conditions = source.columns.map { filter.isSame($0.key, $0.value) }
      return "source IN (SELECT id FROM source WHERE \(conditions.joined(separator: " AND ")))"
    case .devices(let devices):
      let conditions = devices.map { device in
        let known = device.columns.filter { $0.value != .null }
          .map { filter.isSame($0.key, $0.value) }
        return known.isEmpty ? "TRUE" : "(\(known.joined(separator: " AND ")))"
      }
      guard !conditions.isEmpty else { return "FALSE" }
      return "device IN (SELECT id FROM device WHERE \(conditions.joined(separator: " OR ")))"
    case .device(let property, let values):
      let known = values.isEmpty ? "IS NULL" : "IN \(filter.list(values.sorted()))"
      return "device IN (SELECT id FROM device WHERE \(property.rawValue) \(known))"
    case .metadata(let key, let comparison, let value):
      return filter.metadata(key, comparison, value)
    case .hasMetadata(let key):
      let key = filter.placeholder(.text(key))
      return "EXISTS (SELECT 1 FROM metadata WHERE metadata.sample = sample.id AND key = \(key))"
    case .metadataContains(let key, let text):
      let key = filter.placeholder(.text(key))
      let text = filter.placeholder(.text(text))
      return
        "id IN (SELECT sample FROM metadata WHERE key = \(key) AND \(filter.dialect.contains("text", text)))"
    case .workoutActivity(let activity):
      return
        "\(isKind(.workout)) AND value = \(filter.placeholder(.real(Double(activity.rawValue))))"
    case .workoutDuration(let comparison, let seconds):
      let seconds = filter.placeholder(.real(seconds))
      return
        "id IN (SELECT sample FROM workout WHERE active_duration \(comparison.sql) \(seconds))"
    case .workoutTotal(let type, let comparison, let quantity):
      let number = try converted(quantity, for: type, filter)
      let identifier = filter.placeholder(.text(type.identifier))
      return """
        id IN (SELECT workout FROM workout_total JOIN sample_type ON sample_type.id = workout_total.type
          WHERE identifier = \(identifier)
            AND workout_total.value \(comparison.sql) \(filter.placeholder(.real(number))))
        """
    case .ofWorkout(let id):
      let workout = "(SELECT id FROM sample WHERE uuid = \(filter.placeholder(.identifier(id))))"
      // A route names its workout itself: it may have come before.
      let name = filter.placeholder(.text(id.uuidString))
      return """
        (id IN (SELECT sample FROM workout_sample WHERE workout = \(workout))
          OR \(hasField("key = '\(RecordField.workout.rawValue)' AND text = \(name)")))
        """
    case .field(let field, let comparison, let value):
      let number = filter.placeholder(.real(value))
      return hasField("key = '\(field.rawValue)' AND number \(comparison.sql) \(number)")
    case .fieldText(let field, let comparison, let value):
      let text = filter.placeholder(.text(value))
      return hasField("key = '\(field.rawValue)' AND text \(comparison.sql) \(text)")
    case .isInCorrelation:
      return "EXISTS (SELECT 1 FROM correlation_member WHERE member = sample.id)"
    }
  }

  /// Returns a sample with a row of `record_field` that fulfills a condition.
  private static func hasField(_ condition: String) -> String {
    "id IN (SELECT sample FROM record_field WHERE \(condition))"
  }

  private static func join(
    _ parts: [SamplePredicate], _ sign: String, empty: String, _ filter: inout SampleFilter
  ) throws(StoreError) -> String {
    var terms: [String] = []
    for part in parts { terms.append(try sql(of: part, in: &filter)) }
    return terms.isEmpty ? empty : terms.joined(separator: sign)
  }

  private static func placeholder(_ date: Date, _ filter: inout SampleFilter) -> String {
    filter.placeholder(SQLValue(date))
  }

  private static func isKind(_ kind: SampleKind) -> String {
    "type IN (SELECT id FROM sample_type WHERE kind = \(kind.rawValue))"
  }

  private static func value(
    _ comparison: Comparison, _ quantity: Quantity, _ filter: inout SampleFilter
  ) throws(StoreError) -> String {
    guard let types = filter.types else {
      throw invalid("a condition on a quantity needs the quantity types that it applies to")
    }
    var terms: [String] = []
    for type in types {
      guard case .quantity(let type) = type else {
        throw invalid("\(type.identifier) has no quantity to compare")
      }
      let number = filter.placeholder(.real(try converted(quantity, for: type, filter)))
      if types.count == 1 { return "value \(comparison.sql) \(number)" }
      let identifier = filter.placeholder(.text(type.identifier))
      terms.append(
        """
        (type = (SELECT id FROM sample_type WHERE identifier = \(identifier))
          AND value \(comparison.sql) \(number))
        """)
    }
    return terms.isEmpty ? "FALSE" : terms.joined(separator: " OR ")
  }

  private static func converted(
    _ quantity: Quantity, for type: QuantityType, _ filter: SampleFilter
  ) throws(StoreError) -> Double {
    let unit = filter.units.unit(of: type)
    guard let number = try? quantity.value(in: unit), !number.isNaN else {
      throw invalid("the unit \(quantity.unit) does not fit \(type.identifier), kept in \(unit)")
    }
    return number
  }

  private static func invalid(_ detail: String) -> StoreError {
    StoreError(.query, nil, .invalidQuery, detail: detail)
  }
}
