extension HealthStore {
  /// The quantity samples that a query asks for, in its order; samples of other kinds are left out.
  public func samples(matching query: SampleQuery) throws(StoreError) -> [QuantitySample] {
    try read { connection throws(StoreError) in
      var reader = try SampleRowReader(connection, query, for: client, kinds: [.quantity])
      var samples: [QuantitySample] = []
      while let sample = try reader.next() {
        if case .quantity(let sample) = sample { samples.append(sample) }
      }
      return samples
    }
  }

  /// The samples of every kind that a query asks for, in its order.
  public func allSamples(matching query: SampleQuery) throws(StoreError) -> [Sample] {
    try read { connection throws(StoreError) in
      var reader = try SampleRowReader(connection, query, for: client)
      var samples: [Sample] = []
      while let sample = try reader.next() { samples.append(sample) }
      return samples
    }
  }

  /// Lends one quantity sample after another, in the query's order, without holding them all.
  ///
  /// It sees the store as it was when it began, whatever is saved meanwhile, also by the closure.
  /// An error that the closure throws ends the reading and is thrown on.
  public func forEachSample(
    matching query: SampleQuery, _ body: (QuantitySample) throws -> Void
  ) throws {
    try forEachSample(matching: query, kinds: [.quantity]) {
      if case .quantity(let sample) = $0 { try body(sample) }
    }
  }

  /// Lends one sample of any kind after another, as `forEachSample` does.
  public func forEachSampleOfAnyKind(
    matching query: SampleQuery, _ body: (Sample) throws -> Void
  ) throws {
    try forEachSample(matching: query, kinds: SampleKind.allCases, body)
  }

  private func forEachSample(
    matching query: SampleQuery, kinds: [SampleKind], _ body: (Sample) throws -> Void
  ) throws {
    let connection = try engine.openReader(for: .read)
    try connection.beginReading()
    defer { connection.endReading() }
    var reader = try SampleRowReader(connection, query, for: client, kinds: kinds)
    while let sample = try reader.next() { try body(sample) }
  }

  /// The number of samples that match, of every kind; the query's limit and order do not matter.
  public func count(matching query: SampleQuery) throws(StoreError) -> Int {
    try read(.count) { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      let count = try connection.integer(
        "SELECT count(*) FROM sample WHERE \(filter.condition)", filter.values)
      return Int(count ?? 0)
    }
  }

  /// Whether some sample carries this value under this key; a text is found by an index.
  public func containsSample(
    withMetadata key: String, equalTo value: MetadataValue
  ) throws(StoreError) -> Bool {
    try read(.search) { connection throws(StoreError) in
      let filter = try SampleFilter(
        SampleQuery(metadata: [key: value]), for: client, on: connection)
      return try connection.integer(
        "SELECT 1 FROM sample WHERE \(filter.condition) LIMIT 1", filter.values) != nil
    }
  }

  /// The sources of a query's samples, every revision, in the order in which they first saved.
  public func sources(matching query: SampleQuery) throws(StoreError) -> [Source] {
    try read { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      let rows = try connection.prepare(
        "SELECT DISTINCT source FROM sample WHERE \(filter.condition) ORDER BY source")
      try rows.bind(filter.values)
      var lookup = LookupTableReader(connection)
      var sources: [Source] = []
      while try rows.step() { sources.append(try lookup.source(rows.integer(0))) }
      return sources
    }
  }

  /// How the engine would find a query's samples: a line for each step, for those who tune it.
  public func plan(of query: SampleQuery) throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      let filter = try SampleFilter(query, for: client, on: connection)
      return try connection.plan(
        of: """
          SELECT \(SampleRowReader.columns) FROM sample WHERE \(filter.condition)
          ORDER BY \(query.order.sql) LIMIT 1
          """, filter.values)
    }
  }
}
