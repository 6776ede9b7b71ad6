import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The page in a real browser.
@Suite(
  .serialized,
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageTests {
  let browser: Chromium

  init() throws { browser = try Chromium() }

  /// A store with a week of everything that the page draws.
  private static func fill(_ store: String, in folder: TemporaryFolder) throws {
    var lines = ["type,start,end,value,unit"]
    for day in 10...16 {
      for hour in 0..<24 {
        let time = "2026-03-\(day)T\(hour < 10 ? "0" : "")\(hour)"
        let rate = 58 + (hour * 7 + day * 3) % 40
        lines.append("HeartRate,\(time):10:00Z,\(time):10:00Z,\(rate),count/min")
        lines.append("HeartRate,\(time):40:00Z,\(time):40:00Z,\(rate + 14),count/min")
        lines.append(
          "StepCount,\(time):00:00Z,\(time):30:00Z,\((hour * 97 + day * 31) % 900),count")
      }
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "rates.csv")
    let result = try Heartcam.run("store", "import", "--store", store, file)
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
    var added = [["BloodPressure", "118/76", "--start", "2026-03-14T08:00:00Z"]]
    added.append(["BloodPressure", "126/81", "--start", "2026-03-16T08:00:00Z"])
    for (index, stage) in ["AsleepCore", "AsleepDeep", "AsleepREM", "Awake"].enumerated() {
      added.append([
        "SleepAnalysis", stage, "--start", "2026-03-16T0\(index):00:00Z", "--end",
        "2026-03-16T0\(index + 1):00:00Z",
      ])
    }
    for words in added {
      let result = try Heartcam.start(["store", "add", "--store", store] + words).result()
      guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
    }
  }

  /// The page of a store with that week.
  private func filledPage() throws -> (served: ServedProgram, tab: ChromiumTab) {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try Self.fill(store, in: folder)
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    return (served, tab)
  }

  /// The store's heart rates as lines of JSON, in the order of time.
  private static func lines(of store: String) throws -> [String] {
    let result = try Heartcam.run("store", "list", "--json", "--store", store)
    return result.output.split(separator: "\n").map(String.init).sorted()
  }

  /// Cookies know no ports: a page of another program that asks for itself was sent the session's.
  @Test func `another server of this machine is sent nothing that opens this one`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let other = try OtherServer(
      page: """
        <!DOCTYPE html><link rel="icon" href="data:,"><script>
        Promise.all(["/", "/api/overview", "/x/"].map((one) => fetch(one))).then(() => { window.hasAsked = true; });
        </script>
        """)
    for host in ["127.0.0.1", "localhost"] {
      try tab.evaluate("location.href = 'http://\(host):\(other.port)/'")
      try tab.wait(until: "location.hostname === '\(host)' && window.hasAsked")
    }
    #expect(other.requests.count == 8)
    for head in other.requests {
      #expect(!head.lowercased().contains("cookie"))
      #expect(head.firstMatch(of: /[0-9a-f]{64}/) == nil)
    }
  }

  @Test func `an empty store says what to do, and nothing is asked of anyone else`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    for (width, isDark) in [(1200, false), (320, false), (1200, true)] {
      try tab.resize(width: width, height: 800, isDark: isDark)
      for part in ["live", "health", "files", "sources"] {
        try tab.evaluate("location.hash = '\(part)'")
        try tab.wait(until: "document.querySelector('#page-\(part)').checkVisibility()")
        #expect(
          try tab.evaluate("document.documentElement.scrollWidth <= innerWidth") == .bool(true),
          "\(part) is wider than \(width) pixels")
        try tab.picture("empty-\(part)-\(width)\(isDark ? "-dark" : "")")
      }
    }
    try tab.evaluate("location.hash = 'health'")
    try tab.wait(until: "document.querySelector('#empty').checkVisibility()")
    // Looking makes no store.
    #expect(!FileManager.default.fileExists(atPath: served.store))
    #expect(browser.takeProblems() == [])
  }

  @Test func `a replayed session shows its pulse and rate, saves it, and a second browser watches`()
    throws
  {
    let served = try ServedProgram(
      "--replay", Heartcam.samples + "/resting.csv", "--speed", "8")
    let tab = try browser.tab(served.address)
    try tab.click("#start")
    try tab.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    // The curve moves: what it draws differs from picture to picture.
    try tab.evaluate("window.before = document.querySelector('#pulse').toDataURL()")
    try tab.wait(until: "document.querySelector('#pulse').toDataURL() !== before")
    try tab.resize(width: 1200, height: 900)
    try tab.wait(until: "document.querySelector('#elapsed').textContent >= '0:15'")
    try tab.picture("live-1200")
    try tab.resize(width: 320, height: 900, isDark: true)
    try tab.picture("live-320-dark")
    #expect(try tab.evaluate("document.documentElement.scrollWidth <= 320") == .bool(true))
    let other = try browser.tab(served.address, isOther: true)
    try other.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    #expect(try other.text("steering").contains("Another browser"))
    // It has what the session has shown before it came.
    try other.evaluate(
      "fetch('api/live/history').then((a) => a.json()).then((a) => { window.seen = a; })")
    try other.wait(until: "window.seen && seen.rates.length > 5 && seen.rates[0].rate > 0")
    #expect(try other.evaluate("document.querySelector('#stop').disabled") == .bool(true))
    try other.picture("watching")
    try tab.wait(until: "document.querySelector('#result').checkVisibility()")
    // It stands where the ring was, in sight.
    let isInPlace = try tab.evaluate(
      """
      !document.querySelector('.finger').checkVisibility()
        && document.querySelector('#result').getBoundingClientRect().bottom <= innerHeight
      """)
    #expect(isInPlace == .bool(true))
    // The number of the whole is the one that --json gives.
    let printed = try Heartcam.run(
      "live", "--json", "--store", "none", "--speed", "100000", "--replay",
      Heartcam.samples + "/resting.csv")
    let session = try #require(
      printed.output.split(separator: "\n").last { $0.contains("\"session\"") })
    let bpm = try #require(try JSONValue.value(of: Array(session.utf8))["bpm"]?.number)
    #expect(try tab.text("result-text").hasPrefix("\((bpm * 10).rounded() / 10) bpm"))
    try tab.click("#save")
    try tab.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    try other.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    #expect(try !Heartcam.savedRates(in: served.store).isEmpty)
    try tab.picture("saved")
    let outcome = try tab.text("outcome")
    #expect(outcome.contains("kept apart as simulated: no card, chart or average"), "\(outcome)")
    // Replayed, it is filed under the time of its recording, and there the page leads: to a list, and why no chart is above.
    try tab.click("#outcome a")
    try tab.wait(until: "document.querySelectorAll('#samples tbody tr').length > 0")
    try tab.wait(until: "document.querySelector('#list').open")
    #expect(try tab.text("no-chart").contains("simulated"))
    let isDated = try tab.evaluate("/day.\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$/.test(location.hash)")
    #expect(isDated == .bool(true))
    #expect(browser.takeProblems() == [])
  }

  @Test func `a session that cannot begin says why, and shows nothing else but another try`() throws
  {
    let served = try ServedProgram("--replay", "/dev/null")
    let tab = try browser.tab(served.address)
    try tab.click("#start")
    try tab.wait(until: "document.querySelector('#start').textContent === 'Try again'")
    #expect(try !tab.text("advice").contains("has ended"))
    #expect(try tab.evaluate("document.querySelector('.answer').checkVisibility()") == .bool(false))
    try tab.picture("failed-start")
    #expect(browser.takeProblems() == [])
  }

  @Test func `saving that fails says why, repeats, and works once it can`() throws {
    let folder = try TemporaryFolder()
    let served = try ServedProgram(
      "--replay", Heartcam.samples + "/resting.csv", "--speed", "10000",
      store: folder.file("place/health.db"), in: folder)
    // No folder can be made where a file lies.
    try folder.write("in the way", to: "place")
    let tab = try browser.tab(served.address)
    try tab.click("#start")
    try tab.wait(until: "document.querySelector('#result').checkVisibility()")
    try tab.click("#save")
    try tab.wait(until: "document.querySelector('#save-failure').checkVisibility()")
    #expect(try tab.text("save") == "Repeat" && tab.text("discard") == "Cancel")
    try tab.resize(width: 700, height: 900)
    try tab.picture("not-saved")
    unlink(folder.file("place"))
    try tab.click("#save")
    try tab.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    #expect(try !Heartcam.savedRates(in: served.store).isEmpty)
    #expect(browser.takeProblems() == [])
  }

  @Test func `cards lead to charts of every length, samples are deleted and come back`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try Self.fill(store, in: folder)
    // Without the column that says that it is simulated, it is a person's own.
    let signal = try String(contentsOfFile: Heartcam.samples + "/resting.csv", encoding: .utf8)
    let lines = signal.split(separator: "\n").map { "\($0[..<$0.lastIndex(of: ",")!])\n" }
    try folder.write(lines.joined(), to: "own.csv")
    let measured = try Heartcam.run("measure", "--store", store, folder.file("own.csv"))
    try #require(measured.ending == .exit(0))
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address + "")
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'health'")
    try tab.resize(width: 1200, height: 1000)
    try tab.click("#types a")
    for range in ["day", "week", "month", "half_year", "year"] {
      try tab.click("[data-range=\(range)]")
      try tab.wait(
        until: "document.querySelector('[data-range=\(range)]').ariaPressed === 'true'"
          + " && document.querySelector('#chart').complete"
          + " && document.querySelector('#chart').naturalWidth > 0")
    }
    try tab.click("[data-range=week]")
    try tab.wait(until: "document.querySelectorAll('#samples tbody tr').length > 0")
    #expect(
      try tab.evaluate("document.querySelectorAll('#table tbody tr').length > 0") == .bool(true))
    try tab.resize(width: 320, height: 1000)
    try tab.click("[data-range=month]")
    try tab.wait(until: "document.querySelector('#chart').width <= 320")
    #expect(try tab.evaluate("document.documentElement.scrollWidth <= 320") == .bool(true))
    // One of our own is deleted and comes back, with everything that it had.
    let before = try Self.lines(of: store)
    #expect(try tab.text("detail-title") == "Heart rate")
    try tab.wait(until: "document.querySelector('#samples').textContent.includes('Heartcam')")
    try tab.click("#list summary")
    try tab.click("#samples button")
    try tab.wait(until: "document.querySelector('#sample').open")
    try tab.picture("sample-320")
    try tab.click("#delete")
    try tab.click("#undo-line button")
    try tab.wait(until: "document.querySelector('#undo-line').textContent.includes('is back')")
    #expect(try Self.lines(of: store) == before)
    // What another program has saved is deleted after a question alone.
    try tab.evaluate("location.hash = 'health/StepCount/week'")
    try tab.wait(until: "document.querySelector('#samples').textContent.includes('steps')")
    try tab.click("#samples button")
    try tab.click("#delete")
    #expect(try tab.text("not-own").contains("not Heartcam"))
    #expect(try Self.lines(of: store) == before)
    try tab.click("#delete")
    try tab.wait(until: "document.querySelector('#undo-line button')")
    #expect(try Self.lines(of: store).count == before.count - 1)
    try tab.click("#undo-line button")
    try tab.wait(until: "document.querySelector('#undo-line').textContent.includes('is back')")
    #expect(try Self.lines(of: store) == before)
    #expect(browser.takeProblems() == [])
  }

  @Test
  func `the number stands in the ring, what is refused has none, and the result in its place`()
    throws
  {
    let served = try ServedProgram(
      "--replay", Heartcam.samples + "/lifted.mp4", "--speed", "20", "--store", "none")
    let tab = try browser.tab(served.address)
    try tab.resize(width: 1400, height: 900)
    try tab.click("#start")
    try tab.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    let isWithin = """
      ((inner, outer) => inner.left > outer.left && inner.right < outer.right && inner.top > outer.top
        && inner.bottom < outer.bottom)(document.querySelector('#rate').getBoundingClientRect(),
        document.querySelector('.ring').getBoundingClientRect())
      """
    #expect(try tab.evaluate(isWithin) == .bool(true))
    try tab.picture("ring-1400")
    try tab.wait(until: "document.querySelector('#refused li')")
    try tab.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    // Each refused time is shaded from its start to its end, and no curve crosses it.
    let shaded = """
      (() => {
        const canvas = document.querySelector('#history');
        const dots = canvas.width / canvas.clientWidth;
        const size = parseFloat(getComputedStyle(canvas).fontSize) * 0.8;
        const [left, right, bottom] = [size * 4, canvas.clientWidth - 4, canvas.clientHeight - size * 1.8];
        const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
        const [start, end] = document.querySelector('#refused li').textContent.split(' ').filter((word) => word.includes(':')).map(seconds);
        const [, last] = document.querySelector('#elapsed').textContent.split(':');
        const to = Math.max(30, window.end ?? 0);
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        copy.drawImage(canvas, 0, 0);
        const column = (time) => copy.getImageData(
          Math.round((left + time / to * (right - left)) * dots), 0, 1, Math.round(bottom * dots)).data;
        const soft = getComputedStyle(canvas).getPropertyValue('--soft').match(/\\d+/g).map(Number);
        return Array.from({ length: 8 }, (_, index) => start + 0.5 + (end - start - 1) * index / 7).map((time) => {
          const data = column(time);
          let [gray, red] = [0, 0];
          for (let at = 0; at < data.length; at += 4) {
            if (soft.every((value, index) => Math.abs(value - data[at + index]) < 3) && data[at + 3] > 250) gray += 1;
            if (data[at] > 150 && data[at + 1] < 80 && data[at + 3] > 200) red += 1;
          }
          return gray > bottom * dots * 0.5 && red === 0;
        });
      })()
      """
    try tab.wait(until: "document.querySelector('#page-live').dataset.state === 'idle'")
    // The last of it is drawn: the axis ends with the session.
    try tab.evaluate(
      "fetch('api/live/history').then((a) => a.json()).then((a) => { window.end = Math.max(...a.rates.map((one) => one.time), ...a.refused.map((one) => one.end)); })"
    )
    try tab.wait(until: "window.end > 30")
    try tab.wait(until: "(\(shaded)).every(Boolean)")
    #expect(browser.takeProblems() == [])
  }

  @Test func `a report of a year's types prints on two pages at most`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try PageStore.fill(store, days: 40, in: folder)
    for range in ["month", "week", "day"] {
      let page = folder.file("\(range).html")
      let made = try Heartcam.run(
        "report", "--\(range)", "--date", "yesterday", "-o", page, "--store", store)
      try #require(made.ending == .exit(0), "\(made)")
      let tab = try browser.tab("file://\(page)")
      try tab.wait(until: "document.querySelector('h1')")
      let printed =
        try tab.call(
          "Page.printToPDF",
          [
            ("preferCSSPageSize", .bool(true)), ("paperWidth", .number(8.27)),
            ("paperHeight", .number(11.69)), ("printBackground", .bool(true)),
          ])["data"]?.string ?? ""
      let bytes = try #require(Data(base64Encoded: printed))
      let text = String(decoding: bytes, as: UTF8.self)
      let count = text.matches(of: /\/Type \/Page\b/).count
      #expect((1...2).contains(count), "\(range): \(count)")
      try tab.picture("report-\(range)")
    }
  }

  @Test func `while the server is away, the last chart stays and the page says so`() throws {
    let (served, tab) = try filledPage()
    try tab.evaluate("location.hash = 'health/HeartRate/week/2026-03-14'")
    try tab.wait(until: "document.querySelector('#chart').naturalWidth > 0")
    served.process.send(SIGKILL)
    try tab.evaluate("location.hash = 'health/StepCount/week/2026-03-14'")
    try tab.wait(until: "document.querySelector('main .notice:not([hidden])')")
    try tab.wait(until: "document.body.innerText.includes('does not answer')")
    #expect(try tab.text("detail-title") == "Heart rate")
    #expect(try tab.evaluate("document.querySelector('#chart').naturalWidth > 0") == .bool(true))
    #expect(try tab.text("figures").contains("bpm"))
    try tab.evaluate("location.replace('about:blank')")
    try tab.wait(until: "location.href === 'about:blank'")
    _ = browser.takeProblems()
  }

  @Test func `script in what strangers write runs in no view, report or chart`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    let scripts = [
      "<img src=x onerror=window.ran=1>", "\"><svg onload=window.ran=1>",
      "</script><script>window.ran=1</script>",
      "</text><script>window.ran=1</script>", "'><iframe srcdoc='<script>top.ran=1</script>'>",
      "<base href=//evil.example>", "]]><script>window.ran=1</script>", "__proto__",
    ]
    var lines: [String] = []
    for (index, script) in scripts.enumerated() {
      let text = JSONValue.string(script).text
      let more =
        #""source":{"name":\#(text),"bundle_identifier":\#(text),"version":\#(text)},"#
        + #""device":{"name":\#(text),"model":\#(text)},"metadata":{\#(text):\#(text)}}"#
      let time = "2026-03-1\(index)T08"
      lines += [
        #"{"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","start":"\#(time):00:00Z","value":60,"#
          + #""unit":"count/min",\#(more)"#,
        #"{"kind":"quantity","type":\#(text),"start":"\#(time):00:00Z","value":60,"unit":"count/min",\#(more)"#,
        #"{"kind":"category","type":"HKCategoryTypeIdentifierSleepAnalysis","start":"\#(time):00:00Z","#
          + #""end":"\#(time):40:00Z","value":3,\#(more)"#,
      ]
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    #expect(try Heartcam.run("store", "import", "--store", store, file).ending == .exit(0))
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let foreign = """
      window.ran || [...document.querySelectorAll('iframe, object, embed, base, img[src=x], [onerror], [onload]')]
        .map((e) => e.outerHTML).join() || [...document.querySelectorAll('svg script')].length
      """
    for part in ["health/HeartRate/month/2026-03-16", "health/SleepAnalysis/month/2026-03-16"] {
      try tab.evaluate("location.hash = '\(part)'")
      try tab.wait(until: "document.querySelectorAll('#samples tbody tr').length > 5")
      for index in 0..<7 {
        try tab.evaluate("document.querySelectorAll('#samples tbody button')[\(index)].click()")
        try tab.evaluate("document.querySelector('#delete').click()")
        #expect(try tab.evaluate(foreign).number == 0, "\(part)")
        try tab.evaluate("document.querySelector('#close-sample').click()")
      }
    }
    for part in ["health", "files", "sources", "live"] {
      try tab.evaluate("location.hash = '\(part)'")
      try tab.wait(until: "document.querySelector('nav a[aria-current]').hash === '#\(part)'")
      #expect(try tab.evaluate(foreign).number == 0, "\(part)")
    }
    #expect(browser.takeProblems() == [])
    // Files that are kept stand alone: no policy holds a script there.
    var files = [folder.file("chart.svg"), folder.file("report.html")]
    let signal = try folder.copy(Heartcam.samples + "/resting.csv", to: scripts[0] + ".csv")
    for words in [
      ["chart", "heart-rate", "--store", store, "--title", scripts[3], "-o", files[0]],
      ["measure", "--store", "none", "--report", files[1], signal],
      ["batch", "-o", folder.file("out"), "--pages", signal],
    ] { #expect(try Heartcam.start(words).result().ending == .exit(0), "\(words)") }
    files += try FileManager.default.contentsOfDirectory(atPath: folder.file("out/reports")).filter
    {
      $0.hasSuffix(".html")
    }.map { folder.file("out/reports/\($0)") }
    files.append(folder.file("out/index.html"))
    for file in files {
      let shown = try browser.tab(URL(filePath: file).absoluteString)
      try shown.wait(
        until: "document.readyState === 'complete' && location.href.startsWith('file')")
      #expect(try shown.evaluate(foreign).number == 0, "\(file)")
      #expect(try shown.evaluate("document.querySelectorAll('script').length").number == 0)
    }
    _ = browser.takeProblems()
  }

  @Test(
    .enabled(
      if: Heartcam.mountObstacle == nil,
      Comment(rawValue: Heartcam.mountObstacle ?? "")))
  func `on a full disk the page says so, and goes on once there is room`() throws {
    let served = try ServedProgram(
      onDiskOf: 4096, "--replay \(Heartcam.samples)/resting.csv --speed 10000")
    let tab = try browser.tab(served.address)
    try tab.click("#start")
    try tab.wait(until: "document.querySelector('#result').checkVisibility()")
    let ballast = open("\(served.disk)/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(ballast >= 0)
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(ballast, zeros, zeros.count) > 0 {}
    close(ballast)
    try tab.click("#save")
    try tab.wait(until: "document.querySelector('#save-failure').checkVisibility()")
    #expect(try tab.text("save-failure").contains("disk is full; free some space"))
    #expect(try tab.text("save") == "Repeat" && tab.text("discard") == "Cancel")
    try tab.picture("disk-full")
    try tab.evaluate("location.hash = 'files'")
    try tab.wait(until: "document.querySelector('#drop').checkVisibility()")
    try tab.drop([Heartcam.samples + "/resting.mp4"], on: "#drop")
    try tab.wait(
      until: "document.querySelector('#jobs .notice')?.textContent.includes('No space left')")
    unlink("\(served.disk)/ballast")
    try tab.drop([Heartcam.samples + "/resting.mp4"], on: "#drop")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('bpm')")
    try tab.evaluate("location.hash = 'live'")
    try tab.click("#save")
    try tab.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    try tab.wait(until: "!document.querySelector('#start').disabled")
    _ = browser.takeProblems()
  }

  @Test func `permissions are given and taken, by keyboard alone`() throws {
    let (served, tab) = try filledPage()
    // The first stop skips the navigation; the links follow in their order.
    var stops: [String] = []
    for _ in 0..<5 {
      try tab.press("Tab")
      stops.append(try tab.evaluate("document.activeElement.textContent").string ?? "")
    }
    #expect(stops == ["Skip to the content", "Live", "Health", "Files", "Sources"])
    try tab.press("Enter")
    try tab.wait(
      until: "document.querySelector('#permission').checkVisibility()"
        + " && document.querySelector('#permission-type').value")
    try tab.evaluate("document.querySelector('#bundle').focus()")
    try tab.call("Input.insertText", [("text", .string("org.example.watch"))])
    try tab.press("Tab")
    try tab.press("Tab")
    try tab.press("Enter")
    try tab.wait(until: "document.querySelectorAll('#permissions input').length === 2")
    try tab.evaluate("document.querySelector('#permissions input').focus()")
    try tab.press("Space")
    try tab.wait(
      until: "document.querySelector('#sharing-outcome').textContent.startsWith('Saved for')")
    try tab.resize(width: 700, height: 900)
    try tab.picture("sources")
    let listed = try Heartcam.run("store", "authorize", "--json", "--store", served.store)
    #expect(listed.output.contains("\"bundle_identifier\":\"org.example.watch\""))
    #expect(listed.output.contains("\"sharing\":\"denied\",\"reading\":\"authorized\""))
    #expect(browser.takeProblems() == [])
  }

  @Test func `the page writes out every character that would mislead, by the program's own rule`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    let name = "A\u{202E}hctaw\u{2066}<img src=x onerror=document.title=1>\u{200F}\u{FEFF}"
    let attribute = name.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    let records = """
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="\(attribute)" sourceVersion="1" \
      unit="count/min" startDate="2026-03-10 08:00:00 +0000" endDate="2026-03-10 08:00:00 +0000" value="71"/>
      """
    let file = try folder.write(
      "<?xml version=\"1.0\"?><HealthData locale=\"en\">\(records)</HealthData>",
      to: "export.xml")
    let result = try Heartcam.run("store", "import", "--store", store, file)
    #expect(result.ending == .exit(0), "\(result)")
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let hidden = "/[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/u"
    for part in ["live", "health", "files", "sources"] {
      try tab.evaluate("location.hash = '#\(part)'")
      try tab.wait(until: "document.querySelector('nav a[aria-current]').hash === '#\(part)'")
      if part == "sources" {
        try tab.wait(until: "document.querySelector('#source-list li span')")
      }
      let marked = try tab.evaluate(
        """
        [...document.querySelectorAll('*')].flatMap((e) => [...e.childNodes].filter((n) => n.nodeType === 3)
          .map((n) => n.data).concat([...e.attributes].map((a) => a.value)))
          .filter((t) => \(hidden).test(t.replace(/[\\n\\t]/g, ''))).join('|')
        """)
      #expect(marked.string == "", "\(part): \(marked)")
    }
    let shown = try tab.evaluate("document.querySelector('#source-list').textContent").string ?? ""
    #expect(shown.contains(#"A\u{202E}hctaw\u{2066}<img src=x"#), "\(shown)")
    #expect(try tab.evaluate("document.querySelectorAll('img[src=x]').length").number == 0)
    #expect(browser.takeProblems() == [])
  }

  /// axe-core, if `HEARTCAM_AXE` names its axe.min.js.
  private static let axe = ProcessInfo.processInfo.environment["HEARTCAM_AXE"]

  @Test(.enabled(if: axe != nil, "HEARTCAM_AXE names no axe.min.js"))
  func `axe finds nothing on any view, light or dark, wide or narrow`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try Self.fill(store, in: folder)
    let axe = try String(contentsOfFile: Self.axe ?? "", encoding: .utf8) + ";true"
    let table = try folder.write(
      "type,start,end,value,unit\nHeartRate,soon,soon,71,count/min\nStepCount,2026-03-10T08:00:00Z,"
        + "2026-03-10T08:10:00Z,30,count\n", to: "losses.csv")
    for (width, isDark) in [(400, false), (400, true), (1400, false), (1400, true)] {
      let served = try ServedProgram(
        "--replay", Heartcam.samples + "/resting.csv", "--speed", "1000", store: store, in: folder)
      let tab = try browser.tab(served.address, isOther: true, isDark: isDark)
      try tab.resize(width: width, height: 900)
      try tab.wait(until: "document.querySelector('nav a[aria-current]')")
      try tab.evaluate(axe)
      func check(_ view: String) throws {
        let found = try tab.evaluate(
          """
          axe.run().then((all) => all.violations.map((one) => `${one.id} ${one.impact} `
            + one.nodes.map((node) => node.html).join(' ')))
          """)
        #expect(found == .array([]), "\(view), \(width) wide\(isDark ? ", dark" : "")")
      }
      func go(_ part: String, until condition: String) throws {
        try tab.evaluate("location.hash = '\(part)'")
        try tab.wait(until: condition)
        try check(part)
      }
      try go("live", until: "document.querySelector('#page-live').checkVisibility()")
      try tab.click("#start")
      try tab.wait(until: "document.querySelector('#result').checkVisibility()")
      try check("result")
      try tab.click("#discard")
      try tab.wait(until: "!document.querySelector('#result').checkVisibility()")
      try check("after a session")
      try go("health", until: "document.querySelector('#types a')")
      for type in ["HeartRate/week", "StepCount/month", "SleepAnalysis/week", "BloodPressure/year"]
      {
        try tab.evaluate("document.querySelector('#chart').removeAttribute('src')")
        try go(
          "health/\(type)/2026-03-16",
          until: "document.querySelectorAll('#samples tbody tr').length > 0"
            + " && document.querySelector('#chart').naturalWidth > 0")
      }
      try tab.evaluate("document.querySelector('#numbers').open = true")
      try check("numbers")
      try tab.evaluate("document.querySelector('#list').open = true")
      try tab.click("#samples button")
      try tab.wait(until: "document.querySelector('#sample').open")
      try check("sample")
      try tab.click("#close-sample")
      try go("files", until: "document.querySelector('#drop').checkVisibility()")
      try tab.choose([table], in: "#choose")
      try tab.wait(until: "document.querySelector('#jobs summary')")
      try tab.evaluate("document.querySelector('#jobs details').open = true")
      try check("files with losses")
      try go("sources", until: "document.querySelector('#permission-type').value")
      // The page is left before its server ends.
      try tab.evaluate("location.replace('about:blank')")
      try tab.wait(until: "location.href === 'about:blank'")
      #expect(browser.takeProblems() == [])
    }
  }
}
