import FoundationEssentials
import Glibc
import TestSupport

/// Firefox without a window, driven by WebDriver BiDi over a WebSocket. Light and dark are settings of the whole
/// program, so that each has a process of its own, which is started when it is needed.
final class Firefox: Browser {
  static let path = "/usr/bin/firefox-esr"
  static let isInstalled = access(path, X_OK) == 0

  private var processes: [Bool: FirefoxProcess] = [:]

  func tab(_ address: String, isOther: Bool, isDark: Bool) throws -> FirefoxTab {
    let process = try processes[isDark] ?? FirefoxProcess(isDark: isDark)
    processes[isDark] = process
    var more: [(String, JSONValue)] = []
    if isOther {
      more = [
        ("userContext", try process.call("browser.createUserContext")["userContext"] ?? .null)
      ]
    }
    let made = try process.call("browsingContext.create", [("type", .string("tab"))] + more)
    let tab = FirefoxTab(process, made["context"] ?? .null)
    try tab.call("browsingContext.activate")
    try tab.call(
      "browsingContext.navigate", [("url", .string(address)), ("wait", .string("complete"))])
    return tab
  }

  func takeProblems() -> [String] {
    processes.values.flatMap { process in
      defer { process.problems = [] }
      return process.problems
    }
  }
}

/// One process of Firefox and the connection to it.
final class FirefoxProcess {
  // It ends before its folder does.
  private let process: ChildProcess
  private let profile: TemporaryFolder
  private let connection: RawConnection
  private var received: [UInt8] = []
  private var count = 0
  fileprivate var problems: [String] = []

  init(isDark: Bool) throws {
    profile = try TemporaryFolder()
    let settings: [(String, String)] = [
      ("layout.css.prefers-color-scheme.content-override", isDark ? "0" : "1"),
      // It asks for nothing of its own.
      ("app.normandy.enabled", "false"), ("network.captive-portal-service.enabled", "false"),
      ("network.connectivity-service.enabled", "false"),
      ("browser.safebrowsing.update.enabled", "false"),
    ]
    try profile.write(
      settings.map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined(), to: "user.js")
    let started = try ChildProcess(
      [
        Firefox.path, "--headless", "--no-remote", "--profile", profile.path,
        "--remote-debugging-port=0",
      ], output: .closed,
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": profile.path, "TZ": "UTC", "LANG": "C.UTF-8",
        "TMPDIR": FileManager.default.temporaryDirectory.path,
      ])
    process = started
    let announcement = "WebDriver BiDi listening on ws://127.0.0.1:"
    var line: Substring?
    try started.wait {
      line = started.errorsSoFar.split(separator: "\n").first { $0.hasPrefix(announcement) }
      return line != nil && started.errorsSoFar.hasSuffix("\n")
    }
    let port = Int(line?.dropFirst(announcement.count) ?? "") ?? 0
    connection = try RawConnection(port: port)
    try shakeHands(port)
    try call("session.new", [("capabilities", .object([]))])
    try call(
      "session.subscribe",
      [("events", .array(["log.entryAdded", "network.beforeRequestSent"].map(JSONValue.string)))])
  }

  /// Opens the WebSocket (RFC 6455). The key is fixed: it guards against caches, which are not in use here.
  private func shakeHands(_ port: Int) throws {
    connection.send(
      "GET /session HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    let end = Array("\r\n\r\n".utf8)
    while received.firstRange(of: end) == nil { try receive() }
    guard received.starts(with: Array("HTTP/1.1 101".utf8)) else {
      throw UnexpectedOutput(description: String(decoding: received, as: UTF8.self))
    }
    received.removeSubrange(..<(received.firstRange(of: end)?.upperBound ?? 0))
  }

  private func receive() throws {
    let bytes = connection.receive()
    guard !bytes.isEmpty else { throw UnexpectedOutput(description: "firefox is gone or silent") }
    received += bytes
  }

  /// A frame of one message. Firefox refuses a mask of zeros.
  private func send(_ message: [UInt8], code: UInt8 = 1) {
    let count = message.count
    var head: [UInt8] = [0x80 | code]
    switch count {
    case ..<126: head.append(0x80 | UInt8(count))
    case ..<65_536: head += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: head += [0x80 | 127] + (0..<8).map { UInt8(count >> (8 * (7 - $0)) & 0xFF) }
    }
    let mask: UInt8 = 0x2A
    connection.send(head + [mask, mask, mask, mask] + message.map { $0 ^ mask })
  }

  /// The next message, put together from its frames.
  private func next() throws -> JSONValue {
    var message: [UInt8] = []
    while true {
      while received.count < 2 { try receive() }
      let (code, short) = (received[0] & 0x0F, Int(received[1] & 0x7F))
      let isLast = received[0] & 0x80 != 0
      let more = short == 126 ? 2 : short == 127 ? 8 : 0
      while received.count < 2 + more { try receive() }
      let length = more == 0 ? short : received[2..<2 + more].reduce(0) { $0 << 8 | Int($1) }
      while received.count < 2 + more + length { try receive() }
      let part = Array(received[(2 + more)..<(2 + more + length)])
      received.removeSubrange(..<(2 + more + length))
      switch code {
      case 0, 1: message += part
      case 9: send(part, code: 10)
      default: throw UnexpectedOutput(description: "firefox has closed the connection")
      }
      if isLast, code < 2 { return try JSONValue.value(of: message) }
    }
  }

  /// Calls a method and waits for its answer.
  @discardableResult
  func call(_ method: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
    count += 1
    let id = count
    send(
      Array(
        JSONValue.object([
          ("id", .integer(id)), ("method", .string(method)), ("params", .object(parameters)),
        ]).text.utf8))
    while true {
      let message = try next()
      guard message["id"]?.number == Double(id) else {
        note(message)
        continue
      }
      guard message["type"] == .string("success") else {
        throw UnexpectedOutput(description: "\(method): \(message.text)")
      }
      return message["result"] ?? .null
    }
  }

  private func note(_ message: JSONValue) {
    let parameters = message["params"] ?? .null
    switch message["method"]?.string {
    case "log.entryAdded": problems.append(parameters["text"]?.string ?? parameters.text)
    case "network.beforeRequestSent":
      let address = parameters["request"]?["url"]?.string ?? ""
      if let problem = Firefox.problem(ofRequest: address) { problems.append(problem) }
    default: break
    }
  }
}

