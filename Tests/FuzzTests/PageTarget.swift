import Foundation
import Glibc
import JSONCoding
import SampleStore
import Synchronization

@testable import PageCommands
@testable import LivePage

/// What comes to the page's server: requests, behind a library that has taken their lines apart.
enum PageTarget {
  /// In a request, what stands for the secrets that nobody can guess.
  private static let (cookieMark, keyMark, placeMark) = ("{cookie}", "{key}", "{place}")
  private static let port = 8000

  /// Nobody comes in without the cookie, the browser's own path, the server's name and, to change something, the page itself; what is
  /// answered then is an answer, and no request makes the server fail.
  static func request(_ bytes: [UInt8]) {
    let hosts = PageGuard.hosts(address: "127.0.0.1", port: port)
    let admission = PageGuard(hosts: hosts, port: port)
    let key = String(admission.address.split(separator: "=").last ?? "")
    let text = String(decoding: bytes, as: UTF8.self)
    var place = "nowhere"
    guard var request = parsed(text.replacing(keyMark, with: key)) else { return }
    let isWelcome = request.query["key"] == key
    var secret = "nobody's"
    if text.contains(cookieMark) {
      let first = PageRequest("GET", "/", query: ["key": key], headers: [.init("host", hosts[0])])
      guard case .welcomed(let response) = admission.verdict(on: first) else {
        return FuzzTarget.require(false, "a printed address admits a browser")
      }
      secret = String(
        response.headers[0].value.split(separator: ";")[0].split(separator: "=")[1])
      if case .bytes(let page) = response.body {
        let page = String(decoding: page, as: UTF8.self)
        place = String(page.firstMatch(of: /url=\/(\w+)\/"/)?.1 ?? "")
      }
      request.path = request.path.replacing(placeMark, with: place)
      request.headers = request.headers.map {
        .init($0.name, $0.value.replacing(cookieMark, with: secret))
      }
    }
    switch admission.verdict(on: request) {
    case .refused(let response):
      FuzzTarget.require((400..<500).contains(response.status), "a refusal is one")
    case .welcomed:
      FuzzTarget.require(
        isWelcome && request.path == "/" && secret == "nobody's", "a key admits once")
    case .admitted(let visitor, let path):
      let host = request.values(of: "host")
      FuzzTarget.require(
        host.count == 1 && hosts.contains(host[0].lowercased()), "the request names this server")
      FuzzTarget.require(
        visitor == secret && request.cookies(named: "heartcam_\(port)") == [secret],
        "the request has the cookie")
      FuzzTarget.require(
        request.path.drop { $0 == "/" }.hasPrefix(place), "the request is of the browser's path")
      FuzzTarget.require(
        request.isReading || request.values(of: "origin") == ["http://\(host[0].lowercased())"],
        "a change comes from the page")
      (request.visitor, request.path) = (visitor, path)
      answer(request)
    }
  }

  private static func answer(_ request: PageRequest) {
    let place = Place.current()
    guard case .success(let route) = place.router.route(of: request) else { return }
    FuzzTarget.require(route.path == request.path, "a path is a route's as a whole")
    let length = request.values(of: "content-length").first.flatMap { Int($0) } ?? 0
    FuzzTarget.require(length <= route.body.limit, "a body is within its limit")
    var request = request
    // A body comes in as long as its head says; a file is not taken in here.
    request.body = route.body == .none ? [] : Array(request.body.prefix(length))
    let response = route.answer(request)
    FuzzTarget.require(
      (200..<600).contains(response.status) && response.status != 500, "there is an answer")
    switch response.body {
    case .bytes(let bytes):
      FuzzTarget.require(
        response.type != "application/json" || (try? JSONParser.value(of: bytes)) != nil,
        "an answer in JSON is JSON")
    case .file: break
    case .events: break
    }
    if !request.isReading, response.status < 400 { Place.renew() }
  }

  // MARK: The library's part

  /// Takes a text apart into a request's line, headers and body; `nil` if it is not a request.
  private static func parsed(_ text: String) -> PageRequest? {
    let utf8 = Array(text.utf8)
    var lines: [String] = []
    var at = 0
    while let end = utf8[at...].firstIndex(of: 0x0A) {
      let line = utf8[at..<end]
      at = end + 1
      if line.isEmpty || line.elementsEqual([0x0D]) { break }
      lines.append(String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self))
    }
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2 else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var request = PageRequest(String(words[0]), plain(target[0]))
    for pair in target.dropFirst().first?.split(separator: "&") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = plain(parts[0])
      guard request.query[name] == nil else { continue }
      request.query[name] = parts.count > 1 ? plain(parts[1].replacing("+", with: " ")) : ""
    }
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      request.headers.append(
        .init(parts[0].lowercased(), String(parts[1].drop { $0 == " " })))
    }
    request.body = Array(utf8[min(at, utf8.count)...])
    return request
  }

  /// A text with its percent signs resolved.
  private static func plain(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var (result, at): ([UInt8], Int) = ([], 0)
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let value = UInt8(String(decoding: bytes[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        result.append(value)
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: What answers

  /// A page with a store of some samples. It is made anew after a change, so that each input finds the same.
  private final class Place: Sendable {
    let router: PageRouter
    private let folder: String

    private static let kept = Mutex<Place?>(nil)
    private static let isRemovedAtExit = atexit { Place.renew() } == 0

    static func current() -> Place {
      kept.withLock { kept in
        if let kept { return kept }
        let made = Place()
        kept = made
        _ = isRemovedAtExit
        return made
      }
    }

    static func renew() { kept.withLock { $0 = nil } }

    private init() {
      var template = Array(
        "\(FileManager.default.temporaryDirectory.path)/heartcam-fuzz.XXXXXX".utf8CString)
      precondition(mkdtemp(&template) != nil, "there is no folder for a store")
      folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let location = try? StoreLocation(path: "\(folder)/health.db"),
        let store = try? HealthStore(location: location),
        (try? store.saveNew(Self.samples)) != nil,
        let berlin = ZoneRules(identifier: "Europe/Berlin")
      else { preconditionFailure("there is no store") }
      let hub = EventHub()
      router = PageRouter(
        PageRoutes(
          store: ServedStore(location), stage: SessionStage(hub: hub),
          jobs: FileJobs(hub: hub, folder: folder, location: location, environment: [:])!,
          folder: folder, replay: nil, environment: [:], zone: berlin
        ).all)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static var samples: [Sample] {
      let source = Source(name: "Heartcam", bundleIdentifier: "heartcam")
      let types: [(UInt8, QuantityType, QuantityUnit)] = [
        (1, .heartRate, .countPerMinute), (2, .stepCount, .count),
      ]
      return types.flatMap { first, type, unit in
        (0..<20).compactMap { number in
          let start = Date(timeIntervalSince1970: 1_769_850_000 + Double(number) * 3600)
          let sample = try? QuantitySample(
            id: UUID(uuid: (first, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 0, 0, 0, 0, 0, 0, UInt8(number))),
            type: type, quantity: Quantity(60 + Double(number), unit), start: start,
            end: start + 10, source: source)
          return sample.map(Sample.quantity)
        }
      }
    }
  }

  static let seeds: [String] = {
    func ask(_ line: String, _ headers: [String] = [], body: String = "") -> String {
      let line = line.replacing(" /", with: " /\(placeMark)/", maxReplacements: 1)
      return
        ([
          "\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Cookie: heartcam_\(port)=\(cookieMark)",
        ] + headers).map { $0 + "\r\n" }.joined() + "\r\n" + body
    }
    func change(_ path: String, _ body: String) -> String {
      ask(
        "POST \(path)",
        [
          "Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: same-origin",
          "Content-Length: \(body.utf8.count)",
        ], body: body)
    }
    let id = "01020304-0506-4708-8900-000000000003"
    return [
      "GET /?key=\(keyMark) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n",
      ask("GET /"), ask("HEAD /page.css"), ask("GET /api/overview"), ask("GET /api/events"),
      ask("GET /api/cameras"), ask("GET /api/browser"), ask("GET /api/jobs"),
      ask(
        "GET /api/chart?type=HeartRate&range=week&zone=Europe%2FBerlin&date=1769850000&width=700"),
      ask("GET /api/chart?type=StepCount&range=half_year&date=2026-01-31&zone=UTC"),
      ask("GET /api/samples?type=HeartRate&from=2026-01-01&to=2026-02-01T00%3A00%3A00Z"),
      ask("GET /api/chart?type=SleepAnalysis&from=1769850000&to=1769940000&height=300&as=png"),
      ask("GET /api/report?date=2026-01-31&zone=UTC"), ask("GET /api/live/report"),
      ask("GET /api/samples?type=HeartRate&page=3"), ask("GET /api/jobs/rejects?id=1"),
      ask("GET /api/sources?type=HeartRate"), ask("GET /api/authorizations"),
      ask("GET /api/export?format=fhir"),
      change("/api/samples/delete", #"{"ids":["\#(id)"]}"#),
      change("/api/samples/undo", #"{"undo":1}"#),
      change("/api/sources/priority", #"{"type":"HeartRate","order":["heartcam"]}"#),
      change(
        "/api/authorizations",
        #"{"type":"HeartRate","bundle_identifier":"org.a","sharing":true,"reading":false}"#),
      change("/api/live/start", #"{"camera":"/dev/video0"}"#), change("/api/live/steer", ""),
      change("/api/live/stop", "{}"), change("/api/measure?name=a.mp4&modified=1", "video"),
    ]
  }()
}
