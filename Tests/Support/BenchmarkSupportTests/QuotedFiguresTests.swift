import FoundationEssentials
import TestSupport
import Testing

@testable import BenchmarkSupport

/// The tables that pages quote from saved results.
struct QuotedFiguresTests {
  private static func group(_ dataset: String, _ interval: Int, error: Double) -> String {
    """
    {"dataset": "\(dataset)", "interval_s": \(interval), "people": [{"person": "a"}, {"person": "b"}],
     "all": {"count": 84, "answered": 0.9643, "mae_bpm": \(error), "inside_interval": 1,
       "risk_of_best_70": 0.356, "beats_f1": 0.99473, "interval_mae_ms": 11.31,
       "sure_interval_mae_ms": 8.43, "sure_interval_share": 0.87024}}
    """
  }

  private static func peer(
    _ system: String, _ dataset: String, _ interval: Double, _ error: Double
  ) -> String {
    """
    {"dataset": "\(dataset)", "interval_s": \(interval), "system": "\(system)", "mae_bpm": \(error)}
    """
  }

  private static func results(datasets: [String] = ["welltory", "uwoxy"]) throws -> SavedResults {
    let pairs = datasets.flatMap { [($0, 10), ($0, 30)] }
    let groups = pairs.map { group($0, $1, error: 0.254) }
    let systems = [("Heartcam", 0.254), ("Slow", 14.298), ("Near", 0.957)]
    let peers = systems.flatMap { system in
      pairs.map { peer(system.0, $0.0, Double($0.1), system.1) }
    }
    let text = """
      {"accuracy": {"groups": [\(groups.joined(separator: ","))]},
       "peers": {"accuracy": [\(peers.joined(separator: ","))], "speed": [
         {"name": "Slow", "ours": 24.43, "median": 1405.4, "unit": "ms/hour"},
         {"name": "Near", "ours": 24.43, "median": 236.6, "unit": "ms/hour"},
         {"name": "filter", "ours": 5.6, "median": 5.8, "unit": "ns/sample"}]}}
      """
    return try SavedResults(json: text)
  }

  @Test func `a row of accuracy has shares in per cent and errors to two places`() throws {
    let table = try QuotedFigures(Self.results()).accuracy.text
    #expect(
      table.contains("| 2 people, chest straps | 10 s | 96% of 84 | 0.25 | 100% | 0.36 |\n"))
    #expect(table.contains("| 2 people, oximeters | 30 s |"))
  }

  @Test func `beats have F1 to three places and errors in milliseconds`() throws {
    let table = try QuotedFigures(Self.results()).beats.text
    for figure in ["| F1 | 0.995 |", "| 11 ms |", "| 8 ms |", "| 87% |"] {
      #expect(table.contains(figure), "\(table)")
    }
  }

  @Test func `peers stand below our own row, with long times rounded to tens`() throws {
    let lines = try QuotedFigures(Self.results()).peers.text.split(separator: "\n").dropFirst(2)
    #expect(
      Array(lines) == [
        "| Heartcam | 0.25, 0.25 | 0.25, 0.25 | 24 |",
        "| Slow | 14.3, 14.3 | 14.3, 14.3 | 1,410 |",
        "| Near | 0.96, 0.96 | 0.96, 0.96 | 240 |",
      ])
  }

  @Test func `the summary takes the best peer`() throws {
    let table = try QuotedFigures(Self.results()).summary.text
    #expect(table.hasSuffix("| 0.96 and 0.96 beats/min |\n"))
  }

  @Test func `results without a data set name what is missing`() throws {
    let results = try Self.results(datasets: ["welltory"])
    #expect(throws: QuotedFigures.Missing(description: "no readings of 10 s of uwoxy")) {
      try QuotedFigures(results)
    }
  }

  @Test func `the pages quote the saved results`() throws {
    let figures = try QuotedFigures(SavedResults(json: Repository.text(QuotedFigures.results)))
    let page = try Repository.text("docs/internals/figures.md")
    for table in [figures.accuracy, figures.beats, figures.peers] {
      #expect(page.contains(table.text))
    }
    #expect(try Repository.text("README.md").contains(figures.summary.text))
  }
}
