import Testing

@testable import CommandEnvironment

/// Tables for people.
struct TextTableTests {
  private func table() -> TextTable {
    var table = TextTable([
      .init("TYPE"), .init("AVERAGE", isNumber: true), .init("NOTES"), .init("EMPTY"),
    ])
    table.add(["PeripheralPerfusionIndex", "1.25", "too short, moved, and other reasons", ""])
    table.add(["HeartRate", "62", "", ""])
    return table
  }

  @Test(arguments: [40, 60, 80, 132])
  func `a table fits its terminal, and nothing of it is cut`(width: Int) {
    let text = table().text(width: width)
    for line in text.split(separator: "\n") {
      #expect(line.count <= width && line.last != " ", "\(line)")
    }
    let letters = text.filter { !$0.isWhitespace }.sorted()
    #expect(letters == table().text(width: nil).filter { !$0.isWhitespace }.sorted())
    #expect(!text.contains("~") && !text.contains("…"))
  }

  @Test func `in a pipe each row is one line, numbers are aligned, and empty columns are left out`()
  {
    #expect(
      table().text(width: nil) == """
        TYPE                      AVERAGE  NOTES
        PeripheralPerfusionIndex     1.25  too short, moved, and other reasons
        HeartRate                   62

        """)
  }
}
