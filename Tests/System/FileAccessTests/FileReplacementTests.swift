import FileAccess
import Glibc
import TestSupport
import Testing

struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(folder.file(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `readers see the old file until the new one is committed`() throws {
    try folder.write("old", to: "file")
    let replacement = try FileReplacement(of: folder.file("file"))
    try replacement.withDescriptor { try $0.write("new") }
    #expect(try folder.text(of: "file") == "old")
    try replacement.commit()
    #expect(try folder.text(of: "file") == "new")
    #expect(try folder.names() == ["file"])
  }

  @Test func `the new file is its owner's alone, whatever the old one was`() throws {
    try folder.write("old", to: "file")
    chmod(folder.file("file"), 0o666)
    try FileReplacement(of: folder.file("file")).commit()
    #expect(mode(of: "file") == 0o600)
  }

  @Test func `a replacement that is given up leaves the old file and nothing else`() throws {
    try folder.write("old", to: "file")
    do {
      let replacement = try FileReplacement(of: folder.file("file"))
      try replacement.withDescriptor { try $0.write("half") }
      #expect(try folder.names().count == 2)
    }
    #expect(try folder.names() == ["file"])
    #expect(try folder.text(of: "file") == "old")
  }

  @Test func `a name that cannot be taken leaves nothing behind`() throws {
    #expect(mkdir(folder.file("taken"), 0o700) == 0)
    #expect(throws: FileError(.replace, path: folder.file("taken"), code: EISDIR)) {
      try FileReplacement(of: folder.file("taken")).commit()
    }
    #expect(try folder.names() == ["taken"])
  }

  @Test func `a folder that is missing is an error before anything is written`() {
    let error = #expect(throws: FileError.self) {
      _ = try FileReplacement(of: folder.file("missing/file"))
    }
    #expect(error?.code == ENOENT)
  }
}
