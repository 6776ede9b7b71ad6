import FileAccess
import Glibc

/// A pipe of a test's own; both ends are closed with it.
final class Pipe: Sendable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  /// - Parameter flags: `O_NONBLOCK` for ends that do not block.
  init(flags: Int32 = 0, capacity: Int32? = nil) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, flags) }
    reading = FileDescriptor(ends[0])
    writing = FileDescriptor(ends[1])
    // 1031 is F_SETPIPE_SZ, a macro that Swift does not see.
    if let capacity { _ = fcntl(writing.number, 1031, capacity) }
  }

  deinit {
    close(reading.number)
    close(writing.number)
  }
}
