import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Folders as inputs of `heartcam measure`.
struct InputFolderTests {
  @Test func `a folder stands for the recordings in it and in its folders`() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "c", "a/deep", "empty", ".hidden"] {
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
    // Other colors of a signal, and words that hold a color's.
    try folder.write("time_s,gray\r\n0,100\r\n", to: "c/1.csv")
    try folder.write("time_s,predicted\n0,100\n", to: "c/2.csv")
    try folder.write("", to: "c/3.csv")
    // Signals of other programs, and tables of other things.
    try folder.write("time,red,green,blue\n0,100,50,40\n", to: "c/4.csv")
    try folder.write("Timestamp (ms);PPG\n0;100\n", to: "c/5.csv")
    try folder.write("Time,Heart rate\n07:31,71\n", to: "c/6.csv")
    let result = try Heartcam.run("measure", "--json", "--store", "none", folder.path)
    #expect(result.ending == .exit(2), "\(result)")
    let lines = result.output.split(separator: "\n")
    let names = ["a/deep/1.csv", "b/2.csv", "c/1.csv", "c/3.csv", "c/4.csv", "c/5.csv"]
    #expect(lines.count == names.count && zip(lines, names).allSatisfy { $0.contains($1) })
    let empty = try Heartcam.run("measure", "--json", "--store", "none", folder.file("empty"))
    #expect(empty.ending == .exit(2) && empty.errors.contains("folder"), "\(empty)")
  }

  @Test(.enabled(if: OtherUser.obstacle == nil, Comment(rawValue: OtherUser.obstacle ?? "")))
  func `folders that cannot be read or searched are named, and the others measured`() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    for (name, mode) in [("closed", 0o000), ("listed", 0o444), ("open", 0o755)] as [(_, mode_t)] {
      try FileManager.default.createDirectory(
        atPath: folder.file("in/\(name)"), withIntermediateDirectories: true)
      let signal = folder.file("in/\(name)/1.csv")
      try Heartcam.simulate(signal, "--duration", "15", "--seed", "1")
      chmod(signal, 0o644)
      for truth in ["beats", "bpm"] { unlink(folder.file("in/\(name)/1.\(truth).csv")) }
      chmod(folder.file("in/\(name)"), mode)
    }
    defer {
      for name in ["closed", "listed"] { chmod(folder.file("in/\(name)"), 0o755) }
    }
    let result = try OtherUser.run(
      ["measure", "--json", "--store", "none", folder.file("in")], from: folder)
    #expect(result.ending == .exit(2), "\(result)")
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 3, "\(result)")
    for (line, name) in zip(lines, ["closed", "listed"]) {
      #expect(line.contains("in/\(name): Permission denied"), "\(line)")
    }
    #expect(lines[2].contains("in/open/1.csv") && lines[2].contains("\"bpm\""), "\(lines[2])")
  }
}
