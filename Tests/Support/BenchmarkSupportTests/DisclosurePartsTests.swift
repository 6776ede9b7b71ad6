import BenchmarkSupport
import Testing

/// The parts of the disclosure page.
struct DisclosurePartsTests {
  @Test func `a Markdown table has a line for each row and aligns numbers right`() {
    var table = MarkdownTable(columns: ["step", "s", "%"])
    table.add(["80 to 120", "4.9", "98"])
    #expect(
      table.text == "| step | s | % |\n| --- | ---: | ---: |\n| 80 to 120 | 4.9 | 98 |\n")
  }

  @Test func `each step has a panel with the readings within its time`() throws {
    let course = StepResponsePlot.Course(
      name: "every 5 s", points: [(-40, 80), (-5, 80), (5, 100), (12, 120), (45, 120)])
    let plot = StepResponsePlot(steps: [
      StepResponsePlot.Step(from: 80, to: 120, courses: [course]),
      StepResponsePlot.Step(from: 80, to: 40, courses: [course]),
    ])
    let svg = try plot.svg
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    for text in [
      "80 to 120 beats per minute", "80 to 40 beats per minute", "every 5 s", "the heart",
    ] {
      #expect(svg.contains(">\(text)</text>"))
    }
  }
}
