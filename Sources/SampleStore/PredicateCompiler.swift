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
    case .all(let parts): return try join(parts, " AND ", empty: "1", &filter)
    case .any(let parts): return try join(parts, " OR ", empty: "0", &filter)
    case .not(let part):
      // What is not there makes NULL, which is false here, and its contrary true.
      return "NOT coalesce(\(try sql(of: part, in: &filter)), 0)"
    case .interval(let from, let to, let options):
      return filter.interval(from: from, to: to, options)
    case .start(let comparison, let date):
      return "\(filter.start) \(comparison.sql) \(place(date, &filter))"
    case .end(let comparison, let date):
      return "end_time \(comparison.sql) \(place(date, &filter))"
    case .duration(let comparison, let seconds):
      return "end_time - start_time \(comparison.sql) \(filter.place(.real(seconds)))"
    case .quantity(let comparison, let quantity):
      return try value(comparison, quantity, &filter)
    case .category(let comparison, let value):
      let number = filter.place(.real(Double(value)))
      return "\(isKind(.category)) AND value \(comparison.sql) \(number)"
    case .ids(let ids): return filter.identifiers(ids)
    case .sources(let bundles):
      let places = filter.places(bundles.sorted())
      return "source IN (SELECT id FROM source WHERE bundle_identifier IN \(places))"
    case .revision(let source):
      let conditions = source.columns.map { "\($0.key) IS \(filter.place($0.value))" }
      return "source IN (SELECT id FROM source WHERE \(conditions.joined(separator: " AND ")))"
    case .devices(let devices):
      let conditions = devices.map { device in
        "("
          + device.columns.map { "\($0.key) IS \(filter.place($0.value))" }
          .joined(separator: " AND ") + ")"
      }
      guard !conditions.isEmpty else { return "0" }
      return "device IN (SELECT id FROM device WHERE \(conditions.joined(separator: " OR ")))"
    case .device(let property, let values):
      let places = filter.places(values.sorted())
      return "device IN (SELECT id FROM device WHERE \(property.rawValue) IN \(places))"
    case .metadata(let key, let comparison, let value):
      return filter.metadata(key, comparison, value)
    case .hasMetadata(let key):
      let key = filter.place(.text(key))
      return "EXISTS (SELECT 1 FROM metadata WHERE metadata.sample = sample.id AND key = \(key))"
    case .metadataContains(let key, let text):
      let key = filter.place(.text(key))
      let text = filter.place(.text(text))
      return "id IN (SELECT sample FROM metadata WHERE key = \(key) AND instr(text, \(text)) > 0)"
    case .workoutActivity(let activity):
      return "\(isKind(.workout)) AND value = \(filter.place(.real(Double(activity.rawValue))))"
    case .workoutDuration(let comparison, let seconds):
      let seconds = filter.place(.real(seconds))
      return
        "id IN (SELECT sample FROM workout WHERE active_duration \(comparison.sql) \(seconds))"
    case .workoutTotal(let type, let comparison, let quantity):
      let number = try converted(quantity, for: type, filter)
      let identifier = filter.place(.text(type.identifier))
      return """
        id IN (SELECT workout FROM workout_total JOIN sample_type ON sample_type.id = workout_total.type
          WHERE identifier = \(identifier)
            AND workout_total.value \(comparison.sql) \(filter.place(.real(number))))
        """
    case .ofWorkout(let id):
      let workout = "(SELECT id FROM sample WHERE uuid = \(filter.place(.blob(id.bytes))))"
      return "id IN (SELECT sample FROM workout_sample WHERE workout = \(workout))"
    case .isInCorrelation:
      return "EXISTS (SELECT 1 FROM correlation_member WHERE member = sample.id)"
    }
  }

  private static func join(
    _ parts: [SamplePredicate], _ sign: String, empty: String, _ filter: inout SampleFilter
  ) throws(StoreError) -> String {
    var terms: [String] = []
    for part in parts { terms.append(try sql(of: part, in: &filter)) }
    return terms.isEmpty ? empty : terms.joined(separator: sign)
  }

  private static func place(_ date: Date, _ filter: inout SampleFilter) -> String {
    filter.place(.real(date.timeIntervalSinceReferenceDate))
  }

  private static func isKind(_ kind: SampleKind) -> String {
    "type IN (SELECT id FROM sample_type WHERE kind = \(kind.rawValue))"
  }

  private static func value(
    _ comparison: Comparison, _ quantity: Quantity, _ filter: inout SampleFilter
  ) throws(StoreError) -> String {
    guard let types = filter.types else {
      throw invalid("a condition on a quantity needs the types it is about")
    }
    var terms: [String] = []
    for type in types {
      guard case .quantity(let type) = type else {
        throw invalid("\(type.identifier) has no quantity to compare")
      }
      let number = filter.place(.real(try converted(quantity, for: type, filter)))
      if types.count == 1 { return "value \(comparison.sql) \(number)" }
      let identifier = filter.place(.text(type.identifier))
      terms.append(
        """
        (type = (SELECT id FROM sample_type WHERE identifier = \(identifier))
          AND value \(comparison.sql) \(number))
        """)
    }
    return terms.isEmpty ? "0" : terms.joined(separator: " OR ")
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
    StoreError("query", "of this query", .invalidQuery, detail: detail)
  }
}
