import Glibc

/// A pipe whose writing end the test holds.
final class OpenPipe {
  let readingEnd: Int32
  private let writingEnd: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw UnexpectedOutput(description: "no pipe") }
    (readingEnd, writingEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readingEnd)
    close(writingEnd)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(writingEnd, bytes, bytes.count)
  }
}
