import FoundationEssentials
import Glibc
import TestSupport

/// A real browser without a window, driven by the DevTools protocol over two pipes.
final class Chromium: Browser {
  static let path = "/usr/bin/chromium"
  static let isInstalled = access(path, X_OK) == 0

  private var pid: pid_t = 0
  private let writing: Int32
  private let reading: Int32
  private let profile: TemporaryFolder
  private var rest: [UInt8] = []
  private var count = 0

  /// Whatever a page's console, its policy or the network reported as an error.
  private(set) var problems: [String] = []

  /// - Parameter options: Further words of its command line.
  init(_ options: [String] = []) throws {
    profile = try TemporaryFolder()
    var down: [Int32] = [-1, -1]
    var up: [Int32] = [-1, -1]
    guard pipe(&down) == 0, pipe(&up) == 0 else {
      throw UnexpectedOutput(description: "no pipe")
    }
    for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (writing, reading) = (down[1], up[0])
    // The browser reads at 3 and writes at 4; the ends are moved out of the way first.
    let (theirs, own) = (fcntl(down[0], F_DUPFD_CLOEXEC, 50), fcntl(up[1], F_DUPFD_CLOEXEC, 50))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, theirs, 3)
    posix_spawn_file_actions_adddup2(&actions, own, 4)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let command =
      [
        Self.path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--remote-debugging-pipe",
        "--user-data-dir=\(profile.file("profile"))",
      ] + options + ["about:blank"]
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": profile.path, "TZ": "UTC", "LANG": "C.UTF-8",
      // It leaves a folder there when it is killed; the run's own goes with the run.
      "TMPDIR": FileManager.default.temporaryDirectory.path,
    ]
    var words = command.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    let code = posix_spawn(&pid, Self.path, &actions, &attributes, &words, &settings)
    for end in [down[0], up[1], theirs, own] { close(end) }
    guard code == 0 else { throw UnexpectedOutput(description: "chromium: \(code)") }
  }

  deinit {
    close(writing)
    close(reading)
    // It is the leader of a group with all of its helpers.
    kill(-pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }

  func tab(_ address: String, isOther: Bool, isDark: Bool) throws -> ChromiumTab {
    try tab(address, isOther: isOther, isDark: isDark, before: nil)
  }

  /// - Parameter script: What runs in each page before its own scripts.
  func tab(
    _ address: String, isOther: Bool, isDark: Bool = false, before script: String?
  ) throws -> ChromiumTab {
    var more: [(String, JSONValue)] = []
    if isOther {
      let context = try call("Target.createBrowserContext", [])
      more = [("browserContextId", context["browserContextId"] ?? .null)]
    }
    let made = try call("Target.createTarget", [("url", .string("about:blank"))] + more)
    let target = made["targetId"] ?? .null
    let attached = try call(
      "Target.attachToTarget", [("targetId", target), ("flatten", .bool(true))])
    let tab = ChromiumTab(self, attached["sessionId"]?.string ?? "")
    for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"] {
      try tab.call("\(domain).enable")
    }
    if isDark { try tab.prefer(dark: true) }
    if let script {
      try tab.call("Page.addScriptToEvaluateOnNewDocument", [("source", .string(script))])
    }
    try tab.call("Page.navigate", [("url", .string(address))])
    return tab
  }

  /// Calls a method and waits for its answer.
  @discardableResult
  func call(
    _ method: String, _ parameters: [(String, JSONValue)], session: String? = nil
  ) throws -> JSONValue {
    count += 1
    let id = count
    let order = JSONValue.object(
      [("id", .integer(id)), ("method", .string(method)), ("params", .object(parameters))]
        + (session.map { [("sessionId", .string($0))] } ?? []))
    let bytes = Array(order.text.utf8) + [0]
    var sent = 0
    while sent < bytes.count {
      let part = bytes[sent...].withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
      guard part > 0 else { throw UnexpectedOutput(description: "chromium is gone") }
      sent += part
    }
    while true {
      let message = try next()
      guard message["id"]?.number == Double(id) else {
        note(message)
        continue
      }
      if let error = message["error"] {
        throw UnexpectedOutput(description: "\(method): \(error.text)")
      }
      return message["result"] ?? .null
    }
  }

  private func next() throws -> JSONValue {
    while true {
      if let end = rest.firstIndex(of: 0) {
        let message = Array(rest[..<end])
        rest.removeSubrange(...end)
        return try JSONValue.value(of: message)
      }
      var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 60_000) > 0 else {
        throw UnexpectedOutput(description: "chromium is silent")
      }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let got = read(reading, &part, part.count)
      guard got > 0 else { throw UnexpectedOutput(description: "chromium is gone") }
      rest += part.prefix(got)
    }
  }

  private func note(_ message: JSONValue) {
    let parameters = message["params"] ?? .null
    switch message["method"]?.string {
    case "Runtime.exceptionThrown": problems.append(parameters.text)
    case "Runtime.consoleAPICalled": problems.append(parameters.text)
    case "Log.entryAdded"
    where ["error", "warning"].contains(parameters["entry"]?["level"]?.string ?? ""):
      problems.append(parameters.text)
    case "Network.requestWillBeSent":
      let address = parameters["request"]?["url"]?.string ?? ""
      if let problem = Self.problem(ofRequest: address) { problems.append(problem) }
    default: break
    }
  }

  func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }
}

