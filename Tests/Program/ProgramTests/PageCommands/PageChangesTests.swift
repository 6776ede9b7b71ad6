import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What is shown in a browser while others change the store.
@Suite(
  .serialized,
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageChangesTests {
  enum Other: CaseIterable { case browser, program }

  private let browser: Chromium
  private let served: ServedProgram
  private let tab: ChromiumTab
  private let visitor: PageVisitor

  /// A page beside another browser, of a store with two types.
  init() throws {
    browser = try Chromium()
    served = try ServedProgram()
    let file = try served.folder.write(
      Self.table(at: [8], "Watch") + "StepCount,2026-03-10T08:00:00Z,30,count,Watch\n",
      to: "first.csv")
    let result = try Heartcam.run("store", "import", "--store", served.store, file)
    try #require(result.ending == .exit(0), "\(result)")
    tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    visitor = try PageVisitor(to: served)
  }

  private static func table(at hours: [Int], _ source: String) -> String {
    "type,start,value,unit,source\n"
      + hours.map {
        "HeartRate,2026-03-10T\($0 < 10 ? "0" : "")\($0):00:00Z,\(60 + $0),count/min,\(source)\n"
      }.joined()
  }

  /// Another one saves heart rates of these hours.
  private func save(at hours: [Int], by other: Other, as source: String = "Watch") throws {
    let table = Self.table(at: hours, source)
    switch other {
    case .browser: #expect(try visitor.post("/api/import?name=rates.csv", table).status == 202)
    case .program:
      let file = try served.folder.write(table, to: "more.csv")
      let result = try Heartcam.run("store", "import", "--store", served.store, file)
      #expect(result.ending == .exit(0), "\(result)")
    }
  }

  /// Another one deletes the newest heart rate.
  private func delete(by other: Other) throws {
    let newest = try #require(
      try visitor.get("/api/samples?type=HeartRate").value["samples"]?.elements.first?["id"]?.string
    )
    switch other {
    case .browser:
      let body = "{\"ids\": [\"\(newest)\"], \"others\": true}"
      #expect(try visitor.post("/api/samples/delete", body).status == 200)
    case .program:
      let result = try Heartcam.run("store", "delete", "--yes", "--store", served.store, newest)
      #expect(result.ending == .exit(0), "\(result)")
    }
  }

  @Test(arguments: Other.allCases)
  func `an open chart and an open list show what another one saves and deletes`(_ other: Other)
    throws
  {
    try tab.evaluate("location.hash = 'health/HeartRate/day/2026-03-10'")
    try tab.click("#list summary")
    func wait(rows: Int) throws {
      try tab.wait(
        until: "document.querySelectorAll('#samples tbody tr').length === \(rows)"
          + " && document.querySelectorAll('#table tbody tr').length === \(rows)")
    }
    try wait(rows: 1)
    try tab.evaluate("window.before = document.querySelector('#chart').src; true")
    // What is chosen, and where the keys are, stays.
    try tab.click("#samples input")
    try tab.evaluate(
      """
      window.open = new Promise((release) => { window.release = release; });
      ((real) => { window.fetch = async (...all) => {
        window.isAsked = true;
        await window.open;
        return real(...all);
      }; })(fetch);
      true
      """)
    try save(at: [9, 10], by: other)
    // The keys go there while what is new is on its way.
    try tab.wait(until: "window.isAsked")
    try tab.evaluate("document.querySelector('#samples button').focus(); release()")
    try wait(rows: 3)
    #expect(try tab.evaluate("document.querySelector('#chart').src !== before") == .bool(true))
    #expect(try tab.text("delete-chosen") == "Delete 1 sample")
    #expect(
      try tab.evaluate(
        "document.activeElement.closest('tr').querySelector('input').checked") == .bool(true))
    try delete(by: other)
    try wait(rows: 2)
    #expect(browser.takeProblems() == [])
  }

  @Test(arguments: Other.allCases)
  func `cards, sources and permissions show what another one changes`(_ other: Other) throws {
    try tab.evaluate("location.hash = 'health'")
    let card = "document.querySelector('.hero .value').textContent"
    try tab.wait(until: "\(card).startsWith('68')")
    try save(at: [9], by: other)
    try tab.wait(until: "\(card).startsWith('69')")
    try delete(by: other)
    try tab.wait(until: "\(card).startsWith('68')")
    try tab.evaluate("location.hash = 'sources'")
    let names =
      "[...document.querySelectorAll('#source-list strong')].map((e) => e.textContent).join()"
    try tab.wait(until: "\(names) === '1. Watch'")
    try save(at: [11], by: other, as: "Strap")
    try tab.wait(until: "document.querySelectorAll('#source-list li').length === 2")
    let before = try tab.evaluate(names).string ?? ""
    let found = try visitor.get("/api/sources?type=HeartRate").value["sources"]?.elements ?? []
    let last = try #require(found.last?["bundle_identifier"]?.string)
    switch other {
    case .browser:
      let order = found.reversed().map { $0["bundle_identifier"] ?? .null }
      let body = JSONValue.object([("type", .string("HeartRate")), ("order", .array(order))])
      #expect(try visitor.post("/api/sources/priority", body.text).status == 200)
      let right =
        "{\"bundle_identifier\": \"org.example\", \"type\": \"HeartRate\", \"sharing\": true}"
      #expect(try visitor.post("/api/authorizations", right).status == 200)
    case .program:
      for words in [
        ["sources", "--prefer", last, "--type", "HeartRate"],
        ["authorize", "org.example", "--share", "HeartRate"],
      ] {
        let result = try Heartcam.start(["store"] + words + ["--store", served.store]).result()
        #expect(result.ending == .exit(0), "\(result)")
      }
    }
    try tab.wait(until: "\(names) !== '\(before)'")
    try tab.wait(
      until: "document.querySelector('#permissions').textContent.includes('org.example')")
    #expect(browser.takeProblems() == [])
  }

  @Test func `a page that was not seen for a while shows what has happened meanwhile`() throws {
    /// As another tab in front of it does.
    func hide(_ isHidden: Bool) throws {
      try tab.evaluate(
        """
        Object.defineProperty(document, 'hidden', { value: \(isHidden), configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        """)
    }
    let rows = "document.querySelectorAll('#samples tbody tr').length"
    for (hash, isBehind, isAhead) in [
      ("health/HeartRate/day/2026-03-10", "\(rows) === 1", "\(rows) === 2"),
      (
        "files", "document.querySelector('#jobs').textContent.includes('1 sample saved')",
        "document.querySelectorAll('#jobs li').length === 2"
      ),
    ] {
      try tab.evaluate("location.hash = '\(hash)'")
      try tab.wait(until: isBehind)
      try hide(true)
      try save(at: [hash == "files" ? 10 : 9], by: .browser)
      while try visitor.get("/api/jobs").value["jobs"]?.elements.contains(where: {
        $0["state"]?.string != "done"
      }) == true { usleep(1000) }
      try hide(false)
      try tab.wait(until: isAhead)
      try tab.wait(until: "!document.querySelector('#jobs progress')")
    }
    #expect(browser.takeProblems() == [])
  }
}
