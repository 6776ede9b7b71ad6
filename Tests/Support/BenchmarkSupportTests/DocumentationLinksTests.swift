import FoundationEssentials
import TestSupport
import Testing

/// The links of all pages lead somewhere, to their headings too.
struct DocumentationLinksTests {
  /// The anchor of a heading, as GitHub makes it.
  private static func anchor(_ heading: Substring) -> String {
    let text = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
    let shown = text.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
    return String(
      shown.compactMap { sign -> Character? in
        sign == " " ? "-" : sign.isLetter || sign.isNumber || "-_".contains(sign) ? sign : nil
      })
  }

  /// The lines of a page outside of blocks of code.
  private static func lines(_ path: String) throws -> [Substring] {
    var isCode = false
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```")
    }
  }

  @Test func `every link of a page leads to a file and a heading`() throws {
    let root = Repository.root
    let all = try FileManager.default.subpathsOfDirectory(atPath: root).filter {
      $0.hasSuffix(".md") && !$0.hasPrefix(".") && !$0.contains("/.")
    }
    #expect(all.count > 40)
    var count = 0
    for page in all {
      let folder = page.split(separator: "/").dropLast().joined(separator: "/")
      for line in try Self.lines("\(root)/\(page)") {
        // What stands between backticks is no link.
        let text = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .map { $0.offset % 2 == 0 ? String($0.element) : "" }.joined(separator: "x")
        for match in text.matches(of: /\]\(([^)\s]+)\)/) {
          let target = String(match.output.1)
          if target.contains("://") || target.hasPrefix("mailto:") { continue }
          count += 1
          let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          let path =
            parts[0].isEmpty ? page : folder.isEmpty ? String(parts[0]) : "\(folder)/\(parts[0])"
          let file = URL(filePath: "\(root)/\(path)").standardized.path
          guard FileManager.default.fileExists(atPath: file) else {
            Issue.record("\(page): \(target) leads nowhere")
            continue
          }
          guard parts.count == 2, file.hasSuffix(".md") else { continue }
          let anchors = try Self.lines(file).filter { $0.hasPrefix("#") }.map(Self.anchor)
          #expect(anchors.contains(String(parts[1])), "\(page): \(target) has no such heading")
        }
      }
    }
    #expect(count > 100)
  }
}
