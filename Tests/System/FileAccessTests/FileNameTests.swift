import Glibc
import TestSupport
import Testing

@testable import FileAccess
@testable import VisibleText

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
  }

  @Test func `two names never look alike, and what is shown leads back to the file`() throws {
    let names: [[UInt8]] = [
      [0xFF, 0xFE], Array(#"\xFF\xFE"#.utf8), [0xFF] + Array(#"\xFE"#.utf8), Array(#"\\xFF"#.utf8),
      [0x5C, 0xFF], Array(#"\x5CxFF"#.utf8), [0x1B], Array(#"\u{1B}"#.utf8), [0x0A],
      Array(#"\u{A}"#.utf8), Array("\u{202E}".utf8), Array(#"\u{202E}"#.utf8), Array(#"\n"#.utf8),
      [0x5C], [0x5C, 0x5C], Array(#"\x41"#.utf8), Array("A".utf8),
      // Characters that stand for bytes where they are no names' own.
      [0xE9], Array("\u{10FFE9}".utf8), Array("a\u{10FF5C}x41".utf8), Array("\u{10FFFF}é".utf8),
    ]
    let folder = try TemporaryFolder()
    var shown: Set<String> = []
    for name in names {
      let text = FileName.text(of: name)
      let seen = VisibleText.text(of: text)
      #expect(shown.insert(seen).inserted, "\(seen)")
      #expect(seen.unicodeScalars.allSatisfy { !VisibleText.isHidden($0) }, "\(seen)")
      let back = FileName.text(ofShown: seen)
      back.withFileName {
        #expect(
          Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:))
            == name)
      }
      let file = try OutputFile(folder.path + "/" + back)
      try file.withDescriptor { descriptor throws(FileError) in try descriptor.write(seen) }
      try file.commit()
    }
    let found = FileName.names(inFolder: folder.path).map { VisibleText.text(of: $0) }
    #expect(Set(found) == shown && found.count == names.count)
  }

  @Test func `text that is UTF-8 stays what it is`() {
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
