import FoundationEssentials
import JSONCoding
import Testing

@testable import BenchmarkSupport

struct AccuracyGroupTests {
  private func record(_ name: String, _ person: String, errors: [Double?]) -> AccuracyGroup.Record {
    AccuracyGroup.Record(
      name: name, person: person,
      readings: errors.enumerated().map { index, error in
        ComparedReading(
          start: Double(index) * 10, end: Double(index + 1) * 10,
          rate: error.map { (60 + $0, 59 + $0, 61 + $0) }, quality: 0.5, reference: 60,
          reason: error == nil ? "no_pulse" : nil)
      }, beats: nil)
  }

  private var group: AccuracyGroup {
    AccuracyGroup(
      dataset: "one, two", seconds: 10,
      records: [
        record("a_left", "a", errors: [1, 1]), record("a_right", "a", errors: [-2]),
        record("b", "b", errors: [0, 4, nil]), record("c", "c", errors: [-1]),
      ])
  }

  @Test func `recordings of one person are one line`() {
    let people = group.people
    #expect(people.map(\.name) == ["a", "b", "c"])
    #expect(people.map(\.figures.count) == [3, 3, 1])
    #expect(abs(people[0].figures.meanAbsoluteError - 4.0 / 3) < 1e-12)
  }

  @Test func `halves share no person and make up the whole`() {
    let halves = group.halves
    #expect(halves.map(\.figures.count) == [4, 3])
    #expect(halves.reduce(0) { $0 + $1.figures.count } == group.total.figures.count)
  }

  @Test func `over people each person counts once, and the worst is the least favorable`() throws {
    func summary(_ key: String) throws -> (mean: Double?, worst: Double?) {
      group.overPeople(try #require(AccuracyColumn.all.first { $0.key == key }))
    }
    let error = try summary("mae_bpm")
    let ofThree = (4.0 / 3 + 2 + 1) / 3
    #expect(abs(try #require(error.mean) - ofThree) < 1e-12)
    #expect(error.worst == 2)
    #expect(try summary("bias_bpm").worst == 2)
    #expect(try summary("answered").worst == 2.0 / 3)
    #expect(try summary("beats_f1").mean == nil)
    #expect(try summary("count").worst == nil)
  }

  @Test func `JSON has keys in snake case, and unknown values are null`() throws {
    struct Group: Decodable {
      struct Line: Decodable {
        let count: Int
        let mae_bpm: Double
        let within_5_bpm: Double
        let beats_f1: Double?
      }
      let dataset: String
      let interval_s: Double
      let all: Line
      let records: [Line]
      let people: [Line]
    }
    let text = group.json.indentedText
    let read = try JSONDecoder().decode(Group.self, from: Data(text.utf8))
    #expect(read.dataset == "one, two")
    #expect(read.interval_s == 10)
    #expect(read.all.count == 7)
    #expect(abs(read.all.mae_bpm - 1.5) < 1e-9)
    #expect(read.all.beats_f1 == nil)
    #expect(text.contains("\"beats_f1\": null"))
    #expect(read.records.count == 4)
    #expect(read.people.count == 3)
    #expect(!text.contains("nan"))
  }

  @Test func `CSV has a line for each reading, and a comma in a name is quoted`() {
    let lines = group.csv.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[0] == "\"one, two\",a_left,a,10,0,10,60,61,60,62,0.5,")
    #expect(lines[5] == "\"one, two\",b,b,10,20,30,60,,,,0.5,no_pulse")
    #expect(AccuracyGroup.csvHeader.split(separator: ",").count == 12)
  }

  @Test func `the table has a line for each recording and one for all`() {
    let text = group.text(withPeople: false)
    for name in ["a_left", "a_right", "b ", "c ", "all"] { #expect(text.contains("\n\(name)")) }
    #expect(!text.contains("worst person"))
    #expect(group.text(withPeople: true).contains("\nworst person"))
    #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
  }

  @Test func `the plot shows every answer and no NaN`() throws {
    func marks(_ svg: String) -> Int { svg.split(separator: "<path").count - 1 }
    let svg = try AccuracyPlot(groups: [group]).svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(!svg.lowercased().contains("nan\"") && !svg.contains("nan,") && !svg.contains("inf,"))
    for text in ["10 s: agreement", "one, two", "kept, % of readings"] {
      #expect(svg.contains(">\(text)</text>"))
    }
    #expect(marks(try AccuracyPlot(groups: []).svg) < marks(svg))
  }
}
