/// The tables of a store in an SQLite file.
enum SQLiteSchema {
  /// "HCAM", in the file's header: it distinguishes a store from other SQLite files.
  static let applicationID: Int64 = 0x4843_414D

  /// The SQL that makes a store of an empty file.
  static let creation: String =
    objects.map { $0.sql + ";\n" }.joined() + """
      INSERT INTO store (uuid) VALUES (randomblob(16));
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(StoreTable.version);
      """

  /// Every table, index and trigger, with the statement that makes it: as SQLite keeps it too.
  static let objects: [(name: String, sql: String)] =
    (StoreTable.all + [hourSum]).flatMap { table in
      [(table.name, creation(of: table))]
        + (table.indices + (ownIndices[table.name] ?? [])).map {
          ($0.name, $0.creation(on: table.name))
        }
    } + triggers

  // MARK: Tables of every engine

  private static func creation(of table: StoreTable) -> String {
    // A key that is one whole number is the number of the row itself, and costs nothing.
    let rowKey = table.key.count == 1 ? table.columns.first { isRowNumber($0, in: table) } : nil
    var lines = table.columns.map { column in
      let key =
        column.name != rowKey?.name
        ? "" : " PRIMARY KEY" + (column.kind == .historyNumber ? " AUTOINCREMENT" : "")
      return "\(column.name) \(type(of: column))\(key)"
        + (column.isOptional || !key.isEmpty ? "" : " NOT NULL")
        + (column.initial.map { " DEFAULT \($0)" } ?? "")
        + (column.condition.map { " CHECK (\($0))" } ?? "")
        + (column.kind == .identifier ? " CHECK (length(\(column.name)) = 16)" : "")
        + (column.reference.map {
          " REFERENCES \($0.table.name)" + ($0.isPart ? " ON DELETE CASCADE" : "")
        } ?? "")
    }
    if rowKey == nil { lines.append("PRIMARY KEY (\(table.key.joined(separator: ", ")))") }
    lines += table.unique.map { "UNIQUE (\($0))" }
    if let whole = table.whole {
      let columns = whole.columns.joined(separator: ", ")
      lines.append("FOREIGN KEY (\(columns)) REFERENCES \(whole.table.name) ON DELETE CASCADE")
    }
    if let condition = table.condition { lines.append("CHECK (\(condition))") }
    return "CREATE TABLE \(table.name) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT"
      + (rowKey == nil ? ", WITHOUT ROWID" : "")
  }

  private static func isRowNumber(_ column: StoreTable.Column, in table: StoreTable) -> Bool {
    column.name == table.key[0] && type(of: column) == "INTEGER"
  }

  private static func type(of column: StoreTable.Column) -> String {
    switch column.kind {
    case .rowNumber, .historyNumber, .integer, .long: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .bytes, .identifier: "BLOB"
    }
  }

  // MARK: SQLite's own

  private static let ownIndices: [String: [StoreTable.Index]] = [
    "source": [.init("source_values", on: ["bundle_identifier", "name", "version"])],
    "device": [
      .init("device_values", on: ["name", "model", "udi_device_identifier", "local_identifier"])
    ],
    // Samples added of a type since an anchor: SQLite adds the number of the row to every index.
    "sample": [.init("sample_inserted", on: ["type"])],
    "tombstone": [.init("tombstone_type", on: ["type"])],
    "metadata": [.init("metadata_text", on: ["key", "text"], where: "text IS NOT NULL")],
    "record_field": [.init("record_field_value", on: ["key", "text", "number"])],
  ]

  /// The sums of single hours: see `HourSums`.
  private static let hourSum = StoreTable(
    "hour_sum",
    [
      .init("type", .integer, .to(.sampleType)), .init("hour_start", .integer),
      .init("source", .integer, .to(.source)), .init("count", .integer),
    ]
      + ["sum", "minimum", "maximum", "seconds", "weighted"].map {
        .init($0, .real, optional: true)
      }, key: ["type", "hour_start", "source"])

  /// They remove the rows of the hour of a deleted or changed sample, and perhaps those of the hour
  /// before it, which rounding may not distinguish.
  private static let triggers: [(name: String, sql: String)] = {
    func forgetting(_ row: String) -> String {
      """
      DELETE FROM hour_sum WHERE type = \(row).type
          AND hour_start > \(row).start_time - 3601 AND hour_start <= \(row).start_time;
      """
    }
    return [
      (
        "hour_sum_of_deleted",
        """
        CREATE TRIGGER hour_sum_of_deleted AFTER DELETE ON sample BEGIN
          \(forgetting("old"))
        END
        """
      ),
      (
        "hour_sum_of_changed",
        """
        CREATE TRIGGER hour_sum_of_changed
          AFTER UPDATE OF type, start_time, end_time, value, source ON sample BEGIN
          \(forgetting("old"))
          \(forgetting("new"))
        END
        """
      ),
    ]
  }()
}
