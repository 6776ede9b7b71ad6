import Foundation
import Glibc
import Synchronization

/// A server of another program on this machine: it answers everything with one page, which asks it for more, or nothing at all,
/// and keeps what it was sent. It ends with the tests.
final class OtherServer: Sendable {
  let port: Int

  /// The heads of the requests so far.
  var requests: [String] { heads.withLock { $0 } }

  private let heads = Mutex<[String]>([])

  /// - Parameter page: `nil` for a server that takes everything and never answers.
  init(page: String?) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw UnexpectedOutput(description: "no other server: \(errno)") }
    port = Int(UInt16(bigEndian: address.sin_port))
    let answer = page.map {
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
        + "Content-Length: \($0.utf8.count)\r\n\r\n\($0)"
    }
    Thread { [self] in
      while true {
        let visitor = accept(listener, nil, nil)
        guard visitor >= 0 else { return }
        var question = [UInt8](repeating: 0, count: 16_384)
        let count = recv(visitor, &question, question.count, 0)
        if count > 0 {
          heads.withLock { $0.append(String(decoding: question[..<count], as: UTF8.self)) }
          guard let answer else { continue }
          _ = send(visitor, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        }
        close(visitor)
      }
    }.start()
  }
}
