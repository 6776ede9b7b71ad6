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
