import Glibc
import TestSupport
import Testing

@testable import FileAccess

/// Names of files that are bytes.
struct FileNameTests {
  @Test func `every sequence of bytes comes back, and UTF-8 stays what it is`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        UInt8.random(in: 1...255, using: &generator)
      }
      let text = FileName.text(of: bytes)
      let back = text.withFileName { name in
        (0..<strlen(name)).map { UInt8(bitPattern: name[$0]) }
      }
      #expect(back == bytes)
      if let plain = String(validating: bytes, as: UTF8.self) { #expect(text == plain) }
    }
    #expect(FileName.text(of: "é💓".utf8) == "é💓")
  }

  @Test func `a file whose name is no UTF-8 is written, found, read and replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + FileName.text(of: [0x61, 0xE9, 0xFF])
    for text in ["one", "two"] {
      let file = try OutputFile(path)
      try file.withDescriptor { descriptor throws(FileError) in try descriptor.write(text) }
      try file.commit()
      let bytes = try OpenFile(path, for: .reading).withDescriptor {
        descriptor throws(FileError) in try descriptor.bytesToEnd()
      }
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
    #expect(FileIdentity.exists(path) && !FileIdentity.isSpecial(path))
    #expect(FileName.names(inFolder: folder.path) == [FileName.text(of: [0x61, 0xE9, 0xFF])])
    var status = stat()
    #expect(stat(folder.path + "/a\u{FFFD}\u{FFFD}", &status) != 0)
  }
}
