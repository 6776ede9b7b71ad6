/// A table of a store as every engine makes it: its columns, its key and its references.
///
/// Engines write it down in their own words, and may add columns and indices that only they need.
package final class StoreTable: Sendable, Hashable {
  /// A column; it holds a value in every row unless it is optional.
  package struct Column: Sendable {
    package enum Kind: Sendable {
      /// A number that the engine gives to each new row.
      case rowNumber

      /// A number of a history, which `HistoryNumbers` gives.
      case historyNumber

      /// A whole number of 32 bits.
      case integer

      /// A whole number of 64 bits.
      case long

      case real, text, bytes

      /// An identifier of 16 bytes.
      case identifier
    }

    package let name: String
    package let kind: Kind
    package let isOptional: Bool

    /// The value of a row that names none, in SQL.
    package let initial: String?

    /// The condition that holds for every value, in SQL.
    package let condition: String?

    package let reference: Reference?

    package init(
      _ name: String, _ kind: Kind, optional: Bool = false, initial: String? = nil,
      where condition: String? = nil, _ reference: Reference? = nil
    ) {
      self.name = name
      self.kind = kind
      isOptional = optional
      (self.initial, self.condition, self.reference) = (initial, condition, reference)
    }
  }

  /// The target of a column: the row of another table that has its value as key.
  package struct Reference: Sendable {
    package let table: StoreTable

    /// Whether the row is a part of the other, and is deleted with it.
    package let isPart: Bool

    /// Whether the row says nothing without the other, though the column may be empty.
    package let isVital: Bool

    static func to(_ table: StoreTable, isVital: Bool = false) -> Reference {
      Reference(table: table, isPart: false, isVital: isVital)
    }

    static func part(of table: StoreTable) -> Reference {
      Reference(table: table, isPart: true, isVital: true)
    }
  }

  package struct Index: Sendable {
    package let name: String
    package let columns: [String]

    /// The rows that are in it, in SQL; all if it is `nil`.
    package let condition: String?

    package init(_ name: String, on columns: [String], where condition: String? = nil) {
      (self.name, self.columns, self.condition) = (name, columns, condition)
    }

    /// Returns the statement that makes it.
    package func creation(on table: String, after first: [String] = []) -> String {
      let columns = (first + columns).joined(separator: ", ")
      return "CREATE INDEX \(name) ON \(table) (\(columns))"
        + (condition.map { " WHERE \($0)" } ?? "")
    }
  }

  package let name: String
  package let columns: [Column]

  /// The columns that identify a row.
  package let key: [String]

  /// Columns whose values no two rows share.
  package let unique: [String]

  /// The condition that holds for every row, in SQL.
  package let condition: String?

  /// Columns that together are the key of another table, of whose row this one is a part.
  package let whole: (columns: [String], table: StoreTable)?

  /// Indices other than those of the keys.
  package let indices: [Index]

  /// - Parameter key: The first column's name if it is `nil`.
  package init(
    _ name: String, _ columns: [Column], key: [String]? = nil, unique: [String] = [],
    where condition: String? = nil, partOf whole: (columns: [String], table: StoreTable)? = nil,
    indices: [Index] = []
  ) {
    self.name = name
    self.columns = columns
    self.key = key ?? [columns[0].name]
    (self.unique, self.condition, self.whole, self.indices) = (unique, condition, whole, indices)
  }

  package static func == (a: StoreTable, b: StoreTable) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension StoreTable {
  /// The version of these tables, and of all that engines add to them. A change of either is a further
  /// version.
  package static let version: Int64 = 1

  /// Throws unless tables of a version are these.
  package static func check(
    version found: Int64, at location: String, known version: Int64 = version
  ) throws(StoreError) {
    guard found <= version else {
      throw StoreError(
        .open, location, .newerSchema,
        detail: "its schema \(found) is newer than \(version), which this program knows")
    }
    guard found == version else {
      throw StoreError(
        .open, location, .corrupt,
        detail: "it says that it has schema \(found), which never existed")
    }
  }

  /// Every table, after all that it refers to.
  package static let all = [
    unit, sampleType, source, device, sample, metadata, store, tombstone, correlationMember,
    savedContent, workout, workoutEvent, workoutEventMetadata, workoutTotal, workoutSample,
    heartbeatSeries, record, recordField, quantitySeries, profile, authorization, sourcePriority,
    backgroundDelivery,
  ]

  // MARK: Values that samples share

  static let unit = StoreTable(
    "unit", [Column("id", .rowNumber), Column("symbol", .text)], unique: ["symbol"])

  /// `kind` distinguishes quantities from categories, correlations and others, which have no unit.
  ///
  /// `longest` is no less than the length of any sample of the type. With it a range that samples have
  /// to overlap is a range of starts, and one index serves every query by time. `change` counts the
  /// transactions that touched the type.
  static let sampleType = StoreTable(
    "sample_type",
    [
      Column("id", .rowNumber), Column("identifier", .text), Column("kind", .integer),
      Column("unit", .integer, optional: true, .to(unit)),
      Column("aggregation", .integer, optional: true), Column("longest", .real, initial: "0"),
      Column("change", .long, initial: "0"),
    ], unique: ["identifier"])

  static let source = StoreTable(
    "source",
    [
      Column("id", .rowNumber), Column("name", .text), Column("bundle_identifier", .text),
      Column("version", .text, optional: true), Column("product_type", .text, optional: true),
      Column("operating_system_version", .text, optional: true),
    ])

  static let device = StoreTable(
    "device",
    [Column("id", .rowNumber)]
      + Device.properties.map { Column($0.name, .text, optional: true) })

  // MARK: Samples

  /// Samples of every kind, numbered in one history.
  ///
  /// Times are seconds since 2001-01-01 00:00 UTC as `Date` counts them, so that they come back bit
  /// for bit. `value` is in the type's unit, `given_value` in `unit`: a conversion and its way back may
  /// differ in the last bit, and a sample is to be read as it was saved. A category's value and a
  /// workout's activity are in `value`; other kinds have none. `created_time` is when the sample was
  /// first made, if the file that it came from says so.
  ///
  /// The index by time holds all that statistics need, so that they never read `sample` itself.
  package static let sample = StoreTable(
    "sample",
    [
      Column("type", .integer, .to(sampleType)), Column("id", .historyNumber),
      Column("uuid", .identifier), Column("start_time", .real),
      Column("end_time", .real, where: "end_time >= start_time"),
      Column("value", .real, optional: true), Column("given_value", .real, optional: true),
      Column("created_time", .real, optional: true), Column("source", .integer, .to(source)),
      Column("unit", .integer, optional: true, .to(unit)),
      Column("device", .integer, optional: true, .to(device)),
    ], key: ["id"], unique: ["uuid"],
    indices: [
      Index("sample_time", on: ["type", "start_time", "end_time", "value", "source"])
    ])

  /// `kind` is that of `MetadataValue`, whose value is a text or a number.
  package static let metadata = StoreTable(
    "metadata", [Column("sample", .long, .part(of: sample))] + entry, key: ["sample", "key"],
    where: isTextOrNumber)

  /// The columns of an entry of metadata.
  private static let entry = [
    Column("key", .text), Column("kind", .integer), Column("text", .text, optional: true),
    Column("number", .real, optional: true),
    Column("unit", .integer, optional: true, .to(unit, isVital: true)),
  ]

  private static let isTextOrNumber = "(text IS NULL) <> (number IS NULL)"

  /// One row: which store this is, and up to which number tombstones were forgotten.
  static let store = StoreTable(
    "store",
    [
      Column("id", .integer, initial: "1", where: "id = 1"), Column("uuid", .identifier),
      Column("purged_through", .long, initial: "0"),
    ])

  /// Samples that were deleted, numbered in a separate history.
  static let tombstone = StoreTable(
    "tombstone",
    [
      Column("id", .historyNumber), Column("uuid", .identifier),
      Column("type", .integer, .to(sampleType)), Column("source", .integer, .to(source)),
      Column("deleted_at", .real), Column("sync_identifier", .text, optional: true),
      Column("sync_version", .real, optional: true),
    ])

  /// A member that was saved with its correlation (`is_own`) is deleted with it; one that was saved
  /// before stays. If correlations share a member, the first one owns it.
  static let correlationMember = StoreTable(
    "correlation_member",
    [
      Column("correlation", .long, .part(of: sample)),
      Column("member", .long, .part(of: sample)),
      Column("is_own", .integer, where: "is_own IN (0, 1)"),
    ], key: ["correlation", "member"], where: "correlation <> member",
    indices: [Index("correlation_of_member", on: ["member"])])

  /// Lets no two programs save the same recording at once; names the first sample that was saved of
  /// it.
  static let savedContent = StoreTable(
    "saved_content",
    [
      Column("key", .text), Column("text", .text), Column("sample", .long, .part(of: sample)),
    ], key: ["key", "text"],
    indices: [Index("saved_content_of_sample", on: ["sample"])])

  static let workout = StoreTable(
    "workout", [Column("sample", .long, .part(of: sample)), Column("active_duration", .real)])

  static let workoutEvent = StoreTable(
    "workout_event",
    [
      Column("workout", .long, .part(of: workout)), Column("position", .integer),
      Column("kind", .integer), Column("start_time", .real),
      Column("end_time", .real, where: "end_time >= start_time"),
    ], key: ["workout", "position"])

  static let workoutEventMetadata = StoreTable(
    "workout_event_metadata", [Column("workout", .long), Column("position", .integer)] + entry,
    key: ["workout", "position", "key"], where: isTextOrNumber,
    partOf: (["workout", "position"], workoutEvent))

  static let workoutTotal = StoreTable(
    "workout_total",
    [
      Column("workout", .long, .part(of: workout)),
      Column("type", .integer, .to(sampleType)), Column("value", .real),
      Column("given_value", .real), Column("unit", .integer, .to(unit)),
    ], key: ["workout", "type"])

  static let workoutSample = StoreTable(
    "workout_sample",
    [
      Column("workout", .long, .part(of: workout)), Column("sample", .long, .part(of: sample)),
    ], key: ["workout", "sample"],
    indices: [Index("workout_of_sample", on: ["sample"])])

  static let heartbeatSeries = StoreTable(
    "heartbeat_series", [Column("sample", .long, .part(of: sample)), Column("beats", .bytes)])

  /// Records: samples whose content is a document, such as an electrocardiogram or a route.
  ///
  /// `document` is JSON, `series` its long row of numbers, packed (`PackedNumbers`). A workout has a
  /// row too if it has activities or statistics.
  static let record = StoreTable(
    "record",
    [
      Column("sample", .long, .part(of: sample)), Column("document", .text),
      Column("series", .bytes, optional: true),
    ])

  /// The fields of records that predicates ask for; fields of one thing, such as an activity, share a position.
  static let recordField = StoreTable(
    "record_field",
    [
      Column("sample", .long, .part(of: sample)), Column("key", .text),
      Column("position", .integer), Column("text", .text, optional: true),
      Column("number", .real, optional: true),
    ], key: ["sample", "key", "position"], where: isTextOrNumber)

  /// The single quantities of a sample that sums up several: a separate table, so that a reader
  /// sees at once that a store has none.
  static let quantitySeries = StoreTable(
    "quantity_series",
    [Column("sample", .long, .part(of: sample)), Column("quantities", .bytes)])

  // MARK: Settings

  /// The unchanging facts about the person.
  static let profile = StoreTable("profile", [Column("key", .text), Column("value", .text)])

  static let authorization = StoreTable(
    "authorization",
    [
      Column("bundle_identifier", .text), Column("type", .text), Column("sharing", .integer),
      Column("reading", .integer),
    ], key: ["bundle_identifier", "type"])

  static let sourcePriority = StoreTable(
    "source_priority",
    [Column("type", .text), Column("position", .integer), Column("bundle_identifier", .text)],
    key: ["type", "position"])

  static let backgroundDelivery = StoreTable(
    "background_delivery",
    [
      Column("bundle_identifier", .text), Column("type", .text), Column("frequency", .integer),
      Column("delivered_change", .long), Column("delivered_at", .real, optional: true),
    ], key: ["bundle_identifier", "type"])
}

/// An insertion of many rows into a table, with a value for each of its columns in their order.
///
/// It is a value and not a text, so that an engine may collect the rows and send them at once.
package struct RowInsertion: Sendable, Hashable {
  package let table: StoreTable

  /// Whether a row whose key exists already is left out; otherwise it is an error.
  package let skipsKnown: Bool

  package init(into table: StoreTable, skippingKnown skipsKnown: Bool = false) {
    self.table = table
    self.skipsKnown = skipsKnown
  }

  /// The names of the columns, with commas between them.
  package var columns: String { table.columns.map(\.name).joined(separator: ", ") }

  /// The part of a statement after the rows.
  package var ending: String { skipsKnown ? " ON CONFLICT DO NOTHING" : "" }

  /// The statement that inserts one row.
  var sql: String {
    let places = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table.name) (\(columns)) VALUES (\(places))\(ending)"
  }
}
