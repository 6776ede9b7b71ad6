import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Folders as inputs of `heartcam measure`.
struct InputFolderTests {
  @Test func `a folder stands for the recordings in it and in its folders`() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a/deep", "empty", ".hidden"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    symlink(folder.path, folder.file("b/circle"))
    // Pipes would be waited for.
    #expect(mkfifo(folder.file("b/pipe.csv"), 0o600) == 0)
    #expect(mkfifo(folder.file("b/pipe.mp4"), 0o600) == 0)
    for (index, name) in ["b/2.csv", "a/deep/1.csv", ".hidden/3.csv"].enumerated() {
      try Heartcam.simulate(folder.file(name), "--duration", "15", "--seed", "\(index)")
    }
    try folder.write("time_s,interval_ms,quality\n", to: "b/beats.csv")
    try folder.write("a letter", to: "b/letter.txt")
    let result = try Heartcam.run("measure", "--json", "--store", "none", folder.path)
    #expect(result.ending == .exit(0), "\(result)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("deep/1.csv") && lines[1].contains("b/2.csv"))
    let empty = try Heartcam.run("measure", "--json", "--store", "none", folder.file("empty"))
    #expect(empty.ending == .exit(2) && empty.errors.contains("folder"), "\(empty)")
  }
}
