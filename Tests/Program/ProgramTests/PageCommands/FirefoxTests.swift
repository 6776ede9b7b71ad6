import TestSupport
import Testing

@testable import TestPrograms

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

  // Deletion is tried in Chromium alone: without a window, Firefox makes no click of a key on a dialog's button.
  @Test func `resting rate, nights and losses are found by keyboard alone`() throws {
    try browser.readsARestingRate()
    try browser.readsNightsAndLosses()
  }

  @Test func `measure and save, by keyboard alone`() throws { try browser.measuresAndSaves() }

  @Test func `a video is measured, and its day has a report`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    try tab.choose([Heartcam.samples + "/resting.mp4"], in: "#choose")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('bpm')")
    try tab.evaluate("location.hash = 'health'")
    try tab.wait(until: "document.querySelector('#types a')")
    let report = try tab.evaluate("document.querySelector('#report').href").string ?? ""
    #expect(report.contains("/api/report?date="))
    let text = try tab.evaluate("fetch('\(report)').then((answer) => answer.text())").string ?? ""
    #expect(text.contains("</h1>") && text.contains("Heart rate"), "\(text.prefix(500))")
    #expect(browser.takeProblems() == [])
  }
}
