import CLinux
import CommandEnvironment
import Glibc
import JSONCoding

/// The output of a process of this program on standard error: its messages, and its progress.
struct MessagePipe: ~Copyable {
  private let reading: Int32

  /// The end into which the process writes.
  let end: Int32

  /// Bytes of messages that are kept; a process that writes more is broken.
  private static let most = 1 << 16

  /// `nil` if there is no room for a pipe.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard heartcam_pipe(&ends) == 0 else { return nil }
    (reading, end) = (ends[0], ends[1])
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reading)
    close(end)
  }

  /// Reads until the process has ended, which is not reaped.
  /// - Parameter progress: Takes the progress: the finished share, from 0 to 1, and the seconds left.
  /// - Returns: The messages, one line each.
  func lines(
    of process: pid_t, progress: (_ share: JSONValue, _ secondsLeft: JSONValue) -> Void
  ) -> [String] {
    var lines: [String] = []
    var (line, count) = ([UInt8](), 0)
    func finishLine() {
      defer { line = [] }
      guard !line.isEmpty else { return }
      if let values = WorkProgress.values(ofLine: line) {
        return progress(values.share, values.secondsLeft)
      }
      lines.append(String(decoding: line, as: UTF8.self))
      count += line.count
    }
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      // Its last output is read after its end has been noticed.
      var information = siginfo_t()
      let isOver =
        waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        && information.si_signo != 0
      var got = read(reading, &part, part.count)
      while got > 0 {
        for byte in part.prefix(got) {
          if byte == UInt8(ascii: "\n") {
            finishLine()
          } else if count + line.count < Self.most {
            line.append(byte)
          }
        }
        got = read(reading, &part, part.count)
      }
      if isOver { break }
      var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, 100)
    }
    finishLine()
    return lines
  }
}
