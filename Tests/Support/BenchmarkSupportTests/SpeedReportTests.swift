import JSONCoding
import Testing

@testable import BenchmarkSupport

struct SpeedReportTests {
  @Test func `quantiles are interpolated between ranks like NumPy's`() {
    let timing = Timing([4, 1, 3, 2])
    #expect(timing.median == 2.5)
    #expect(abs(timing.p90 - 3.7) < 1e-12)
    #expect(Timing([7]).p90 == 7)
    #expect(Timing([]).median.isNaN)
  }

  @Test func `a ratio compares rounds, not medians`() {
    // Both halves of a round slow down together, so each round gives 2.
    #expect(Timing([2, 20, 200]).ratio(to: Timing([1, 10, 100])) == 2)
  }

  @Test func `a row's unit scales its times and not its ratio`() {
    let row = SpeedReport.Row(
      "work", "ms", Timing([0.002, 0.004]), scale: 1000, to: ("other", Timing([0.001, 0.002])))
    #expect(abs(row.timing.median - 3) < 1e-12)
    #expect(row.baseline?.ratio == 2)
    let text = SpeedReport("some", summary: "How.", rows: [row]).text
    #expect(text.contains("\nwork    3.00  3.80  ms     2.00  other\n"))
  }

  @Test(arguments: [
    (0.012345, "0.0123"), (1.2345, "1.23"), (12.345, "12.3"), (123.45, "123"), (1234.5, "1235"),
    (0, "0"), (-0.5, "-0.500"), (.nan, "-"),
  ])
  func `numbers have three significant digits`(value: Double, text: String) {
    #expect(value.significant() == text)
  }

  @Test func `zero has no minus sign`() {
    #expect((-0.001).fixed(2) == "0.00")
    #expect((-0.001).rounded(toPlaces: 2).plain == "0")
    #expect(1.005.fixed(0) == "1")
    #expect(2.5e20.fixed(1) == "2.5e+20")
  }

  @Test func `JSON escapes special characters and keeps the order of keys`() {
    let value = JSONValue.object([
      ("b", .string("a \"quote\"\n\u{1}")), ("a", .figure(.infinity, 2)), ("c", .number(3)),
    ])
    #expect(value.indentedText == #"{"b": "a \"quote\"\n\u0001", "a": null, "c": 3}"# + "\n")
    #expect(JSONValue.array([.object([]), .integer(1)]).indentedText == "[\n  {},\n  1\n]\n")
  }
}
