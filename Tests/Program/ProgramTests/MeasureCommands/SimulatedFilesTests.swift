import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The files of `heartcam simulate`.
struct SimulatedFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    stat(folder.file(name), &status)
    return status.st_mode & 0o777
  }

  @Test func `video and truth are for nobody else to read`() throws {
    try Heartcam.simulate(folder.file("a.mp4"), "--duration", "1")
    #expect(["a.mp4", "a.beats.csv", "a.bpm.csv"].map(mode) == [0o600, 0o600, 0o600])
    chmod(folder.file("a.mp4"), 0o644)
    try Heartcam.simulate(folder.file("a.mp4"), "--duration", "1", "--force")
    #expect(mode("a.mp4") == 0o600)
  }

  @Test func `no truth of another recording is left beside a new one`() throws {
    let path = folder.file("a.mp4")
    try Heartcam.simulate(path, "--duration", "12", "--breathing", "12")
    #expect(try folder.names() == ["a.beats.csv", "a.bpm.csv", "a.breaths.csv", "a.mp4"])
    unlink(path)
    let refused = try Heartcam.run("simulate", path, "--duration", "2")
    #expect(refused.ending == .exit(73) && refused.errors.contains("a.beats.csv exists"))
    try Heartcam.simulate(path, "--duration", "12", "--force")
    #expect(try folder.names() == ["a.beats.csv", "a.bpm.csv", "a.mp4"])
    try folder.write("my notes", to: "a.breaths.csv")
    try Heartcam.simulate(path, "--duration", "2", "--scene", "still", "--force")
    #expect(try folder.names() == ["a.breaths.csv", "a.mp4"])
  }

  @Test func `truth has the columns of a measurement`() throws {
    try Heartcam.simulate(folder.file("a.csv"), "--duration", "12", "--breathing", "12")
    #expect(try folder.text(of: "a.beats.csv").hasPrefix("time_s,interval_ms\n"))
    #expect(try folder.text(of: "a.breaths.csv").hasPrefix("time_s\n"))
    let beats = try folder.text(of: "a.beats.csv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(beats.count > 10 && beats.allSatisfy { (700...1000).contains($0[1]) })
  }

  @Test(arguments: [
    ("--step-at", "3", "--step-to"), ("--comb-every", "9", "--comb"),
    ("--hunting-rate", "9", "--exposure-hunting or --white-balance-hunting"),
    ("--cadence-rate", "90", "--cadence"), ("--ripple-rate", "90", "--ripple"),
    ("--slow-sway-rate", "9", "--slow-sway"),
  ])
  func `an option that needs another is refused without it`(
    option: String, value: String, needed: String
  ) throws {
    let result = try Heartcam.run("simulate", folder.file("a.csv"), option, value)
    #expect(result.ending == .exit(64) && result.errors.contains("\(option) needs \(needed);"))
    #expect(try folder.names() == [])
  }
}
