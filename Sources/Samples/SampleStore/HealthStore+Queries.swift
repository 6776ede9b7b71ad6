public import FoundationEssentials

extension HealthStore {
  /// Returns the quantity samples that a query asks for, in its order; samples of other kinds are left out.
  ///
  /// - Parameter note: Takes the unreadable rows, which the answer leaves out.
  public func samples(
    matching query: SampleQuery, unreadable note: (UnreadableSample) -> Void = { _ in }
  ) throws(StoreError) -> [QuantitySample] {
    try allSamples(matching: query, kinds: [.quantity], note).compactMap(\.quantitySample)
  }

  /// Returns the samples of every kind that a query asks for, in its order.
  ///
  /// - Parameter note: Takes the unreadable rows, which the answer leaves out.
  public func allSamples(
    matching query: SampleQuery, unreadable note: (UnreadableSample) -> Void = { _ in }
  ) throws(StoreError) -> [Sample] {
    try allSamples(matching: query, kinds: SampleKind.allCases, note)
  }

  private func allSamples(
    matching query: SampleQuery, kinds: [SampleKind], _ note: (UnreadableSample) -> Void
  ) throws(StoreError) -> [Sample] {
    let (samples, unreadable) = try read { connection throws(StoreError) in
      var reader = try SampleRowReader(connection, query, for: client, kinds: kinds)
      var found: ([Sample], [UnreadableSample]) = ([], [])
      while let sample = try reader.next(unreadable: { found.1.append($0) }) {
        found.0.append(sample)
      }
      return found
    }
    unreadable.forEach(note)
    return samples
  }

  /// Lends one quantity sample after another, in the query's order, without holding them all.
  ///
  /// It sees the store as it was when it began, whatever is saved meanwhile, also by the closure.
  /// An error that the closure throws ends the reading and is thrown on.
  ///
  /// - Parameter note: Takes the rows that cannot be read, which are left out.
  public func forEachSample(
    matching query: SampleQuery, unreadable note: (UnreadableSample) throws -> Void = { _ in },
    _ body: (QuantitySample) throws -> Void
  ) throws {
    try forEachSample(matching: query, kinds: [.quantity], note) {
      if case .quantity(let sample) = $0 { try body(sample) }
    }
  }

  /// Lends one sample of any kind after another, as `forEachSample` does.
  public func forEachSampleOfAnyKind(
    matching query: SampleQuery, unreadable note: (UnreadableSample) throws -> Void = { _ in },
    _ body: (Sample) throws -> Void
  ) throws {
    try forEachSample(matching: query, kinds: SampleKind.allCases, note, body)
  }

  private func forEachSample(
    matching query: SampleQuery, kinds: [SampleKind],
    _ note: (UnreadableSample) throws -> Void, _ body: (Sample) throws -> Void
  ) throws {
    let connection = try openReader(for: .read)
    defer { connection.endReading() }
    try connection.beginReading()
    var reader = try SampleRowReader(connection, query, for: client, kinds: kinds)
    while let row = try reader.nextRow() {
      switch row {
      case .sample(let sample): try body(sample)
      case .unreadable(let row): try note(row)
      }
    }
  }

  /// Returns the number of samples that match, of every kind; the query's limit and order do not matter.
  public func count(matching query: SampleQuery) throws(StoreError) -> Int {
    try read(.count) { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      let count = try connection.integer(
        "SELECT count(*) FROM sample WHERE \(filter.condition)", filter.values)
      return Int(count ?? 0)
    }
  }

  /// Returns the sources of a query's samples, every revision, in the order in which they first saved.
  public func sources(matching query: SampleQuery) throws(StoreError) -> [Source] {
    try read { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      var lookup = LookupTableReader(connection)
      return try connection.rows(
        "SELECT DISTINCT source FROM sample WHERE \(filter.condition) ORDER BY source",
        filter.values
      ) { row throws(StoreError) in try lookup.source(row.integer(0)) }
    }
  }

  /// Returns how many samples of a query each source has saved, each revision separately, in the
  /// order in which they first saved.
  public func counts(
    bySourceOf query: SampleQuery
  ) throws(StoreError) -> [(source: Source, count: Int)] {
    try read(.count) { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      var found: [Int64: Int] = [:]
      if query.types?.count == 1, HourSums.answer(query, for: client, connection.dialect) {
        found = try HourSums.countsBySource(filter, connection)
      } else {
        // Counted here: a sorted group of millions of rows would be held in memory by the engine.
        let rows = try connection.prepareToStream(
          "SELECT source FROM sample WHERE \(filter.condition)")
        try rows.bind(filter.values)
        while try rows.step() { found[rows.integer(0), default: 0] += 1 }
      }
      var lookup = LookupTableReader(connection)
      var counts: [(Source, Int)] = []
      for (source, count) in found.sorted(by: { $0.key < $1.key }) {
        counts.append((try lookup.source(source), count))
      }
      return counts
    }
  }

  /// The identifiers of samples that begin with these hexadecimal digits, as people shorten them, at most three.
  public func identifiers(beginningWith digits: String) throws(StoreError) -> [UUID] {
    /// Returns the identifier whose other digits are all the same.
    func filled(with digit: Character) -> UUID? {
      var text = Array(digits.filter { $0 != "-" }.prefix(32))
      text += Array(repeating: digit, count: 32 - text.count)
      for place in [20, 16, 12, 8] { text.insert("-", at: place) }
      return UUID(uuidString: String(text))
    }
    guard let first = filled(with: "0"), let last = filled(with: "f") else { return [] }
    return try read(.search) { connection throws(StoreError) in
      let filter = try SampleFilter(SampleQuery(), for: client, on: connection)
      let mark = filter.values.count + 1
      return try connection.rows(
        """
        SELECT uuid FROM sample
        WHERE \(filter.condition) AND uuid BETWEEN ?\(mark) AND ?\(mark + 1) LIMIT 3
        """, filter.values + [.identifier(first), .identifier(last)]
      ) { $0.uuid(0) }.compactMap { $0 }
    }
  }

  /// Returns how the engine would find a query's samples, one line per step, for tuning.
  public func plan(of query: SampleQuery) throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      var filter = try SampleFilter(query, for: client, on: connection)
      if let type = try SampleRowReader.types(of: query, connection)?.first {
        filter.require("type = \(type)")
      }
      return try connection.plan(
        of: """
          SELECT \(SampleRowReader.columns) FROM sample WHERE \(filter.condition)
          ORDER BY \(query.order.sql) LIMIT 1
          """, filter.values)
    }
  }
}
