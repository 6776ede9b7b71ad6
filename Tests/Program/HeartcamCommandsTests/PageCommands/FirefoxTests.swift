import JSONCoding
import TestSupport
import Testing

/// The page in Firefox: each view, and what a person comes for.
@Suite(
  .serialized,
  .enabled(if: Firefox.isInstalled, "needs Firefox: apt-get install firefox-esr"))
struct FirefoxTests {
  private let browser = Firefox()

  @Test(arguments: [40, 0])
  func `every view of a store fits its window, light and dark, and shows no code`(days: Int) throws
  {
    try browser.everyView(days: days, sizes: [(400, 800), (1400, 900)])
  }

  @Test func `resting rate, deletion, nights and losses are found by keyboard alone`() throws {
    try browser.readsARestingRate()
    try browser.deletesAReading()
    try browser.readsNightsAndLosses()
  }

  @Test func `measure and save, by keyboard alone`() throws { try browser.measuresAndSaves() }

  @Test func `a video is measured, and the report of its day is one file`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    try tab.choose([Heartcam.samples + "/resting.mp4"], in: "#video")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('beats a minute')")
    try tab.evaluate("location.hash = 'health'")
    try tab.wait(until: "document.querySelector('#types a')")
    let report = try tab.evaluate("document.querySelector('#report').href").string ?? ""
    #expect(report.contains("/api/report?date="))
    // It is kept as a file, which opens alone.
    let text = try tab.evaluate("fetch('\(report)').then((answer) => answer.text())").string ?? ""
    #expect(browser.takeProblems() == [])
    let shown = try browser.tab("file://" + served.folder.write(text, to: "report.html"))
    try shown.wait(until: "document.querySelector('h1') && document.querySelector('svg')")
    try shown.resize(width: 800, height: 1000)
    #expect(
      try shown.evaluate("document.documentElement.scrollWidth <= innerWidth") == .bool(true))
    try shown.picture("firefox-report")
    #expect(browser.takeProblems().filter { !$0.contains("file://") } == [])
  }
}
