import Glibc
import TestSupport
import Testing

@testable import LivePage

/// What an encrypted server is known by, and how a phone is shown the way to it.
struct CertificateTests {
  private static let names = ["desk", "desk.local"]

  @Test(arguments: ["192.168.1.20", "fd00::1"])
  func `a certificate is made with its key, and holds for a year`(address: String) throws {
    let made = try #require(ServerCertificate.made(for: Self.names, address: address))
    #expect(
      made.text.contains("PRIVATE KEY-----") && made.text.contains("-----END CERTIFICATE-----"))
    #expect(made.fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
    let read = try #require(ServerCertificate(text: made.text))
    #expect(read.fingerprint == made.fingerprint && read.end == made.end)
    let now = Double(time(nil))
    #expect(abs(made.end - now - 396 * 86_400) < 60)
    // Another takes its place a month before.
    #expect(made.isFresh(at: now) && made.isFresh(at: made.end - 31 * 86_400))
    #expect(!made.isFresh(at: made.end - 29 * 86_400) && !made.isFresh(at: made.end + 1))
    let other = try #require(ServerCertificate.made(for: [], address: address))
    #expect(other.fingerprint != made.fingerprint && other.text != made.text)
  }

  @Test func `what is no address or no certificate gives none`() throws {
    for address in ["", "desk", "1.2.3", "1.2.3.4.5", "::g"] {
      #expect(ServerCertificate.made(for: Self.names, address: address) == nil, "\(address)")
    }
    let text = try #require(ServerCertificate.made(for: Self.names, address: "10.0.0.1")).text
    let start = try #require(text.firstRange(of: "-----BEGIN CERTIFICATE"))
    for other in [
      "", "-----BEGIN CERTIFICATE-----", String(text[..<start.lowerBound]),
      String(text.dropLast(80)),
    ] { #expect(ServerCertificate(text: other) == nil, "\(other)") }
  }

  @Test func `an encrypted server takes nothing from a page that is not`() throws {
    let host = "192.168.1.20:8766"
    let admission = PageGuard(hosts: [host], port: 8766, isEncrypted: true)
    #expect(admission.address.hasPrefix("https://\(host)/?key="))
    let key = String(admission.address.suffix(64))
    let hello = PageRequest("GET", "/", query: ["key": key], headers: [.init("host", host)])
    guard case .welcomed(let response) = admission.verdict(on: hello) else {
      Issue.record("the key opens nothing")
      return
    }
    let cookie = try #require(response.headers.first { $0.name == "Set-Cookie" }).value
    #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Secure"))
    let place = try #require(cookie.firstMatch(of: /Path=(\/[0-9a-f]{64})\//)?.1)
    for (origin, isTaken) in [("https://\(host)", true), ("http://\(host)", false)] {
      let request = PageRequest(
        "POST", "\(place)/x",
        headers: [
          .init("host", host), .init("origin", origin),
          .init("cookie", String(cookie.prefix { $0 != ";" })),
        ])
      guard case .admitted = admission.verdict(on: request) else {
        #expect(!isTaken)
        continue
      }
      #expect(isTaken)
    }
    guard case .refused = admission.verdict(on: hello) else {
      Issue.record("the key opens twice")
      return
    }
  }

  @Test func `an address becomes a code that a terminal and a page show`() throws {
    let address = "https://192.168.1.20:8766/?key=" + String(repeating: "a0", count: 32)
    let code = try #require(QRCode(address))
    let lines = code.terminalText.split(separator: "\n").map {
      $0.replacing("\u{1B}[30;107m", with: "").replacing("\u{1B}[0m", with: "")
    }
    #expect(Set(lines.map(\.count)) == [lines[0].count] && lines.count == (lines[0].count + 1) / 2)
    // Light all around, then the mark of a corner.
    #expect(lines[0].allSatisfy { $0 == " " } && lines[2].hasPrefix("    █▀▀▀▀▀█ "))
    #expect(code.svg.hasPrefix("<svg ") && code.svg.contains("M4 4h1v1h-1z"))
    #expect(QRCode(String(repeating: "x", count: 4000)) == nil)
    if let own = LocalNetwork.address {
      #expect(own.wholeMatch(of: /\d+\.\d+\.\d+\.\d+/) != nil && !own.hasPrefix("127."))
    }
  }
}
