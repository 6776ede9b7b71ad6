extension HealthStore {
  /// The samples that a query asks for, in its order.
  public func samples(matching query: SampleQuery) throws(StoreError) -> [QuantitySample] {
    try withConnection { connection throws(StoreError) in
      var reader = try SampleReader(connection, query)
      var samples: [QuantitySample] = []
      while let sample = try reader.next() { samples.append(sample) }
      return samples
    }
  }

  /// Lends one sample after another, in the query's order, without holding them all.
  ///
  /// It sees the store as it was when it began, whatever is saved meanwhile, also by the closure.
  /// What the closure throws ends the reading and is thrown on.
  public func forEachSample(
    matching query: SampleQuery, _ body: (QuantitySample) throws -> Void
  ) throws {
    let connection = try openReader()
    var reader = try SampleReader(connection, query)
    while let sample = try reader.next() { try body(sample) }
  }

  /// How many samples match; the query's limit and order do not matter.
  public func count(matching query: SampleQuery) throws(StoreError) -> Int {
    try withConnection { connection throws(StoreError) in
      let filter = SampleFilter(query)
      let statement = try connection.prepare(
        "SELECT count(*) FROM sample\(filter.condition)", to: "count in")
      try statement.bind(filter.values)
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// Whether some sample carries this value under this key; a text is found by an index.
  public func containsSample(
    withMetadata key: String, equalTo value: MetadataValue
  ) throws(StoreError) -> Bool {
    try withConnection { connection throws(StoreError) in
      let filter = SampleFilter(SampleQuery(metadata: [key: value]))
      let statement = try connection.prepare(
        "SELECT 1 FROM sample\(filter.condition) LIMIT 1", to: "search")
      try statement.bind(filter.values)
      return try statement.step()
    }
  }
}
