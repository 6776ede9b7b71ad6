import Glibc

/// A file in memory, for parsers that open a path.
final class MemoryFile: @unchecked Sendable {
  /// Targets run one at a time.
  static let shared = MemoryFile()

  private let number: Int32

  private init() {
    let name = "/dev/shm/heartcam-fuzz-\(getpid())"
    number = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    precondition(number >= 0, "there is no file in memory")
    unlink(name)
  }

  /// Lends the path of a file with this content.
  func withContent(_ bytes: [UInt8], _ body: (String) -> Void) {
    precondition(ftruncate(number, 0) == 0 && lseek(number, 0, SEEK_SET) == 0)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      precondition(count > 0, "memory is full")
      rest = rest.dropFirst(count)
    }
    body("/proc/self/fd/\(number)")
  }
}
