import CivilTime
import FoundationEssentials
import Glibc
import JSONCoding
import TestSupport
import Testing

@testable import StudyTasks

/// Files of recorders, whatever happens while they are written.
struct RecordingFileTests {
  private func items(_ path: String) throws -> [Double] {
    let value = try JSONParser.value(of: Array(Data(contentsOf: URL(filePath: path))))
    return (value["items"]?.elements ?? []).compactMap { $0["n"]?.number }
  }

  @Test func `the file is valid JSON after every item, over all boundaries of pages`() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 3)
    let path = folder.file("a.json")
    let file = try RecordingFile(path, first: "{\"n\":0}")
    #expect(try items(path) == [0])
    for number in 1..<300 {
      let filling = String(repeating: "x", count: Int.random(in: 0..<400, using: &generator))
      try file.append("{\"n\":\(number),\"x\":\"\(filling)\"}")
      #expect(try items(path) == (0...number).map(Double.init))
    }
    #expect(try folder.names() == ["a.json"])
    #expect(file.count == 300)
  }

  @Test func `what a killed run left is looked for in the run alone`() throws {
    let folder = try TemporaryFolder()
    let run = try RunFolder(
      in: folder.file("runs"), identifier: "walk", task: nil, date: .now, runID: UUID())
    try run.make("recorder-1")
    for place in [run.path + "/recorder-1", folder.path] {
      for name in ["keep.json", "keep.part"] {
        try Data("{}".utf8).write(to: URL(filePath: "\(place)/\(name)"))
      }
    }
    symlink(folder.path, run.path + "/link")
    for name in ["../..", "..", ".", "", "link", "a/../../..", "/tmp"] {
      let open = TaskResult.OpenStep(
        identifier: "a", start: .now, recorders: [.init(identifier: "hr", folder: name)])
      run.removeUnfinished(of: open)
      #expect(RunFolder.recordings(in: name, of: run.path) == [])
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("keep.part")))
    #expect(RunFolder.recordings(in: "recorder-1", of: run.path) == ["recorder-1/keep.json"])
    #expect(FileManager.default.fileExists(atPath: run.path + "/recorder-1/keep.part"))
    run.removeUnfinished(
      of: TaskResult.OpenStep(
        identifier: "a", start: .now,
        recorders: [.init(identifier: "hr", folder: "recorder-1")]))
    #expect(!FileManager.default.fileExists(atPath: run.path + "/recorder-1/keep.part"))
    // Any number may stand in a damaged result.
    #expect(CivilMoment(Date(timeIntervalSince1970: 1e300)).digits.count == 14)
  }

  @Test func `no item is written over the boundary of a page in place`() throws {
    // The kernel ends a killed program's write only between two pages, so a write within one is whole.
    let folder = try TemporaryFolder()
    let path = folder.file("a.json")
    let file = try RecordingFile(path, first: "{\"n\":0}")
    var before = stat()
    stat(path, &before)
    for number in 1..<200 {
      try file.append("{\"n\":\(number),\"x\":\"\(String(repeating: "x", count: 90))\"}")
      var after = stat()
      stat(path, &after)
      let isSameFile = before.st_ino == after.st_ino
      let isSamePage = (before.st_size - 2) / 4096 == (after.st_size - 1) / 4096
      #expect(isSameFile == isSamePage, "item \(number)")
      before = after
    }
  }
}
