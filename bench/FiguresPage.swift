import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials

/// Prints the tables that pages quote from saved results, or checks the pages: `heartcam-bench figures`.
enum FiguresPage {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let results = Positional(
    "FILE", .file(), count: .atMostOne,
    help: "Saved results. [default: \(QuotedFigures.results)]")
  private static let check = Flag(
    "check",
    help: "Print nothing; fail if README.md or docs/internals/figures.md has other figures.")

  static let description = CommandDescription(
    name: "figures",
    summary: "Print the saved results that README.md and docs/internals/figures.md quote.",
    examples: [
      CommandExample("heartcam-bench figures", "Print the tables, to be put into the pages."),
      CommandExample("heartcam-bench figures --check", "Compare the pages with the results."),
    ],
    positionals: [results], options: [check])

  static func run(_ arguments: Arguments) throws {
    let path = arguments[results] ?? QuotedFigures.results
    let figures: QuotedFigures
    do {
      figures = try QuotedFigures(SavedResults(json: text(of: path)))
    } catch let error as QuotedFigures.Missing {
      throw Failure(description: "\(path): \(error)")
    } catch is DecodingError {
      throw Failure(description: "\(path): not a file that scripts/bench --save wrote with peers")
    }
    let tables = [
      ("docs/internals/figures.md", "accuracy", figures.accuracy),
      ("docs/internals/figures.md", "beats", figures.beats),
      ("docs/internals/figures.md", "peers", figures.peers),
      ("README.md", "summary", figures.summary),
    ]
    for (page, name, table) in tables {
      guard arguments[check] else {
        print("\(page), \(name):\n\n\(table.text)")
        continue
      }
      guard try text(of: page).contains(table.text) else {
        throw Failure(
          description: "\(page): the table '\(name)' differs from \(path); "
            + "'heartcam-bench figures' prints it")
      }
    }
  }

  private static func text(of path: String) throws -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw Failure(description: "\(path): cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
