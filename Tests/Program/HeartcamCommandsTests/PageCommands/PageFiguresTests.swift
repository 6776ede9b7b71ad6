import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Measurement
@testable import TestPrograms

/// Seconds of a session, which `HEARTCAM_PAGE_FIGURES` names.
private let sessionLength = ProcessInfo.processInfo.environment["HEARTCAM_PAGE_FIGURES"]
  .flatMap { Double($0) }

/// What a live session on the page costs, and how late it is. It prints figures and judges none:
/// they depend on what else the machine does.
@Suite(
  .serialized,
  .enabled(
    if: sessionLength != nil && Chromium.isInstalled,
    "HEARTCAM_PAGE_FIGURES names no seconds for a session"))
struct PageFiguresTests {
  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  @Test func `how long after its capture a frame is in the browser`() throws {
    let seconds = sessionLength ?? 0
    let first = Mutex(0.0)
    let folder = try TemporaryFolder()
    let served = try ServedCamera(folder.file("health.db"), in: folder) { outlet, isUnplugged in
      outlet.send(.opened(ServedCamera.description))
      // Frames are handed over as they are taken. They come 29 times per second, so that they lie everywhere between
      // the curve's points, of which there are 30.
      let start = Self.now(CLOCK_MONOTONIC)
      first.withLock { $0 = Self.now(CLOCK_REALTIME) }
      for index in 0... {
        guard outlet.isOpen, !isUnplugged() else { break }
        let left = start + Double(index) / 29 - Self.now(CLOCK_MONOTONIC)
        if left > 0 { usleep(UInt32(left * 1e6)) }
        if Self.now(CLOCK_MONOTONIC) > start + seconds { break }
        outlet.send(ServedCamera.sample(at: Self.now(CLOCK_MONOTONIC)), .measuring)
      }
      while !isUnplugged(), outlet.isOpen { usleep(1000) }
      outlet.sendAlways(.ended(.stopped))
    }
    defer { served.end() }
    let browser = try Chromium()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate(
      """
      window.times = [];
      new EventSource('api/events').onmessage = (message) => {
        const now = (performance.timeOrigin + performance.now()) / 1000;
        const event = JSON.parse(message.data);
        if (event.type === 'pulse') times.push(now, event.time_s);
      };
      true
      """)
    try tab.click("#start")
    try tab.wait(until: "times.length > 1 && times[times.length - 1] > \(seconds - 0.2)")
    let times = try tab.evaluate("times").elements.compactMap(\.number)
    let begin = first.withLock { $0 }
    let late = stride(from: 0, to: times.count - 1, by: 2)
      .map { (times[$0] - begin - times[$0 + 1]) * 1000 }.sorted()
    try #require(late.count > 10)
    print(
      "capture to browser, ms: median \(late[late.count / 2]), 95th percentile "
        + "\(late[late.count * 95 / 100]), worst \(late[late.count - 1]), of \(late.count) events")
  }

  @Test func `what a session costs on the page and in a terminal`() throws {
    let seconds = sessionLength ?? 0
    let folder = try TemporaryFolder()
    let video = folder.file("finger.mp4")
    let made = try Heartcam.run(
      "simulate", video, "--size", "640x480", "--duration", "\(seconds + 30)")
    try #require(made.ending == .exit(0), "\(made)")
    var costs: [String: [Double]] = [:]
    for _ in 0..<2 {
      let terminal = try PseudoTerminal()
      let live = try ChildProcess(
        [Heartcam.path, "live", "--store", "none", "--replay", video],
        input: .descriptor(terminal.other), output: .descriptor(terminal.other),
        errors: .descriptor(terminal.other),
        environment: Heartcam.environment.merging(["TERM": "xterm-256color"]) { $1 })
      try terminal.wait { $0.contains("95%") }
      let before = Self.cost(of: live.pid)
      let end = ContinuousClock.now + .seconds(seconds)
      try terminal.wait { _ in ContinuousClock.now >= end }
      costs["terminal", default: []].append(Self.cost(of: live.pid) - before)

      let served = try ServedProgram("--store", "none", "--replay", video)
      let browser = try Chromium()
      let tab = try browser.tab(served.address)
      try tab.click("#start")
      try tab.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
      let start = Self.cost(of: served.process.pid)
      usleep(UInt32(seconds * 1e6))
      costs["page", default: []].append(Self.cost(of: served.process.pid) - start)
    }
    for (name, values) in costs.sorted(by: { $0.key < $1.key }) {
      print("\(name), processor s of \(seconds) s: \(values)")
    }
  }

