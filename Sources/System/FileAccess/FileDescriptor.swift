import Glibc

/// The system's number of an open file; its opener closes it.
///
/// A call that a signal interrupts is repeated. After each interruption `isCancelled` is asked
/// first: if it returns true, the call throws `EINTR`. A non-blocking descriptor is polled
/// until it is ready.
package struct FileDescriptor: Sendable, Equatable {
  /// The system's number.
  package let number: Int32

  /// The program's default input.
  package static let standardInput = FileDescriptor(STDIN_FILENO)

  /// The destination of results.
  package static let standardOutput = FileDescriptor(STDOUT_FILENO)

  /// The destination of messages for a person.
  package static let standardError = FileDescriptor(STDERR_FILENO)

  /// Makes a descriptor of a number that the system has given.
  package init(_ number: Int32) { self.number = number }

  /// Reads bytes that are available into the memory and returns their number; 0 at the end. Waits
  /// until there are some.
  package func read(
    into memory: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> Int {
    guard memory.count > 0 else { return 0 }
    return try repeated(.read, POLLIN, isCancelled) {
      Glibc.read(number, memory.baseAddress, memory.count)
    }
  }

  /// Appends bytes that are available, at most `count`, and returns their number; 0 at the end. Waits
  /// until there are some.
  package func read(
    _ count: Int, appendingTo bytes: inout [UInt8], isCancelled: () -> Bool = { false }
  ) throws(FileError) -> Int {
    let before = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    var got = 0
    defer { bytes.removeLast(count - got) }
    got = try repeated(.read, POLLIN, isCancelled) {
      bytes.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress! + before, count) }
    }
    return got
  }

  /// Reads once at an offset of a regular file; 0 bytes at its end. The position of `read(into:)` does not change.
  package func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    guard memory.count > 0 else { return 0 }
    return try repeated(.read, POLLIN, { false }) {
      pread(number, memory.baseAddress, memory.count, off_t(offset))
    }
  }

  /// Returns `count` bytes from an offset of a regular file, fewer at its end. The position of
  /// `read(into:)` does not change.
  package func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let start = done
      let got = try repeated(.read, POLLIN, { false }) {
        bytes.withUnsafeMutableBytes {
          pread(number, $0.baseAddress! + start, count - start, off_t(offset + start))
        }
      }
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// Returns all bytes up to the end, or the first `limit` of them.
  package func bytesToEnd(limit: Int = .max) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit,
      try read(min(1 << 16, limit - bytes.count), appendingTo: &bytes) > 0
    {}
    return bytes
  }

  /// Writes all the bytes, in as many parts as it takes.
  package func write(
    _ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    var done = 0
    while done < bytes.count {
      done += try repeated(.write, POLLOUT, isCancelled) {
        Glibc.write(number, bytes.baseAddress! + done, bytes.count - done)
      }
    }
  }

  /// Writes the whole text as UTF-8.
  package func write(
    _ text: String, isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    var text = text
    try text.withUTF8 { bytes in
      Result { () throws(FileError) in
        try write(UnsafeRawBufferPointer(bytes), isCancelled: isCancelled)
      }
    }.get()
  }

  /// Writes all of some bytes.
  package func write(
    _ bytes: [UInt8], isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    try bytes.withUnsafeBytes { memory in
      Result { () throws(FileError) in try write(memory, isCancelled: isCancelled) }
    }.get()
  }

  /// Writes bytes at an offset of a regular file by one call and returns their number, which is
  /// smaller if the disk is full. The position of `write(_:)` does not change.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) -> Int {
    try repeated(.write, POLLOUT, { false }) { pwrite(number, bytes, bytes.count, off_t(offset)) }
  }

  /// Cuts a file off after a number of bytes.
  package func truncate(to count: Int) throws(FileError) {
    _ = try repeated(.write, POLLOUT, { false }) { Int(ftruncate(number, off_t(count))) }
  }

  /// Waits until all written data are on the disk.
  package func synchronize() throws(FileError) {
    _ = try repeated(.synchronize, POLLOUT, { false }) { Int(fsync(number)) }
  }

  /// Returns the result of a system call, repeated while signals interrupt it or a descriptor that
  /// does not block is not ready.
  private func repeated(
    _ operation: FileError.Operation, _ event: Int32, _ isCancelled: () -> Bool,
    _ call: () -> Int
  ) throws(FileError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      var code = errno
      if code == EAGAIN {
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        if poll(&request, 1, -1) >= 0 { continue }
        code = errno
      }
      guard code == EINTR, !isCancelled() else { throw FileError(operation, code: code) }
    }
  }
}
