import FileAccess
import Glibc
import Synchronization
import TestSupport
import Testing

struct FileDescriptorTests {
  /// Bytes whose every part can be told from every other.
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test(arguments: [0, O_NONBLOCK])
  func `a pipe that takes little at a time gets everything`(flags: Int32) throws {
    let pipe = Pipe(flags: flags, capacity: 4096)
    let got = Mutex<[UInt8]>([])
    let reader = SignalledThread {
      let bytes = try? pipe.reading.bytesToEnd(limit: Self.bytes.count)
      got.withLock { $0 = bytes ?? [] }
    }
    try Self.bytes.withUnsafeBytes { try pipe.writing.write($0) }
    reader.join()
    #expect(got.withLock { $0 } == Self.bytes)
  }

  @Test func `a read that signals interrupt goes on`() throws {
    let pipe = Pipe()
    let interruptions = Atomic<Int>(0)
    let byte = Atomic<Int>(-1)
    let reader = SignalledThread {
      var memory: UInt8 = 0
      let count = try? withUnsafeMutableBytes(of: &memory) { memory in
        try pipe.reading.read(into: memory) {
          interruptions.add(1, ordering: .relaxed)
          return false
        }
      }
      byte.store(count == 1 ? Int(memory) : -2, ordering: .relaxed)
    }
    reader.interrupt { interruptions.load(ordering: .relaxed) >= 3 }
    try pipe.writing.write("x")
    reader.join()
    let got = byte.load(ordering: .relaxed)
    #expect(got == 120)
  }

  @Test func `a write that signals interrupt loses nothing and repeats nothing`() throws {
    let pipe = Pipe(capacity: 4096)
    let interruptions = Atomic<Int>(0)
    let isWritten = Atomic<Bool>(false)
    let writer = SignalledThread {
      let result: Void? = try? Self.bytes.withUnsafeBytes {
        try pipe.writing.write($0) {
          interruptions.add(1, ordering: .relaxed)
          return false
        }
      }
      isWritten.store(result != nil, ordering: .relaxed)
    }
    writer.interrupt { interruptions.load(ordering: .relaxed) >= 3 }
    var got: [UInt8] = []
    while got.count < Self.bytes.count {
      got += try pipe.reading.bytesToEnd(limit: min(5000, Self.bytes.count - got.count))
      writer.interrupt()
    }
    writer.join()
    let isWhole = isWritten.load(ordering: .relaxed)
    #expect(isWhole)
    #expect(got == Self.bytes)
  }

  @Test(arguments: [0, O_NONBLOCK])
  func `who cancels is released by the next signal`(flags: Int32) {
    let pipe = Pipe(flags: flags)
    let isCancelled = Atomic<Bool>(false)
    let code = Atomic<Int32>(-1)
    let reader = SignalledThread {
      var memory: UInt8 = 0
      do throws(FileError) {
        let failure = withUnsafeMutableBytes(of: &memory) { memory -> FileError? in
          do throws(FileError) {
            _ = try pipe.reading.read(into: memory) { isCancelled.load(ordering: .relaxed) }
            return nil
          } catch {
            return error
          }
        }
        if let failure { throw failure }
        code.store(0, ordering: .relaxed)
      } catch {
        code.store(error.code, ordering: .relaxed)
      }
    }
    isCancelled.store(true, ordering: .relaxed)
    reader.interrupt { code.load(ordering: .relaxed) != -1 }
    reader.join()
    let found = code.load(ordering: .relaxed)
    #expect(found == EINTR)
  }

  @Test func `a full disk is an error with the system's sentence`() throws {
    let full = try OpenFile("/dev/full", for: .writing)
    let error = #expect(throws: FileError.self) {
      try full.withDescriptor { try $0.write("x") }
    }
    #expect(error == FileError(.write, code: ENOSPC))
    #expect(error?.description == "No space left on device")
  }

  @Test func `a reader that is gone is an error`() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: FileError(.write, code: EPIPE)) { try FileDescriptor(ends[1]).write("x") }
  }

  @Test func `bytes at an offset leave the place of reading as it is`() throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile(folder.write("0123456789", to: "digits"), for: .reading)
    try file.withDescriptor { (descriptor) throws -> Void in
      #expect(try descriptor.bytes(at: 4, count: 3) == Array("456".utf8))
      #expect(try descriptor.bytes(at: 8, count: 5) == Array("89".utf8))
      #expect(try descriptor.bytes(at: 20, count: 5) == [])
      #expect(try descriptor.bytesToEnd(limit: 4) == Array("0123".utf8))
      #expect(try descriptor.bytesToEnd() == Array("456789".utf8))
      #expect(try descriptor.bytesToEnd() == [])
    }
  }

  @Test func `a folder opens and does not read`() throws {
    let folder = try TemporaryFolder()
    let file = try OpenFile(folder.path, for: .reading)
    #expect(throws: FileError(.read, code: EISDIR)) {
      try file.withDescriptor { _ = try $0.bytesToEnd() }
    }
  }

  @Test func `a file that is missing is named by the error`() {
    #expect(throws: FileError(.open, path: "/nowhere/x", code: ENOENT)) {
      _ = try OpenFile("/nowhere/x", for: .reading)
    }
  }

  @Test func `a duplicate is closed without the original`() throws {
    let pipe = Pipe()
    do {
      let copy = try OpenFile(duplicating: pipe.writing)
      try copy.withDescriptor { try $0.write("a") }
    }
    try pipe.writing.write("b")
    #expect(try pipe.reading.bytesToEnd(limit: 2) == Array("ab".utf8))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pipe that nobody asked for is an error at once`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: FileError(.open, path: path, code: ESPIPE)) {
      _ = try OpenFile(path, for: .reading)
    }
  }

  @Test func `closing ends what a reader waits for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let got = Mutex<[UInt8]?>(nil)
    let reader = SignalledThread {
      guard let file = try? OpenFile(path, for: .reading, isCancelled: { false }) else { return }
      let bytes = file.withDescriptor { try? $0.bytesToEnd() }
      got.withLock { $0 = bytes }
    }
    do {
      let file = try OpenFile(path, for: .writing)
      try file.withDescriptor { try $0.write("all") }
    }
    reader.join()
    #expect(got.withLock { $0 } == Array("all".utf8))
  }
}