  /// A script that waits until a condition holds and the picture with it has been drawn; it gives the time since the
  /// page began to load, in ms.
  private static func drawn(_ condition: String) -> String {
    """
    new Promise((done) => {
      const look = () => requestAnimationFrame((\(condition))
        ? () => requestAnimationFrame(() => done(performance.now())) : look);
      look();
    })
    """
  }

  @Test func `how soon a year of twenty types and a dense heart rate is seen`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try PageStore.fill(store, days: 365, in: folder)
    let dense = try Self.denseYear(in: folder)
    let imported = try Heartcam.start(["store", "import", "--store", store, dense])
      .result(within: .seconds(1800))
    try #require(imported.ending == .exit(0), "\(imported)")
    let served = try ServedProgram(store: store, in: folder)
    let browser = try Chromium()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.resize(width: 1400, height: 900)
    let overview = "document.querySelector('#types a')?.checkVisibility()"

    var times: [(name: String, each: [Double])] = []
    func measure(_ name: String, _ once: () throws -> JSONValue) rethrows {
      times.append((name, try (0..<7).compactMap { _ in try once().number }))
    }
    // It begins with each document: a question from outside would come late.
    let isFirst =
      "document.querySelector(location.hash === '#health' ? '#types a' : '#page-live')?.checkVisibility()"
    try tab.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [("source", .string("window.first = \(Self.drawn(isFirst))"))])
    var paints: [Double] = []
    for part in ["live", "health"] {
      try measure("start, \(part)") {
        for address in ["about:blank", "\(served.origin)/#\(part)"] {
          try tab.call("Page.navigate", [("url", .string(address))])
        }
        try tab.wait(
          until: "location.hash === '#\(part)' && document.querySelector('nav a[aria-current]')")
        paints += try tab.evaluate(
          "performance.getEntriesByName('first-contentful-paint').map((one) => one.startTime)"
        )
        .elements.compactMap(\.number)
        return try tab.evaluate("window.first")
      }
    }
    let isDetailed = """
      document.querySelector('#chart').naturalWidth > 0 && document.querySelector('#chart').complete
        && document.querySelectorAll('#samples tbody tr').length > 0
      """
    let views =
      ["live", "files", "sources"].map {
        (part: $0, isDrawn: "document.querySelector('#page-\($0)').checkVisibility()")
      } + [("health", overview)]
      + [
        "HeartRate/day", "HeartRate/month", "HeartRate/year", "StepCount/year",
        "SleepAnalysis/month",
      ]
      .map { ("health/\($0)", isDetailed) }
    for (part, isDrawn) in views {
      try measure("to \(part)") {
        try tab.evaluate("location.hash = 'sources'")
        try tab.evaluate(Self.drawn("document.querySelector('#page-sources').checkVisibility()"))
        if part == "sources" { try tab.evaluate("location.hash = 'live'") }
        usleep(300_000)
        return try tab.evaluate(
          """
          (async () => {
            for (const id of ["types", "samples"]) document.getElementById(id).replaceChildren();
            document.getElementById("chart").removeAttribute("src");
            const before = performance.now();
            location.hash = "\(part)";
            return await \(Self.drawn(isDrawn)) - before;
          })()
          """)
      }
    }
    times.append(("first paint, as the browser reports it", paints))
    for (name, each) in times {
      let sorted = each.sorted()
      try #require(sorted.count >= 7)
      print(
        "\(name), ms: median \(sorted[sorted.count / 2]), from \(sorted[0]) to \(sorted[sorted.count - 1])"
      )
    }
  }

  /// A year of heart rate, once in five seconds, as a table for the import.
  private static func denseYear(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("dense.csv")
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs("type,start,value,unit\n", file)
    let end = Int(Date().timeIntervalSince1970) / 86_400 * 86_400
    for second in stride(from: end - 365 * 86_400, to: end, by: 5) {
      let start = Date(timeIntervalSince1970: Double(second)).ISO8601Format()
      fputs("HeartRate,\(start),\(55 + second / 5 * 7919 % 61),count/min\n", file)
    }
    return path
  }

  /// Seconds of processor time that a process has used.
  private static func cost(of pid: pid_t) -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return .nan
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
