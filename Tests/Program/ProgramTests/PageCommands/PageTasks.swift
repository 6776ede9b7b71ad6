import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// What a person comes to the page for, in any browser.
extension Browser {
  /// What no view may show: codes of types, of units and of the program's own names.
  private static var codes: [String] {
    [
      "TypeIdentifier", "count/", "degC", "fl_oz", "dBASPL", "kg.min", "undefined", "NaN",
      "[object",
    ]
  }

  private func look(_ tab: Tab, _ name: String) throws {
    let text = try tab.evaluate("document.body.innerText").string ?? ""
    for code in Self.codes { #expect(!text.contains(code), "\(name) shows \(code)") }
    #expect(
      try tab.evaluate("document.documentElement.scrollWidth <= innerWidth") == .bool(true),
      "\(name) is wider than the window")
    try tab.picture(name)
  }

  /// Whether every view of a store fits its window, light and dark, and shows no code.
  func everyView(days: Int, sizes: [(width: Int, height: Int)]) throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    if days > 0 { try PageStore.fill(store, days: days, in: folder) }
    let served = try ServedProgram(store: store, in: folder)
    let name = "\(Self.self)-\([365: "year", 1: "one-day", 0: "empty"][days] ?? "\(days)-days")"
      .lowercased()
    for isDark in [false, true] {
      let tab = try self.tab(served.address, isOther: isDark, isDark: isDark)
      try tab.wait(until: "document.querySelector('nav a[aria-current]')")
      for (width, height) in sizes {
        let size = "\(width)\(isDark ? "-dark" : "")"
        try tab.resize(width: width, height: height)
        for part in ["live", "files", "sources", "health"] {
          try tab.evaluate("location.hash = '\(part)'")
          try tab.wait(until: "document.querySelector('#page-\(part)').checkVisibility()")
          if part == "health" {
            try tab.wait(
              until: "document.querySelector('#types a, #empty:not([hidden])')?.checkVisibility()")
          }
          try look(tab, "\(name)-\(part)-\(size)")
        }
        guard days > 0 else { continue }
        // What differs in kind: ranges, sums, nights, one night, pressures, counts.
        for (type, range) in [
          ("HeartRate", "week"), ("HeartRate", "year"), ("StepCount", "month"),
          ("SleepAnalysis", "month"), ("SleepAnalysis", "day"), ("BloodPressure", "month"),
          ("Headache", "week"),
        ] {
          try tab.evaluate(
            "document.querySelector('#chart').removeAttribute('src'); location.hash = 'health/\(type)/\(range)'"
          )
          try tab.wait(
            until: "document.querySelector('[data-range=\(range)]').ariaPressed === 'true'"
              + " && document.querySelector('#detail-title').textContent"
              + " && document.querySelector('#chart').naturalWidth > 0"
              + " && document.querySelectorAll('#samples tbody tr').length > 0")
          // The chart is in sight without scrolling, whatever the window.
          if width == 400 || width == 1400 {
            #expect(
              try tab.evaluate(
                "scrollY === 0 && document.querySelector('#chart').getBoundingClientRect().bottom <= innerHeight"
              ) == .bool(true), "\(type) \(range) \(size)")
          }
          try look(tab, "\(name)-\(type)-\(range)-\(size)")
        }
      }
    }
    #expect(takeProblems() == [])
  }

  /// Presses Tab until what has the focus is wanted.
  private func tabTo(_ tab: Tab, _ condition: String) throws {
    for _ in 0..<60 {
      if try tab.evaluate("Boolean((one => \(condition))(document.activeElement))") == .bool(true) {
        return
      }
      try tab.press("Tab")
    }
    throw UnexpectedOutput(description: "Tab never comes to \(condition)")
  }

  /// Waits until an element says something else than before: a button is pressed before its chart is there.
  private func change(_ tab: Tab, _ id: String, by act: () throws -> Void) throws {
    let before = try tab.text(id)
    try act()
    try tab.wait(until: "document.querySelector('#\(id)').textContent !== '\(before)'")
  }

  /// What was my resting rate last month: by keyboard alone, and each day of it.
  func readsARestingRate() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try PageStore.fill(store, days: 40, in: folder)
    let served = try ServedProgram(store: store, in: folder)
    let tab = try self.tab(served.address)
    try tab.resize(width: 1400, height: 900)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tabTo(tab, "one.textContent === 'Health'")
    try tab.press("Enter")
    try tab.wait(until: "document.querySelector('#types a')")
    try tabTo(tab, "one.matches('.tile') && one.textContent.includes('Resting heart rate')")
    try tab.press("Enter")
    try tab.wait(until: "document.activeElement.id === 'detail-title'")
    try tabTo(tab, "one.dataset.range === 'month'")
    try change(tab, "period") { try tab.press("Enter") }
    // A month that has only begun has few days.
    try tabTo(tab, "one.id === 'earlier'")
    try change(tab, "period") { try tab.press("Enter") }
    let isPressed = try tab.evaluate("document.querySelector('[data-range=month]').ariaPressed")
    #expect(isPressed == .string("true"))
    let figures = try tab.text("figures")
    #expect(figures.contains("Average") && figures.contains("bpm"), "\(figures)")
    // The chart is read mark by mark, and says what a screen reader says.
    try tabTo(tab, "one.id === 'frame'")
    try tab.press("Home")
    let first = try tab.evaluate("document.activeElement.ariaValueText").string ?? ""
    try tab.press("ArrowRight")
    let second = try tab.evaluate("document.activeElement.ariaValueText").string ?? ""
    #expect(first.contains("bpm") && second.contains("bpm") && first != second)
    // It is drawn with the next frame.
    try tab.wait(until: "!document.querySelector('#cursor').hidden")
    #expect(try tab.text("reading") == second)
    try tab.picture("task-resting-rate")
    #expect(takeProblems() == [])
  }

  /// Yesterday's wrong reading is deleted and comes back, by keyboard alone.
  func deletesAReading() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    let added = try Heartcam.run(
      "store", "add", "HeartRate", "190", "--start", "yesterday", "--store", store)
    try #require(added.ending == .exit(0), "\(added)")
    let served = try ServedProgram(store: store, in: folder)
    let tab = try self.tab(served.address)
    try tab.resize(width: 400, height: 800)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'health'")
    try tab.wait(until: "document.querySelector('#types a')")
    try tabTo(tab, "one.matches('.hero')")
    try tab.press("Enter")
    try tab.wait(until: "document.querySelector('#samples button')")
    try tabTo(tab, "one.matches('#list summary')")
    try tab.press("Enter")
    try tabTo(tab, "one.matches('#samples button')")
    try tab.press("Enter")
    try tab.wait(until: "document.querySelector('#sample').open")
    try tabTo(tab, "one.id === 'delete'")
    try tab.press("Enter")
    try tab.wait(until: "document.activeElement.textContent === 'Undo'")
    func count() throws -> Int {
      try Heartcam.run("store", "list", "--json", "--store", store).output.split(separator: "\n")
        .count
    }
    #expect(try count() == 0)
    #expect(
      try tab.evaluate("document.querySelector('#no-chart').checkVisibility()") == .bool(true))
    try tab.press("Enter")
    try tab.wait(until: "document.querySelector('#undo-line').textContent.includes('is back')")
    #expect(try count() == 1)
    try tab.wait(until: "document.querySelector('#figures').textContent.includes('190')")
    #expect(takeProblems() == [])
  }

  /// Measure and save, by keyboard alone.
  func measuresAndSaves() throws {
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv", "--speed", "1000")
    let tab = try self.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.wait(until: "!document.querySelector('#start').disabled")
    try tabTo(tab, "one.id === 'start'")
    try tab.press("Enter")
    // The result asks to be saved.
    try tab.wait(until: "document.activeElement.id === 'save'")
    try tab.press("Enter")
    try tab.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    #expect(takeProblems() == [])
  }

  /// When did I sleep badly, and what did this import lose: by keyboard alone.
  func readsNightsAndLosses() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    try PageStore.fill(store, days: 40, in: folder)
    let served = try ServedProgram(store: store, in: folder)
    let tab = try self.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'health'")
    try tab.wait(until: "document.querySelector('#types a')")
    try tabTo(tab, "one.matches('.tile') && one.textContent.includes('asleep')")
    try tab.press("Enter")
    try tab.wait(until: "document.activeElement.id === 'detail-title'")
    try tabTo(tab, "one.dataset.range === 'month'")
    try change(tab, "period") { try tab.press("Enter") }
    try tabTo(tab, "one.id === 'earlier'")
    try change(tab, "period") { try tab.press("Enter") }
    try tab.wait(until: "document.querySelector('#figures').textContent.includes('Shortest night')")
    #expect(try tab.text("figures").contains(/Shortest night\d h( \d+ min)?(\d|Yesterday)/))
    try tab.evaluate("location.hash = 'files'")
    try tab.wait(until: "document.querySelector('#drop').checkVisibility()")
    let broken = try folder.write(
      "type,start,end,value,unit\nHeartRate,soon<i>,soon,71,count/min\n", to: "broken.csv")
    try tab.choose([broken], in: "#choose")
    try tab.wait(until: "document.querySelector('#jobs summary')")
    try tabTo(tab, "one.matches('#jobs summary')")
    try tab.press("Enter")
    try tab.wait(until: "document.querySelector('#jobs details').open")
    let text = try tab.evaluate("document.querySelector('#jobs details').innerText").string ?? ""
    #expect(text.contains("Left out: 1") && text.contains("first on line 2"), "\(text)")
    #expect(text.contains("HeartRate,soon<i>,soon,71"), "\(text)")
    try tabTo(tab, "one.href?.includes('/api/jobs/rejects?id=1')")
    try tab.picture("task-import-lost")
    #expect(takeProblems() == [])
  }
}
