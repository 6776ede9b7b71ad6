import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Every view of the page in a real browser, at four widths, light and dark, with a store of a year, of one day,
/// and none; and what a person comes for, done by keyboard alone.
@Suite(
  .serialized,
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageViewTests {
  private let browser: Chromium

  init() throws { browser = try Chromium() }

  @Test(arguments: [365, 1, 0])
  func `every view of a store fits its window, light and dark, and shows no code`(days: Int) throws
  {
    try browser.everyView(
      days: days, sizes: [(400, 800), (800, 1000), (1400, 900), (2560, 1400)])
  }

  @Test func `what was my resting rate last month: by keyboard alone, and each day of it`() throws {
    try browser.readsARestingRate()
  }

  @Test func `yesterday's wrong reading is deleted and comes back, by keyboard alone`() throws {
    try browser.deletesAReading()
  }

  @Test func `measure and save, by keyboard alone`() throws { try browser.measuresAndSaves() }

  @Test func `when did I sleep badly, and what did this import lose: by keyboard alone`() throws {
    try browser.readsNightsAndLosses()
  }

  @Test(arguments: [40, 70, 150], [0.5, 2, 5, 15])
  func `a jolt does not flatten the pulse, and one of any length is over within two seconds`(
    beatsPerMinute: Int, length: Double
  ) throws {
    let served = try ServedProgram("--store", "none")
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let found = try tab.evaluate(
      """
      import(new URL('result.js', location)).then(({ swing }) => {
        const points = [];
        for (let index = 0; index < 1200; index += 1) {
          const time = index / 30;
          const phase = (time * \(beatsPerMinute) / 60) % 1;
          const jolt = time > 20 && time < 20 + \(length) ? 0.5 * Math.sin(3 * time) : 0;
          points.push([time, 0.01 * Math.exp(-(((phase - 0.2) / 0.08) ** 2)) - 0.003 + jolt]);
        }
        const at = (end) => swing(points.filter(([time]) => time <= end && time > end - 11)).high;
        return [at(19.9), at(19.95 + \(length)), at(22 + \(length))];
      })
      """
    ).elements.compactMap(\.number)
    try #require(found.count == 3)
    // A part more or less holds a beat's top a little off.
    #expect(abs(found[2] / found[0] - 1) < 0.1)
    if length <= 5 { #expect(abs(found[1] / found[0] - 1) < 0.1) }
  }

  @Test func `words and times are made without a document`() throws {
    let served = try ServedProgram("--store", "none")
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let found = try tab.evaluate(
      """
      import(new URL('text.js', location)).then((text) => {
        const at = (day, time = '00:00') => Date.parse(`2020-${day}T${time}:00Z`);
        return [
          text.periodText('day', at('03-10'), at('03-11')),
          text.periodText('day', at('03-09', '12:00'), at('03-10', '12:00'), true),
          text.periodText('week', at('03-09'), at('03-16')), text.periodText('month', at('03-01'), at('04-01')),
          text.periodText('year', at('01-01'), Date.parse('2021-01-01T00:00:00Z')),
          text.spanText(at('03-10', '08:00'), at('03-10', '09:30')), text.whenText(Date.now(), true),
          text.listText(['1 Mar', '3 Mar', '7 Mar']), text.listText(['1 Mar']), text.change(-8), text.change(0),
          text.several(1, 'file'), text.several(1200, 'sample'), text.count(-0.001, 2), text.span(3599.9),
          text.visible('a\\u202eb'), text.daysBetween(at('03-10', '23:00'), at('03-11', '01:00')),
        ];
      })
      """
    ).elements.map { $0.string ?? $0.text }
    #expect(
      found == [
        "10 Mar 2020", "Night to 10 Mar 2020", "9 Mar 2020 to 15 Mar 2020", "March 2020", "2020",
        "10 Mar 2020 08:00 to 09:30", "Today", "1 Mar, 3 Mar and 7 Mar", "1 Mar", "8% less than",
        "same as", "1 file", "1,200 samples", "0", "59:59", "a\\u{202E}b", "1",
      ])
  }

  /// A tab with a store of some days, in a window of 1400x900.
  private func opened(days: Int) throws -> (served: ServedProgram, tab: ChromiumTab) {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try PageStore.fill(store, days: days, in: folder)
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address)
    try tab.resize(width: 1400, height: 900)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    return (served, tab)
  }

  /// Whether a chart was drawn that is as wide as its place.
  private static let isAsWide = """
    !document.querySelector('#frame').hidden && document.querySelector('#chart').naturalWidth > 0 && Math.abs(
      document.querySelector('#chart').naturalWidth - document.querySelector('#frame').clientWidth) < 3
    """

  @Test func `a chart is drawn for the window, however often that changes`() throws {
    let (served, tab) = try opened(days: 2)
    defer { withExtendedLifetime(served) {} }
    // First while the chart cannot be seen.
    try tab.resize(width: 400, height: 800)
    try tab.evaluate("location.hash = 'health/HeartRate/day'")
    for width in [400, 1400, 400] {
      try tab.resize(width: width, height: 900)
      try tab.wait(until: Self.isAsWide)
    }
    // In a time without samples there is no chart.
    try tab.evaluate("location.hash = 'health/HeartRate/day/2031-01-01'")
    try tab.wait(until: "!document.querySelector('#no-chart').hidden")
    try tab.click("#newest")
    try tab.wait(until: Self.isAsWide)
  }

  @Test func `arrows of a day leave no gap, and the address keeps what is enlarged`()
    throws
  {
    let (served, tab) = try opened(days: 9)
    defer { withExtendedLifetime(served) {} }
    func show(_ place: String) throws {
      try tab.evaluate("location.hash = '\(place)'")
      try tab.wait(until: Self.isAsWide)
    }
    /// Clicks an arrow, and gives the ends of the period then.
    func ends(after click: String? = nil) throws -> [Double] {
      // The ends of the samples' list are those of the chart.
      let lists =
        "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => n.includes('/api/samples'))"
      if let click {
        try tab.evaluate("window.lists = \(lists).length")
        try tab.click("#\(click)")
      }
      try tab.wait(until: "\(lists).length > (window.lists ?? 0)")
      let address = try tab.evaluate("\(lists).at(-1)").string
      let query = URLComponents(string: address ?? "")?.queryItems ?? []
      return ["from", "to"].compactMap { name in
        query.first { $0.name == name }?.value.flatMap { Double($0.dropFirst()) }
      }
    }
    try show("health/HeartRate/day")
    let newest = try ends()
    let before = try ends(after: "earlier")
    #expect(before.count == 2 && before[1] == newest[0] && newest[1] - newest[0] == 86_400)
    #expect(try ends(after: "later") == newest)
    // An enlarged part is there again for who opens its address.
    let part = "\(Int(before[0]) + 7200)-\(Int(before[0]) + 14_400)"
    try show("health/HeartRate/day/newest/\(part)")
    try tab.wait(until: "document.querySelector('#whole').checkVisibility()")
    let enlarged = try tab.text("period")
    try tab.evaluate("location.reload()")
    try tab.wait(
      until: "document.querySelector('#period')?.textContent === '\(enlarged)'")
    try tab.click("#whole")
    try tab.wait(until: "document.querySelector('#whole').hidden")
    #expect(try tab.evaluate("location.hash").string == "#health/HeartRate/day")
    #expect(browser.takeProblems() == [])
  }

  @Test func `a finger's touch reads a chart, and the reading stays`() throws {
    let (served, tab) = try opened(days: 2)
    defer { withExtendedLifetime(served) {} }
    try tab.evaluate("location.hash = 'health/BloodPressure/week'")
    try tab.wait(until: Self.isAsWide)
    try tab.evaluate(
      """
      (() => { const frame = document.getElementById('frame');
        const { left, width, top } = frame.getBoundingClientRect();
        for (const name of ['pointerdown', 'pointerup', 'pointerleave']) {
          frame.dispatchEvent(new PointerEvent(
            name, { pointerType: 'touch', clientX: left + width * 0.8, clientY: top + 50, bubbles: true }));
        } })()
      """)
    let reading = try tab.text("reading")
    // Two pressures have no mean of their own.
    #expect(reading.contains("mmHg") && !reading.contains("average"), "\(reading)")
    #expect(try !tab.text("table").contains("Average"))
    #expect(try tab.evaluate("document.querySelector('#cursor').hidden") == .bool(false))
  }

  @Test func `a gap has no data, enlarging keeps what is read, and a moment's address shows it`()
    throws
  {
    let folder = try TemporaryFolder()
    let rows = [2, 3, 4, 7, 8].flatMap { day in
      [6, 12, 18].map { hour in
        let time = "2026-03-0\(day)T\(hour < 10 ? "0" : "")\(hour):00:00Z"
        return "HeartRate,\(time),\(time),\(60 + day),count/min\n"
      }
    }
    let file = try folder.write("type,start,end,value,unit\n" + rows.joined(), to: "rates.csv")
    let store = folder.file("health.db")
    #expect(try Heartcam.run("store", "import", file, "--store", store).ending == .exit(0))
    let served = try ServedProgram(store: store, in: folder)
    let tab = try browser.tab(served.address)
    try tab.resize(width: 1400, height: 900)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'health/HeartRate/week/2026-03-08'")
    try tab.wait(until: Self.isAsWide)
    func point(_ share: Double) throws -> String {
      try tab.evaluate(
        """
        (() => { const frame = document.getElementById('frame');
          const { left, width, top } = frame.getBoundingClientRect();
          frame.dispatchEvent(new PointerEvent(
            'pointermove', { clientX: left + width * \(share), clientY: top + 50, bubbles: true })); })()
        """)
      return try tab.text("reading")
    }
    // The fourth and the fifth of seven days have none.
    #expect(try point(0.55).hasSuffix("no data"))
    #expect(try tab.evaluate("document.querySelector('#cursor').hidden") == .bool(true))
    #expect(try point(0.95).contains("68 bpm"))
    try tab.evaluate("location.hash = 'health/HeartRate/week/2026-03-08'")
    for (key, text) in [("End", "68 bpm"), ("+", "68 bpm"), ("+", "68 bpm")] {
      try tab.evaluate(
        "document.querySelector('#frame').dispatchEvent(new KeyboardEvent('keydown', { key: '\(key)' }))"
      )
      try tab.wait(until: "document.querySelector('#reading').textContent.includes('\(text)')")
    }
    // Where a recording ended on the minute of the hour.
    try tab.evaluate(
      """
      location.hash = 'health/HeartRate/day/'
        + new Date('2026-03-07T06:00:00Z').toLocaleString('sv').slice(0, 16).replace(' ', 'T')
      """)
    try tab.wait(until: "document.querySelector('#samples').textContent.includes('67')")
    #expect(browser.takeProblems() == [])
  }

  @Test func `a chart answers to the pointer: it is read, enlarged and put back`() throws {
    let (served, tab) = try opened(days: 9)
    defer { withExtendedLifetime(served) {} }
    try tab.evaluate("location.hash = 'health/HeartRate/week'")
    try tab.wait(until: "document.querySelector('#chart').naturalWidth > 0")
    let box = try tab.evaluate(
      "(({x, y, width, height}) => [x, y, width, height])(document.querySelector('#frame').getBoundingClientRect())"
    ).elements.compactMap(\.number)
    func mouse(_ kind: String, _ share: Double, button: String = "none") throws {
      try tab.call(
        "Input.dispatchMouseEvent",
        [
          ("type", .string(kind)), ("x", .number(box[0] + share * box[2])),
          ("y", .number(box[1] + box[3] / 2)), ("button", .string(button)),
          ("buttons", .integer(button == "none" ? 0 : 1)), ("clickCount", .integer(1)),
        ])
    }
    try mouse("mouseMoved", 0.5)
    try tab.wait(until: "document.querySelector('#reading').textContent.includes('average')")
    let whole = try tab.text("period")
    try mouse("mousePressed", 0.4, button: "left")
    try mouse("mouseMoved", 0.5, button: "left")
    try mouse("mouseMoved", 0.6, button: "left")
    #expect(try tab.evaluate("document.querySelector('#selection').hidden") == .bool(false))
    try mouse("mouseReleased", 0.6, button: "left")
    try tab.wait(until: "document.querySelector('#whole').checkVisibility()")
    #expect(try tab.text("period") != whole)
    try tab.picture("enlarged")
    try tab.click("#whole")
    try tab.wait(until: "document.querySelector('#whole').hidden")
    #expect(try tab.text("period") == whole)
    // A finger that sweeps goes to the week before.
    for (kind, share) in [("touchStart", 0.3), ("touchMove", 0.6), ("touchEnd", 0.6)] {
      let points =
        kind == "touchEnd"
        ? []
        : [
          JSONValue.object([
            ("x", .number(box[0] + share * box[2])), ("y", .number(box[1] + box[3] / 2)),
          ])
        ]
      try tab.call(
        "Input.dispatchTouchEvent", [("type", .string(kind)), ("touchPoints", .array(points))])
    }
    try tab.wait(until: "document.querySelector('#period').textContent !== '\(whole)'")
    #expect(browser.takeProblems() == [])
  }
}