/// One page of Firefox.
struct FirefoxTab: BrowserTab {
  private let process: FirefoxProcess
  private let context: JSONValue

  init(_ process: FirefoxProcess, _ context: JSONValue) {
    (self.process, self.context) = (process, context)
  }

  @discardableResult
  func call(_ method: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
    try process.call(method, [("context", context)] + parameters)
  }

  @discardableResult
  func evaluate(_ expression: String) throws -> JSONValue {
    let answer = try process.call(
      "script.evaluate",
      [
        ("expression", .string(expression)), ("target", .object([("context", context)])),
        ("awaitPromise", .bool(true)), ("userActivation", .bool(true)),
      ])
    guard answer["type"] == .string("success") else {
      throw UnexpectedOutput(
        description: "\(expression): \(answer["exceptionDetails"]?.text ?? "")")
    }
    return Self.plain(answer["result"] ?? .null)
  }

  /// A value without its types.
  private static func plain(_ value: JSONValue) -> JSONValue {
    let held = value["value"] ?? .null
    return switch value["type"]?.string {
    case "array": .array(held.elements.map(plain))
    case "object":
      .object(held.elements.map { ($0.elements[0].string ?? "", plain($0.elements[1])) })
    default: held
    }
  }

  /// Keys without a character, as WebDriver numbers them.
  private static let codes: [String: String] = [
    "Tab": "\u{E004}", "Enter": "\u{E006}", "Space": " ", "ArrowLeft": "\u{E012}",
    "ArrowRight": "\u{E014}", "Home": "\u{E011}", "Escape": "\u{E00C}",
  ]

  func press(_ key: String) throws {
    guard let code = Self.codes[key] else { return }
    let actions = ["keyDown", "keyUp"].map {
      JSONValue.object([("type", .string($0)), ("value", .string(code))])
    }
    try call(
      "input.performActions",
      [
        (
          "actions",
          .array([
            .object([
              ("type", .string("key")), ("id", .string("keys")), ("actions", .array(actions)),
            ])
          ])
        )
      ])
  }

  func resize(width: Int, height: Int) throws {
    try call(
      "browsingContext.setViewport",
      [("viewport", .object([("width", .integer(width)), ("height", .integer(height))]))])
  }

  func choose(_ files: [String], in selector: String) throws {
    let found = try call(
      "browsingContext.locateNodes",
      [("locator", .object([("type", .string("css")), ("value", .string(selector))]))])
    let node = found["nodes"]?.elements.first?["sharedId"] ?? .null
    try call(
      "input.setFiles",
      [("element", .object([("sharedId", node)])), ("files", .array(files.map(JSONValue.string)))])
  }

  func screenshot() throws -> String {
    try call("browsingContext.captureScreenshot")["data"]?.string ?? ""
  }
}
