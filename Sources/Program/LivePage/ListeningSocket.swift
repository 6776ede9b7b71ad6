import Glibc

/// A socket that waits for connections at one address of this machine.
struct ListeningSocket: ~Copyable {
  /// The port, also if the system chose it.
  let port: Int

  private let descriptor: Int32

  /// Listens at an address in numbers; port 0 lets the system choose.
  init(address: String, port: Int) throws(PageServerError) {
    let name = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    func failure(_ code: Int32) -> PageServerError { PageServerError(address: name, code: code) }
    var hints = addrinfo()
    (hints.ai_family, hints.ai_socktype) = (AF_UNSPEC, Int32(SOCK_STREAM.rawValue))
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    // A browser never sends back a short form, such as 127.1.
    var place = in6_addr()
    guard inet_pton(address.contains(":") ? AF_INET6 : AF_INET, address, &place) == 1 else {
      throw failure(EINVAL)
    }
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let found else {
      throw failure(EINVAL)
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(found.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw failure(errno) }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(descriptor, 128) == 0
    else {
      let code = errno
      close(descriptor)
      throw failure(code)
    }
    self.descriptor = descriptor
    self.port = Self.port(of: descriptor)
  }

  deinit { close(descriptor) }

  /// Gives the descriptor away to an owner that closes it.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
      // The port has the same place in both families.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }
}
