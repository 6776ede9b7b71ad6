public import FoundationEssentials

extension HealthStore {
  /// Saves all the samples or none; when it returns they are on the disk.
  ///
  /// A sample whose identifier the store has already is an error of reason `sampleExists`.
  public func save(_ samples: [QuantitySample]) throws(StoreError) {
    try requireWritable(to: "save to")
    guard !samples.isEmpty else { return }
    try withConnection { connection throws(StoreError) in
      var writer = try SampleWriter(connection)
      try connection.transaction(to: "save to") { () throws(StoreError) in
        for sample in samples {
          try writer.write(sample, on: connection)
        }
      }
    }
  }

  /// Deletes the samples with these identifiers, all or none; an identifier that is not there is passed over.
  ///
  /// - Returns: How many were there.
  @discardableResult
  public func delete(_ ids: [UUID]) throws(StoreError) -> Int {
    try requireWritable(to: "delete from")
    return try withConnection { connection throws(StoreError) in
      let statement = try connection.prepare(
        "DELETE FROM sample WHERE uuid = ?1", to: "delete from")
      return try connection.transaction(to: "delete from") { () throws(StoreError) in
        var count = 0
        for id in ids {
          try statement.run([.blob(id.bytes)])
          count += connection.changes
        }
        return count
      }
    }
  }

  private func requireWritable(to operation: String) throws(StoreError) {
    guard !isReadOnly else {
      throw StoreError(operation, location.path, .readOnly, detail: "it may only be read")
    }
  }
}

extension UUID {
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

  /// `nil` unless there are sixteen.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    var uuid = UUID_NULL
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    self.init(uuid: uuid)
  }
}

private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
