import FoundationEssentials
import TestSupport
import Testing

@testable import HeartcamCommands
@testable import TestPrograms

/// Manual pages, and the check of a machine.
struct ManualTests {
  @Test func `each command has a page that man formats without a complaint`() throws {
    let folder = try TemporaryFolder()
    let place = folder.file("man1")
    let result = try Heartcam.run("manual", place)
    #expect(result.ending == .exit(0), "\(result)")
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(Set(names) == Set(ManualCommand.pages.map(\.name)) && names.count > 30)
    // No command's name has a hyphen of its own.
    for path in names.map({ $0.dropLast(2).split(separator: "-").map(String.init) }) {
      let text = try folder.text(of: "man1/\(path.joined(separator: "-")).1")
      let help = try Heartcam.start(Array(path.dropFirst()) + ["--help"]).result().output
      // What help says is on the page.
      for word in help.split(whereSeparator: \.isWhitespace) where word.hasPrefix("--") {
        let option = word.prefix { $0 == "-" || $0.isLetter || $0.isNumber }
        guard help.contains("\n      \(option)") || help.contains("\n  -") else { continue }
        let typed = option.replacing("-", with: "\\-")
        #expect(text.contains(typed), "\(path) \(option)")
      }
      for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect([".TH", ".SH", ".B", ".TP", ".PP"].contains(line.prefix { $0 != " " }), "\(line)")
      }
    }
    // The same each time.
    let again = try Heartcam.run("manual", folder.file("again"))
    #expect(again.ending == .exit(0))
    #expect(
      try folder.text(of: "again/heartcam-measure.1")
        == folder.text(of: "man1/heartcam-measure.1"))
  }

  @Test func `a machine is checked, and what lacks is named with what to do`() throws {
    let result = try Heartcam.run("selftest")
    // There may be no camera.
    #expect([.exit(0), .exit(1)].contains(result.ending), "\(result)")
    for check in ["encoding", "decoding", "sandbox", "heart rate", "store", "charts"] {
      #expect(result.output.contains("well   \(check)"), "\(result)")
    }
    #expect(result.output.contains("camera"))
    let full = try Heartcam.run("selftest", environment: ["TMPDIR": "/proc"])
    #expect(full.ending == .exit(74), "\(full)")
  }
}
