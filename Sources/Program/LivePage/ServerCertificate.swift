import CGnuTLS
import CMicroHTTPD
import Glibc

/// A certificate with its key, by which browsers recognize a server.
public struct ServerCertificate: Sendable {
  /// Both as PEM text, as a file keeps them.
  public let text: String

  /// The certificate's SHA-256, as browsers show it: pairs of hexadecimal digits between colons.
  public let fingerprint: String

  /// When it ends, in seconds since 1970.
  public let end: Double

  /// Whether the library that speaks HTTP can encrypt.
  public static var isSupported: Bool { MHD_is_feature_supported(.FEATURE_TLS) == .YES }

  /// Days for which one is made: as many as phones accept, with room.
  private static let days = 397

  /// Days before its end from which on another takes its place.
  private static let renewal = 30

  /// Reads a certificate and its key; `nil` for a text without a certificate.
  public init?(text: String) {
    var digest = [UInt8](repeating: 0, count: 32)
    var end = time_t()
    let bytes = Array(text.utf8)
    guard heartcam_tls_read(bytes, UInt32(bytes.count), &digest, &end) >= 0 else { return nil }
    self.text = text
    self.end = Double(end)
    fingerprint = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }
      .joined(separator: ":")
  }

  /// Makes a key and a certificate that it signs itself; `nil` if the library cannot.
  /// - Parameters:
  ///   - names: Names of this machine.
  ///   - address: In numbers.
  public static func made(for names: [String], address: String) -> ServerCertificate? {
    var place = [UInt8](repeating: 0, count: 16)
    let isLong = address.contains(":")
    guard inet_pton(isLong ? AF_INET6 : AF_INET, address, &place) == 1 else { return nil }
    var generator = SystemRandomNumberGenerator()
    // A serial number is above zero.
    let serial = (0..<16).map { $0 == 0 ? 1 : UInt8.random(in: 0...255, using: &generator) }
    var text = [CChar](repeating: 0, count: 1 << 14)
    let words = names.map { UnsafePointer(strdup($0)) }
    defer { words.forEach { free(UnsafeMutableRawPointer(mutating: $0)) } }
    // A phone's clock may be a day behind.
    let start = time(nil) - 86_400
    let count = heartcam_tls_make(
      words, words.count, place, isLong ? 16 : 4, serial, start, start + days * 86_400, &text,
      text.count)
    guard count > 0 else { return nil }
    return ServerCertificate(
      text: String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// Returns whether it holds for a month and longer.
  public func isFresh(at now: Double) -> Bool { end - now > Double(Self.renewal * 86_400) }
}
