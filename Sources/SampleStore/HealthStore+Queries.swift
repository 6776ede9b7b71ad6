extension HealthStore {
  /// The quantity samples that a query asks for, in its order; samples of other kinds are left out.
  public func samples(matching query: SampleQuery) throws(StoreError) -> [QuantitySample] {
    try withConnection { connection throws(StoreError) in
      var reader = try SampleReader(connection, query, for: client, kinds: [.quantity])
      var samples: [QuantitySample] = []
      while let sample = try reader.next() {
        if case .quantity(let sample) = sample { samples.append(sample) }
      }
      return samples
    }
  }

  /// The samples of every kind that a query asks for, in its order.
  public func allSamples(matching query: SampleQuery) throws(StoreError) -> [Sample] {
    try withConnection { connection throws(StoreError) in
      var reader = try SampleReader(connection, query, for: client)
      var samples: [Sample] = []
      while let sample = try reader.next() { samples.append(sample) }
      return samples
    }
  }

  /// Lends one quantity sample after another, in the query's order, without holding them all.
  ///
  /// It sees the store as it was when it began, whatever is saved meanwhile, also by the closure.
  /// What the closure throws ends the reading and is thrown on.
  public func forEachSample(
    matching query: SampleQuery, _ body: (QuantitySample) throws -> Void
  ) throws {
    let connection = try openReader()
    var reader = try SampleReader(connection, query, for: client, kinds: [.quantity])
    while let sample = try reader.next() {
      if case .quantity(let sample) = sample { try body(sample) }
    }
  }

  /// Lends one sample of any kind after another, as `forEachSample` does.
  public func forEachSampleOfAnyKind(
    matching query: SampleQuery, _ body: (Sample) throws -> Void
  ) throws {
    let connection = try openReader()
    var reader = try SampleReader(connection, query, for: client)
    while let sample = try reader.next() { try body(sample) }
  }

  /// How many samples match, of every kind; the query's limit and order do not matter.
  public func count(matching query: SampleQuery) throws(StoreError) -> Int {
    try withConnection { connection throws(StoreError) in
      let filter = try SampleFilter(
        query, for: client, units: StoredUnits(connection, for: query))
      let statement = try connection.prepare(
        "SELECT count(*) FROM sample WHERE \(filter.condition)", to: "count in")
      try statement.bind(filter.values)
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// Whether some sample carries this value under this key; a text is found by an index.
  public func containsSample(
    withMetadata key: String, equalTo value: MetadataValue
  ) throws(StoreError) -> Bool {
    let query = SampleQuery(metadata: [key: value])
    return try withConnection { connection throws(StoreError) in
      let filter = try SampleFilter(
        query, for: client, units: StoredUnits(connection, for: query))
      let statement = try connection.prepare(
        "SELECT 1 FROM sample WHERE \(filter.condition) LIMIT 1", to: "search")
      try statement.bind(filter.values)
      return try statement.step()
    }
  }

  /// The sources of a query's samples, every revision, in the order in which they first saved.
  public func sources(matching query: SampleQuery) throws(StoreError) -> [Source] {
    try withConnection { connection throws(StoreError) in
      let filter = try SampleFilter(
        query, for: client, units: StoredUnits(connection, for: query))
      let statement = try connection.prepare(
        "SELECT DISTINCT source FROM sample WHERE \(filter.condition) ORDER BY source",
        to: "read from")
      try statement.bind(filter.values)
      var shared = SharedRowReader(statement)
      var sources: [Source] = []
      while try statement.step() { sources.append(try shared.source(statement.integer(0))) }
      return sources
    }
  }

  /// How the engine would find a query's samples: a line for each step, for those who tune it.
  public func plan(of query: SampleQuery) throws(StoreError) -> [String] {
    try withConnection { connection throws(StoreError) in
      let filter = try SampleFilter(
        query, for: client, units: StoredUnits(connection, for: query))
      let statement = try connection.prepare(
        """
        EXPLAIN QUERY PLAN SELECT \(SampleReader.columns) FROM sample WHERE \(filter.condition)
        ORDER BY \(query.order.sql) LIMIT 1
        """, to: "read from")
      try statement.bind(filter.values)
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3) ?? "") }
      return lines
    }
  }
}
