import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials

/// The page that tells how Heartcam averages, follows and fails, in the manner of IEC 60601-2-27:
/// `heartcam-bench disclosure`.
enum DisclosurePage {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let folder = Positional(
    "DIR", .directory, count: .atMostOne, help: "Where the page is. [default: docs]")
  private static let check = Flag(
    "check", help: "Write nothing; fail where the page is not what the code gives.")
  private static let only = Option(
    "only", .oneOf(DisclosureSection.all.map(\.name)), value: "PART",
    help: "Check this part alone; may be given again.")

  static let description = CommandDescription(
    name: "disclosure",
    summary: "Write docs/disclosure.md from simulated signals, or check it.",
    examples: [
      CommandExample("heartcam-bench disclosure", "Write the page and its picture anew."),
      CommandExample(
        "heartcam-bench disclosure --check --only steps", "Check one part, in a second."),
    ],
    positionals: [folder], options: [check, only])

  static func run(_ arguments: Arguments) throws {
    let directory = arguments[folder] ?? "docs"
    let page = "\(directory)/disclosure.md"
    let picture = "\(directory)/\(DisclosureSteps.picture)"
    let wanted = arguments.all(only)
    let sections = DisclosureSection.all.filter { wanted.isEmpty || wanted.contains($0.name) }
    guard arguments[check] else {
      guard wanted.isEmpty else { throw Failure(description: "--only goes with --check") }
      try OutputFile.write(
        introduction + DisclosureSection.all.map { "\n" + $0.text() }.joined(), to: page)
      try OutputFile.write(DisclosureSteps.plot.svg, to: picture)
      return
    }
    let written = try text(of: page)
    if wanted.isEmpty, !written.hasPrefix(introduction) {
      throw Failure(description: "\(page): the introduction is not what the code gives")
    }
    for section in sections where !written.contains(section.text()) {
      throw Failure(description: "\(page): the part '\(section.name)' is not what the code gives")
    }
    if sections.contains(where: { $0.name == DisclosureSteps.section.name }) {
      guard try text(of: picture) == DisclosureSteps.plot.svg else {
        throw Failure(description: "\(picture): it is not what the code gives")
      }
    }
  }

  private static func text(of path: String) throws -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw Failure(description: "\(path): cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static let introduction = """
    # What a reading is, and where it ends

    Makers of heart-rate monitors must disclose how their instrument averages, how it follows a change, what it
    makes of irregular rhythms and how weak a signal may be (IEC 60601-2-27). Heartcam is not a medical device, and
    this page is no claim under that standard; it answers the same questions.

    All figures come from simulated signals, as `heartcam simulate` makes them, because only there the truth is known
    exactly. Real fingers are less even than these; what was measured on real ones is in the README.
    `heartcam-bench disclosure` wrote this page and writes the same again; `--check` compares.

    """
}
