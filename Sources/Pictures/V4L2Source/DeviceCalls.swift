import CV4L2
import FileAccess
import Glibc

/// The `errno` of a call that failed.
package struct SystemCallError: Error, Equatable {
  /// The `errno`.
  package let code: Int32

  package init(_ code: Int32) { self.code = code }
}

/// The readiness of a device according to `poll`.
package enum DeviceReadiness: Sendable, Equatable {
  /// The device has something to read.
  case ready

  /// The time was over first.
  case timedOut

  /// There is no picture but an error or a hang-up; the next call reports which.
  case failed
}

/// All calls to the system that this room makes, so that a test can record each and fail any.
///
/// A call that was interrupted by a signal is repeated here and nowhere else.
package protocol DeviceCalls {
  /// Opens a device for reading and writing, non-blocking and closed on exec.
  func open(_ path: String) throws(SystemCallError) -> Int32
  func close(_ descriptor: Int32)
  func ioctl(
    _ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError)
  /// Maps a part of a device's memory, readable and writable, as drivers want it.
  func map(
    _ descriptor: Int32, length: Int, offset: UInt32
  ) throws(SystemCallError) -> UnsafeMutableRawPointer
  func unmap(_ address: UnsafeMutableRawPointer, length: Int)

  /// Waits for a picture, at most for a number of seconds.
  func wait(_ descriptor: Int32, seconds: Double) throws(SystemCallError) -> DeviceReadiness
  /// Returns the seconds on CLOCK_MONOTONIC.
  func now() -> Double
  /// Returns the names in a folder; empty if it cannot be read.
  func names(in folder: String) -> [String]
  /// Returns the text of a symbolic link; `nil` without one.
  func target(ofLink path: String) -> String?
  /// Returns the beginning of a small file, up to 64 KiB; `nil` if it cannot be read.
  func text(of path: String) -> String?
  /// Replaces a file as a whole by one that only its owner may read.
  func replace(_ path: String, with text: String) throws(SystemCallError)
  func remove(_ path: String)
  func processIdentifier() -> Int32
}

/// The kernel's own calls.
package struct KernelCalls: DeviceCalls {
  package init() {}

  package func open(_ path: String) throws(SystemCallError) -> Int32 {
    try repeating { Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
  }

  package func close(_ descriptor: Int32) { Glibc.close(descriptor) }

  package func ioctl(
    _ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    _ = try repeating { heartcam_ioctl(descriptor, request, argument) }
  }

  package func map(
    _ descriptor: Int32, length: Int, offset: UInt32
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    try mapped(mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset)))
  }

  package func unmap(_ address: UnsafeMutableRawPointer, length: Int) { munmap(address, length) }
}

/// The calls of libv4l2, which converts a camera's output in between.
package struct ConvertingCalls: DeviceCalls {
  package init() {}

  package func open(_ path: String) throws(SystemCallError) -> Int32 {
    try repeating { heartcam_v4l2_open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
  }

  package func close(_ descriptor: Int32) { v4l2_close(descriptor) }

  package func ioctl(
    _ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    _ = try repeating { heartcam_v4l2_ioctl(descriptor, request, argument) }
  }

  package func map(
    _ descriptor: Int32, length: Int, offset: UInt32
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    try mapped(
      v4l2_mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, Int64(offset)))
  }

  package func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
    v4l2_munmap(address, length)
  }
}

private func repeating(_ call: () -> Int32) throws(SystemCallError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemCallError(code) }
  }
}

private func mapped(
  _ address: UnsafeMutableRawPointer?
) throws(SystemCallError) -> UnsafeMutableRawPointer {
  guard let address, heartcam_is_map_failed(address) == 0 else { throw SystemCallError(errno) }
  return address
}

extension DeviceCalls {
  package func wait(
    _ descriptor: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceReadiness {
    let deadline = now() + seconds
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = max(0, min(deadline - now(), 1e6))
      let count = poll(&request, 1, Int32((left * 1000).rounded(.up)))
      if count > 0 { return Int32(request.revents) & POLLIN != 0 ? .ready : .failed }
      if count == 0 { return .timedOut }
      let code = errno
      if code != EINTR { throw SystemCallError(code) }
    }
  }

  package func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  package func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  package func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = readlink(
        path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }

  package func text(of path: String) -> String? {
    let bytes = try? OpenFile(path, for: .reading).withDescriptor {
      try $0.bytesToEnd(limit: 1 << 16)
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  package func replace(_ path: String, with text: String) throws(SystemCallError) {
    let part = "\(path).\(getpid())"
    let descriptor = try repeating {
      Glibc.open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    var code: Int32 = 0
    do throws(FileError) {
      try FileDescriptor(descriptor).write(text)
    } catch {
      code = error.code
    }
    if Glibc.close(descriptor) != 0 && code == 0 { code = errno }
    if code == 0 && rename(part, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(part)
    throw SystemCallError(code)
  }

  package func remove(_ path: String) { unlink(path) }

  package func processIdentifier() -> Int32 { getpid() }
}
