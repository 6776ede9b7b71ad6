import FoundationEssentials
import Glibc
import JSONCoding
import Synchronization
import TestSupport
import Testing

@testable import Measurement

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
      // Frames come 30 times a second, and are handed over as they are taken.
      let start = Self.now(CLOCK_MONOTONIC)
      first.withLock { $0 = Self.now(CLOCK_REALTIME) }
      for index in 0... {
        guard outlet.isOpen, !isUnplugged() else { break }
        let left = start + Double(index) / 30 - Self.now(CLOCK_MONOTONIC)
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
      new EventSource('/api/events').onmessage = (message) => {
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
      try terminal.wait { $0.contains("95 %") }
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
