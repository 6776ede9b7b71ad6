import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam cameras` on a machine without one; tests in a virtual machine have cameras.
struct CamerasTests {
  private static let hasCamera =
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?
    .contains { $0.hasPrefix("video") } ?? false

  @Test(
    .disabled(if: hasCamera, "this machine has a camera; without one is tested elsewhere"),
    arguments: [[], ["--json"], ["--all"]])
  func `without a camera, nothing is listed and the message says what to check`(
    options: [String]
  ) throws {
    let result = try Heartcam.start(["camera", "list"] + options).result()
    #expect(result.ending == .exit(1) && result.output.isEmpty)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.first == "heartcam: there is no camera")
    #expect(result.errors.contains("ls /dev/video*") && result.errors.contains("container"))
    #expect(lines.allSatisfy { $0.hasPrefix("heartcam: ") && $0.count <= 100 })
  }

  @Test func `an unknown argument is a usage error`() throws {
    for words in [["--frames", "3"], ["/dev/video0"]] {
      #expect(try Heartcam.start(["camera", "list"] + words).result().ending == .exit(64))
    }
  }
}
