import Glibc

/// This machine on its network.
public enum LocalNetwork {
  /// The address at which others on the network reach this machine, in numbers; `nil` without a way out.
  ///
  /// It sends nothing: a datagram socket only chooses its own end.
  public static var address: String? {
    let probe = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    // An address for documentation, behind the default route (RFC 5737).
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(9).bigEndian
    inet_pton(AF_INET, "192.0.2.1", &place.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isFound = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
      }
    }
    guard isFound else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    inet_ntop(AF_INET, &place.sin_addr, &text, socklen_t(text.count))
    return string(text)
  }

  /// The names of this machine on its network.
  public static var names: [String] {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return [] }
    let host = string(name)
    let isPlain = host.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    return host.isEmpty || !isPlain ? [] : host.contains(".") ? [host] : [host, "\(host).local"]
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
