import FoundationEssentials
import TestSupport
import Testing

/// `heartcam cameras` where there is none: what there is elsewhere is tested in a virtual machine.
struct CamerasTests {
  private static let hasCamera =
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?
    .contains { $0.hasPrefix("video") } ?? false

  @Test(
    .disabled(if: hasCamera, "this machine has a camera"), arguments: [[], ["--json"], ["--all"]])
  func `without a camera, nothing is listed and what to look at is told`(
    options: [String]
  ) throws {
    let result = try Heartcam.start(["cameras"] + options).result()
    #expect(result.ending == .exit(1) && result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "heartcam: there is no camera")
    #expect(result.errors.contains("ls /dev/video*") && result.errors.contains("container"))
    #expect(lines.allSatisfy { $0.hasPrefix("heartcam: ") && $0.count <= 100 })
  }

  @Test func `what it does not know is a mistake of the command line`() throws {
    for words in [["--frames", "3"], ["/dev/video0"]] {
      #expect(try Heartcam.start(["cameras"] + words).result().ending == .exit(64))
    }
  }
}
