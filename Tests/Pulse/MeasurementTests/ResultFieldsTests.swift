import Foundation
import JSONCoding
@testable import Measurement
import TestSupport
import Testing

/// The schema and the documentation are made of the tables of fields, as every form of a result is.
///
/// `HEARTCAM_WRITE_FIELDS=1` writes both anew; what has changed is then read as a part of the change.
@Suite(.serialized) struct ResultFieldsTests {
  private static let schema = "docs/measure-lines.schema.json"
  private static let page = "docs/fields.md"

  private static let isWriting =
    ProcessInfo.processInfo.environment["HEARTCAM_WRITE_FIELDS"] != nil

  // MARK: The schema

  private static func object(
    _ properties: [(String, JSONValue)], optional: [(String, JSONValue)] = []
  ) -> [(String, JSONValue)] {
    [
      ("type", .string("object")),
      ("required", .array(properties.map { .string($0.0) })),
      ("properties", .object(properties + optional)),
      ("additionalProperties", .bool(false)),
    ]
  }

  private static func properties<Subject>(_ fields: [ResultField<Subject>]) -> [(String, JSONValue)]
  {
    var properties: [(String, JSONValue)] = []
    var group: (name: String, properties: [(String, JSONValue)])?
    func close() {
      if let done = group { properties.append((done.name, .object(object(done.properties)))) }
      group = nil
    }
    for field in fields where !field.isOnlyInTables {
      if group?.name != field.group { close() }
      let property = (field.name, property(field))
      if let name = field.group {
        group = (name, (group?.properties ?? []) + [property])
      } else {
        properties.append(property)
      }
    }
    close()
    return properties
  }

  private static func property<Subject>(_ field: ResultField<Subject>) -> JSONValue {
    let name =
      switch field.kind {
      case .text, .time: "string"
      case .texts: "array"
      case .number, .count: "number"
      }
    let type: JSONValue =
      field.isOptional ? .array([.string(name), .string("null")]) : .string(name)
    return .object(present: [
      ("description", .string(field.meaning + (field.unit.map { ", in \($0)" } ?? ""))),
      ("type", type),
      ("items", field.kind == .texts ? .object([("type", .string("string"))]) : nil),
    ])
  }

  /// The definitions of lines that have fields of results.
  private static let definitions: [String: [(String, JSONValue)]] = {
    let type = ("type", JSONValue.object([("type", .string("string"))]))
    let time = ("time_s", JSONValue.object([("type", .string("number"))]))
    let reading = properties(PlacedReading.fields)
    let result =
      properties([RecordingInput.field]) + properties(RecordingResult.fields) + [
        (
          "readings",
          .object([("type", .string("array")), ("items", .object(object(reading)))])
        )
      ]
    return [
      "measure": result, "live_rate": [type, time] + reading, "live_reading": [type] + reading,
      "live_beat": [type] + properties(PlacedBeat.fields),
      "live_session": [type] + result + [
        ("lost_frames", .object([("type", .string("number"))]))
      ],
    ]
  }()

  /// Beside what a line always has.
  private static let optional: [String: [(String, JSONValue)]] = {
    let number = JSONValue.object([("type", .array([.string("number"), .string("null")]))])
    let file = ("file", JSONValue.object([("type", .string("string"))]))
    let names = ["shift_s", "shift_chance"] + Agreement().jsonMembers.map(\.0)
    return ["measure": [("reference", .object(object([file] + names.map { ($0, number) })))]]
  }()

  @Test func `the schema has the fields of results`() throws {
    let found = try JSONParser.value(of: Array(Repository.text(Self.schema).utf8))
    let description = try #require(found["description"])
    let known = try #require(found["definitions"]?.members)
    #expect(Set(known.map(\.key)).isSuperset(of: Self.definitions.keys))
    let expected = JSONValue.object([
      ("description", description),
      (
        "definitions",
        .object(
          known.map { member in
            guard let properties = Self.definitions[member.key] else {
              return (member.key, member.value)
            }
            let description = member.value["description"].map { [("description", $0)] } ?? []
            let object = Self.object(properties, optional: Self.optional[member.key] ?? [])
            return (member.key, .object(description + object))
          })
      ),
    ])
    if Self.isWriting {
      try expected.indentedText.write(
        toFile: Repository.path(Self.schema), atomically: true, encoding: .utf8)
    } else {
      #expect(found == expected, "write it anew with HEARTCAM_WRITE_FIELDS=1")
    }
  }

  // MARK: The page

  /// A table of the keys, the columns and their meanings.
  private static func table<Subject>(_ fields: [ResultField<Subject>]) -> String {
    var lines = ["| in JSON | in tables | what it is | unit |", "| --- | --- | --- | --- |"]
    for field in fields {
      let key = (field.group.map { $0 + "." } ?? "") + field.name
      lines.append(
        "| \(field.isOnlyInTables ? "" : "`\(key)`") | `\(field.column)` | \(field.meaning) | "
          + "\(field.unit ?? "") |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `the page lists the fields of results`() throws {
    var page = try Repository.text(Self.page)
    for (name, table) in [
      ("recording", Self.table(RecordingResult.fields)),
      ("reading", Self.table(PlacedReading.fields)), ("beat", Self.table(PlacedBeat.fields)),
    ] {
      let (begin, end) = ("<!-- fields of a \(name) -->\n", "<!-- end -->")
      let first = try #require(page.range(of: begin)).upperBound
      let last = try #require(page[first...].range(of: end)).lowerBound
      if Self.isWriting {
        page.replaceSubrange(first..<last, with: table)
      } else {
        #expect(page[first..<last] == table, "write it anew with HEARTCAM_WRITE_FIELDS=1")
      }
    }
    if Self.isWriting {
      try page.write(toFile: Repository.path(Self.page), atomically: true, encoding: .utf8)
    }
  }

  // MARK: The tables themselves

  @Test func `no two fields share a name or a column`() {
    let keys = RecordingResult.fields.map { [$0.group ?? "", $0.name] }
    #expect(Set(keys).count == keys.count)
    let columns = RecordingResult.fields.map(\.column) + ["input", "error"]
    #expect(Set(columns).count == columns.count)
    #expect(Set(PlacedReading.fields.map(\.column)).count == PlacedReading.fields.count)
  }
}