/// One page of the browser.
struct ChromiumTab: BrowserTab {
  private let browser: Chromium
  private let session: String

  init(_ browser: Chromium, _ session: String) {
    self.browser = browser
    self.session = session
  }

  @discardableResult
  func call(_ method: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
    try browser.call(method, parameters, session: session)
  }

  @discardableResult
  func evaluate(_ expression: String) throws -> JSONValue {
    let answer = try call(
      "Runtime.evaluate",
      [
        ("expression", .string(expression)), ("returnByValue", .bool(true)),
        ("awaitPromise", .bool(true)), ("userGesture", .bool(true)),
      ])
    if let failure = answer["exceptionDetails"] {
      throw UnexpectedOutput(description: "\(expression): \(failure.text)")
    }
    return answer["result"]?["value"] ?? .null
  }

  func choose(_ files: [String], in selector: String) throws {
    let found = try call("DOM.getDocument")
    let node = try call(
      "DOM.querySelector",
      [("nodeId", found["root"]?["nodeId"] ?? .null), ("selector", .string(selector))])
    try call(
      "DOM.setFileInputFiles",
      [
        ("files", .array(files.map(JSONValue.string))), ("nodeId", node["nodeId"] ?? .null),
      ])
  }

  /// Drops files on an element, as they come from another program.
  func drop(_ files: [String], on selector: String) throws {
    let place = try evaluate(
      """
      (() => { const box = document.querySelector(`\(selector)`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 4]; })()
      """
    ).elements.compactMap(\.number)
    guard place.count == 2 else { throw UnexpectedOutput(description: "no \(selector)") }
    for kind in ["dragEnter", "dragOver", "drop"] {
      try call(
        "Input.dispatchDragEvent",
        [
          ("type", .string(kind)), ("x", .number(place[0])), ("y", .number(place[1])),
          (
            "data",
            .object([
              ("items", .array([])), ("files", .array(files.map(JSONValue.string))),
              ("dragOperationsMask", .integer(1)),
            ])
          ),
        ])
    }
  }

  func press(_ key: String) throws {
    let codes: [String: (Int, String)] = [
      "Tab": (9, ""), "Enter": (13, "\r"), "Space": (32, " "), "ArrowLeft": (37, ""),
      "ArrowRight": (39, ""), "Home": (36, ""), "Escape": (27, ""),
    ]
    guard let (code, text) = codes[key] else { return }
    for kind in ["keyDown", "keyUp"] {
      try call(
        "Input.dispatchKeyEvent",
        [
          ("type", .string(kind)), ("key", .string(key == "Space" ? " " : key)),
          ("code", .string(key)), ("windowsVirtualKeyCode", .integer(code)),
          ("text", .string(kind == "keyDown" ? text : "")),
        ])
    }
  }

  func resize(width: Int, height: Int) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        ("width", .integer(width)), ("height", .integer(height)),
        ("deviceScaleFactor", .integer(1)), ("mobile", .bool(false)),
      ])
  }

  func resize(width: Int, height: Int, isDark: Bool) throws {
    try resize(width: width, height: height)
    try prefer(dark: isDark)
  }

  func prefer(dark isDark: Bool) throws {
    let scheme = JSONValue.object([
      ("name", .string("prefers-color-scheme")), ("value", .string(isDark ? "dark" : "light")),
    ])
    try call("Emulation.setEmulatedMedia", [("features", .array([scheme]))])
  }

  func screenshot() throws -> String {
    try call(
      "Page.captureScreenshot",
      [("format", .string("png")), ("captureBeyondViewport", .bool(true))])["data"]?.string ?? ""
  }
}
