import BenchmarkSupport
import CommandLineParsing
import FoundationEssentials

/// Writes or checks the page that discloses how Heartcam averages, follows changes and fails, in the manner of
/// IEC 60601-2-27: `heartcam-bench disclosure`.
enum DisclosurePage {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let folder = Positional(
    "DIR", .directory, count: .atMostOne, help: "The folder of the page. [default: docs/internals]")
  private static let check = Flag(
    "check", help: "Write nothing; fail if the page differs from what the code generates.")
  private static let only = Option(
    "only", .oneOf(DisclosureSection.all.map(\.name)), value: "PART",
    help: "Check only this part; may be given again.")

  static let description = CommandDescription(
    name: "disclosure",
    summary: "Write docs/internals/disclosure.md from simulated signals, or check it.",
    examples: [
      CommandExample("heartcam-bench disclosure", "Write the page and its picture again."),
      CommandExample(
        "heartcam-bench disclosure --check --only steps", "Check one part, in a second."),
    ],
    positionals: [folder], options: [check, only])

  static func run(_ arguments: Arguments) throws {
    let directory = arguments[folder] ?? "docs/internals"
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
      throw Failure(description: "\(page): the introduction differs from the generated one")
    }
    for section in sections where !written.contains(section.text()) {
      throw Failure(
        description: "\(page): the part '\(section.name)' differs from the generated one")
    }
    if sections.contains(where: { $0.name == DisclosureSteps.section.name }) {
      guard try text(of: picture) == DisclosureSteps.plot.svg else {
        throw Failure(description: "\(picture): it differs from the generated picture")
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

    Makers of heart-rate monitors must disclose how their instrument averages and how it follows a change. They must
    also disclose how it responds to irregular rhythms and how weak a signal may be (IEC 60601-2-27). Heartcam is not a
    medical device, and this page claims nothing under that standard. It answers the same questions.

    All figures come from simulated signals, as `heartcam simulate` makes them, because only they have an exact
    truth. Real fingers are less even. [Figures](figures.md) has what was measured on real ones.
    `heartcam-bench disclosure` writes this page, always the same; `--check` compares.

    """
}
