import TestSamples
import FoundationEssentials
import TestSupport
import Testing

@testable import SampleStore

@Suite(.everyEngine)
struct SQLSeamTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test func `values come back as they were bound`() throws {
    let id = UUID()
    let values: [SQLValue] = [
      .null, .integer(.min), .real(0.1), .text("nul\0 💓"), .blob([0, 255]), .identifier(id),
    ]
    try place.open().read { connection throws(StoreError) in
      let row = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6")
      try row.bind(values)
      #expect(try row.step())
      #expect(row.isNull(0) && row.integer(1) == .min && row.real(2) == 0.1)
      #expect(row.text(3) == "nul\0 💓" && row.blob(4) == [0, 255] && row.uuid(5) == id)
      #expect(try !row.step())
    }
  }

  @Test func `two statements of one text in use at once have values of their own`() throws {
    try place.open().read { connection throws(StoreError) in
      let sql = "SELECT ?1"
      let outer = try connection.prepare(sql)
      try outer.bind([.integer(1)])
      #expect(try outer.step())
      #expect(try connection.integer(sql, [.integer(2)]) == 2)
      #expect(outer.integer(0) == 1)
    }
  }

  @Test func `a statement that is used again has no old values`() throws {
    try place.open().read { connection throws(StoreError) in
      for _ in 0..<2 {
        let row = try connection.prepare("SELECT ?1")
        #expect(try row.step() && row.isNull(0))
        row.reset()
        row.set(Int64(7), at: 1)
      }
    }
  }

  @Test func `the cache keeps the latest statements up to its capacity`() throws {
    let connection = try place.open().openReader(for: .read)
    let cache = StatementCache()
    for number in 0..<(StatementCache.capacity + 10) {
      let text = "SELECT \(number)"
      cache.keep(try connection.engineStatement(text), for: text)
    }
    #expect(cache.count == StatementCache.capacity)
    #expect(cache.take("SELECT 9") == nil)
    #expect(cache.take("SELECT 10") != nil && cache.take("SELECT 10") == nil)
  }

  @Test func `a transaction that throws leaves nothing, and the next one works`() throws {
    let store = try place.open()
    try store.save([reading()])
    let error = #expect(throws: StoreError.self) {
      try store.write(.purge) { connection throws(StoreError) in
        try connection.run("DELETE FROM sample")
        throw connection.failure(.other, "enough")
      }
    }
    #expect(error?.operation == .purge && error?.location == place.location.description)
    #expect(try store.count(matching: SampleQuery()) == 1)
    try store.save([reading(from: 5)])
    #expect(try store.count(matching: SampleQuery()) == 2)
  }

  @Test func `a bad statement names what was tried`() throws {
    for operation in StoreError.Operation.allCases {
      let error = #expect(throws: StoreError.self) {
        try place.open().read(operation) { connection throws(StoreError) in
          _ = try connection.integer("SELECT nonsense")
        }
      }
      #expect(error?.operation == operation)
      #expect(error?.description.hasPrefix("cannot ") == true)
    }
  }

  // MARK: Deleting

  @Test func `what is deleted leaves no part of it in any table`() throws {
    let store = try place.open()
    let samples = try [reading(), reading(from: 1)]
    try store.save(samples)
    func isPart(_ column: StoreTable.Column, of table: StoreTable) -> Bool {
      column.reference?.isPart ?? false || table.whole?.columns.first == column.name
    }
    let tables = StoreTable.all.filter { table in
      table.columns.contains { isPart($0, of: table) }
    }
    try store.write { connection throws(StoreError) in
      let rows = try connection.rows("SELECT id FROM sample ORDER BY id") { $0.integer(0) }
      for table in tables {
        var rows = rows[...]
        let values = table.columns.map { column -> SQLValue in
          if isPart(column, of: table), let row = rows.popFirst() { return .integer(row) }
          if column.isOptional, column.name != "text" { return .null }
          return switch column.kind {
          case .real: .real(0)
          case .text: .text("1")
          case .bytes: .blob([])
          default: .integer(1)
          }
        }
        try connection.insert(values, RowInsertion(into: table))
      }
    }
    #expect(try store.delete(samples.map(\.id)) == 1, "the second is the first one's member")
    try store.read { connection throws(StoreError) in
      for table in tables + [.sample] {
        let count = try connection.integer("SELECT count(*) FROM \(table.name)")
        #expect(count == 0, "\(table.name)")
      }
      #expect(try connection.integer("SELECT count(*) FROM tombstone") == 2)
    }
  }

  @Test func `after a deletion, or one that failed, rows take their parts along again`() throws {
    let store = try place.open()
    func deletesParts() throws -> Bool {
      try store.save([reading(metadata: ["k": .bool(true)])])
      try store.write { connection throws(StoreError) in
        try connection.run("DELETE FROM sample")
      }
      return try store.problems() == []
    }
    let sample = try reading()
    try store.save([sample])
    #expect(try store.delete([sample.id]) == 1)
    #expect(try deletesParts())
    #expect(throws: StoreError.self) {
      try store.write(.delete, deletingParts: false) { connection throws(StoreError) in
        throw connection.failure(.other, "enough")
      }
    }
    #expect(try deletesParts())
  }

  @Test func `one value holds many numbers or identifiers to look for`() throws {
    let store = try place.open()
    let ids = (0..<3).map { _ in UUID() }
    try store.read { connection throws(StoreError) in
      let isAmong = connection.dialect.isAmongNumbers("number", "?1")
      let sql =
        "SELECT count(*) FROM (SELECT 7 AS number UNION ALL SELECT 3000000000) AS row WHERE \(isAmong)"
      #expect(try connection.integer(sql, [.text("-1,7,12")]) == 1)
      #expect(try connection.integer(sql, [.text("3000000000,7")]) == 2)
      #expect(try connection.integer(sql, [.text("")]) == 0)
      let listed = connection.dialect.listed("?1")
      let rows = try connection.rows(
        "SELECT number, place FROM \(listed) AS row ORDER BY place", [.text("12,3000000000,7")]
      ) {
        [$0.integer(0), $0.integer(1)]
      }
      #expect(rows == [[12, 1], [3_000_000_000, 2], [7, 3]])
    }
    try store.save([reading()])
    let own = try store.samples(matching: SampleQuery()).map(\.id)
    try store.read { connection throws(StoreError) in
      let isAmong = connection.dialect.isAmongIdentifiers("uuid", "?1")
      let sql = "SELECT count(*) FROM sample WHERE \(isAmong)"
      #expect(try connection.integer(sql, [.blob((ids + own).flatMap(\.bytes))]) == 1)
      #expect(try connection.integer(sql, [.blob(ids.flatMap(\.bytes))]) == 0)
    }
  }

  // MARK: Numbers of histories

  @Test func `numbers increase across batches, transactions and connections, without repeats`()
    throws
  {
    let stores = try [place.open(), place.open()]
    var given: [Int64] = []
    for round in 0..<6 {
      given += try stores[round % 2].write { connection throws(StoreError) in
        var numbers = HistoryNumbers(.tombstone, connection, batch: round)
        var taken: [Int64] = []
        for _ in 0..<4 { taken.append(try numbers.take()) }
        return taken
      }
    }
    #expect(given.count == 24)
    #expect(zip(given, given.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `a save after a rolled-back one is seen from an anchor before both`()
    throws
  {
    let store = try place.open()
    try store.save([reading()])
    let before = try store.changes(since: nil, matching: SampleQuery()).anchor
    _ = try? store.write { connection throws(StoreError) in
      _ = try connection.takeNumbers(5, from: .sample)
      throw connection.failure(.other, "enough")
    }
    try store.save([reading(from: 1)])
    #expect(try store.changes(since: before, matching: SampleQuery()).added.count == 1)
  }

  /// Two writers that overlap as far as the engine lets them: the one that was given the lower
  /// number commits first, or has not been given one.
  @Test func `a transaction that has taken a number blocks others until it is committed`()
    throws
  {
    let first = try place.open()
    let second = try place.open(busyTimeout: .zero)
    try first.save([reading()])
    try first.write { connection throws(StoreError) in
      _ = try connection.takeNumbers(1, from: .sample)
      let error = #expect(throws: StoreError.self) {
        try second.write { other throws(StoreError) in
          _ = try other.takeNumbers(1, from: .sample)
        }
      }
      #expect(error?.reason == .busy)
    }
  }
}

struct PlaceholderTests {
  @Test func `placeholders get the dialect's mark, quoted marks stay`() {
    let sql = "SELECT '?1', a FROM b WHERE c = ?1 AND d = 'it''s ?' AND e = ?12"
    #expect(sql.withPlaceholders("?") == sql)
    #expect(
      sql.withPlaceholders("$")
        == "SELECT '?1', a FROM b WHERE c = $1 AND d = 'it''s ?' AND e = $12")
  }
}
