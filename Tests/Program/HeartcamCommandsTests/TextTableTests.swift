import Testing
import VisibleText

@testable import CommandEnvironment

/// Tables for people.
struct TextTableTests {
  private func table() -> TextTable {
    var table = TextTable(["TYPE", .number("AVERAGE"), "NOTES", "EMPTY"])
    table.add(["PeripheralPerfusionIndex", "1.25", "too short, moved, and other reasons", ""])
    table.add(["HeartRate", "62", "心率手表", ""])
    return table
  }

  @Test(arguments: [16, 20, 40, 60, 80, 132])
  func `a table fits its terminal, and no word of it is divided`(width: Int) {
    let text = table().text(width: width)
    for line in text.split(separator: "\n") {
      #expect(line.cells <= max(width, 33) && line.last != " ", "\(line)")
    }
    #expect(!text.contains("~") && !text.contains("…"))
    for part in ["Peripheral", "Perfusion", "Index", "Heart", "Rate", "1.25", "reasons", "心率手表"] {
      #expect(text.contains(part), "\(text)")
    }
    // A table has its headings once, a list of facts before each value.
    #expect(
      text.split(separator: "TYPE").count - 1 + (text.hasPrefix("TYPE") ? 1 : 0)
        == (width < 33 ? 2 : 1))
    #expect(width < 132 || text == table().text(width: nil))
  }

  @Test func `in a pipe each row is one line, numbers are aligned, and empty columns are left out`()
  {
    #expect(
      table().text(width: nil) == """
        TYPE                      AVERAGE  NOTES
        PeripheralPerfusionIndex     1.25  too short, moved, and other reasons
        HeartRate                   62     心率手表

        """)
  }
}
