import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The files that a person gives to the page, in a real browser.
@Suite(
  .serialized,
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageFilesTests {
  let browser: Chromium

  init() throws { browser = try Chromium() }

  @Test func `a video that is dropped is measured, and a table of samples is imported`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    let rates = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n",
      to: "rates.csv")
    for file in [Heartcam.samples + "/resting.mp4", Heartcam.samples + "/no-finger.mp4", rates] {
      try tab.choose([file], in: "#choose")
    }
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('bpm')")
    try tab.wait(
      until: "document.querySelector('#jobs').textContent.includes('No heart rate: no finger')")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('1 sample saved')")
    try tab.resize(width: 700, height: 900)
    try tab.picture("files")
    let listed = try Heartcam.run("store", "list", "--json", "--store", served.store)
    #expect(listed.output.contains("\"value\":71.0"))
    // Nothing of the files stays but a note of which samples were saved, and the reports.
    let names = try served.folder.names().filter { $0.hasPrefix("heartcam-page") }
    let left = try FileManager.default.contentsOfDirectory(atPath: served.folder.file(names[0]))
    #expect(left.allSatisfy { $0.hasPrefix("saved-") || $0.hasPrefix("report-") })
    #expect(browser.takeProblems() == [])
  }

  @Test func `a table whose columns are unknown is imported once they are chosen`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    let table = try served.folder.write(
      "\"Wann\";Wert;Notiz\n2026-03-10 08:00;62;ok\n2026-03-12 09:00;64;ok\n", to: "table.csv")
    try tab.choose([table], in: "#choose")
    try tab.wait(until: "document.querySelectorAll('#jobs select').length === 3")
    #expect(try tab.text("jobs").contains("Wann, such as 2026-03-10 08:00"))
    #expect(try !tab.text("jobs").contains("--map"))
    try tab.resize(width: 400, height: 900)
    try tab.picture("columns-400")
    try tab.evaluate(
      """
      const [first, second] = document.querySelectorAll('#jobs select');
      [first.value, second.value] = ['date', 'HeartRate'];
      first.form.requestSubmit();
      """)
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('2 samples saved')")
    #expect(try tab.evaluate("document.querySelectorAll('#jobs > li').length").number == 1)
    let came = try tab.evaluate("document.querySelector('#jobs ul').textContent").string
    #expect(came == "Heart rate: 2 samples, 10 Mar to 12 Mar", "\(came ?? "")")
    #expect(
      try tab.evaluate("document.querySelector('#jobs ul a').hash").string
        == "#health/HeartRate/month/2026-03-12")
    // Dismissed, it is gone for good.
    try tab.evaluate("[...document.querySelectorAll('#jobs button')].at(-1).click()")
    try tab.wait(
      until: "fetch('api/jobs').then((a) => a.json()).then((a) => a.jobs.length === 0)")
    #expect(browser.takeProblems() == [])
  }

  @Test func `what an import brought is deleted after a question, and comes back`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    let lines = (60...64).map { "HeartRate,2026-03-10T08:00:00Z,\($0),count/min\n" }
    let file = try served.folder.write("type,start,value,unit\n" + lines.joined(), to: "a.csv")
    try tab.wait(until: "document.querySelector('#drop').checkVisibility()")
    try tab.drop([file], on: "#drop")
    func press(_ text: String) throws {
      let button =
        "[...document.querySelectorAll('#jobs button')].find((b) => b.textContent === '\(text)')"
      try tab.wait(until: button)
      try tab.evaluate("\(button).click()")
    }
    func count() throws -> Int { try Heartcam.storedSamples(in: served.store).count }
    try press("Delete what it saved")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('Delete all 5?')")
    try press("Keep")
    #expect(try count() == 5)
    try press("Delete what it saved")
    try press("Delete")
    try tab.wait(
      until: "document.querySelector('#jobs').textContent.includes('5 samples deleted.')")
    #expect(try count() == 0)
    try press("Undo")
    try tab.wait(until: "document.querySelector('#jobs').textContent.includes('what it saved')")
    #expect(try count() == 5)
    #expect(browser.takeProblems() == [])
  }

  @Test func `files that are dropped are told apart, sent in turn, and their progress is shown`()
    throws
  {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate("location.hash = 'files'")
    try tab.wait(until: "document.querySelector('#drop').checkVisibility()")
    // Whatever was ever shown of a file.
    try tab.evaluate(
      """
      window.seen = new Set();
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('#jobs li')) {
          if (one.querySelector('progress')) seen.add(one.querySelector('p').textContent);
        }
      }).observe(document.querySelector('#jobs'), { subtree: true, childList: true });
      true
      """)
    let rates = try served.folder.write(
      "type,start,end,value,unit\nHeartRate,2026-03-10T08:00:00Z,2026-03-10T08:00:00Z,71,count/min\n",
      to: "rates.csv")
    let broken = try served.folder.write("this is no video", to: "broken.mp4")
    let files = ["resting.mp4", "resting.csv", "no-finger.mp4"].map { "\(Heartcam.samples)/\($0)" }
    try tab.drop(files + [rates, broken], on: "#drop")
    for text in ["66.", "No heart rate: no finger", "1 sample saved", "broken.mp4"] {
      try tab.wait(until: "document.querySelector('#jobs').textContent.includes('\(text)')")
    }
    try tab.wait(until: "!document.querySelector('#jobs progress')")
    #expect(try tab.evaluate("document.querySelectorAll('#jobs > li').length").number == 5)
    #expect(try tab.evaluate("document.querySelectorAll('#jobs .notice').length").number == 1)
    // Nothing is said in the words of the command line.
    let shown = try tab.evaluate("document.querySelector('#jobs').innerText").string ?? ""
    #expect(!shown.contains("--") && !shown.contains("/job-"), "\(shown)")
    #expect(shown.contains("kept apart as simulated") && shown.contains("See it under Health"))
    // A failure is said once.
    let failure = "it is not a video that FFmpeg knows"
    let jobs = try tab.evaluate("document.querySelector('#jobs').textContent").string ?? ""
    #expect(jobs.ranges(of: failure).count == 1, "\(jobs)")
    let seen = try tab.evaluate("[...seen].join()").string ?? ""
    #expect(seen.contains("Sending") && seen.contains("Measuring"), "\(seen)")
    #expect(
      try tab.evaluate("document.body.dataset.over ?? 'left'") == .string("left"))
    // A file that misses the field does not replace the page.
    try tab.drop([rates], on: "h1")
    #expect(try tab.text("files-title") == "Files")
    try tab.resize(width: 700, height: 900)
    try tab.picture("dropped")
    #expect(browser.takeProblems() == [])
  }

  @Test func `who finds all places for files taken reads so`() throws {
    let served = try ServedProgram()
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    let visitor = try PageVisitor(to: served)
    let held = try (0..<4).map { _ in
      let connection = try RawConnection(port: visitor.port)
      connection.send(
        "POST \(visitor.place)/api/import HTTP/1.1\r\nHost: \(visitor.host)\r\nCookie: \(visitor.cookie)\r\n"
          + "Origin: http://\(visitor.host)\r\nContent-Length: 5000000\r\n\r\n")
      connection.send([UInt8](repeating: 0x20, count: 70_000))
      return connection
    }
    let place = try #require(try served.folder.names().first { $0.hasPrefix("heartcam-page") })
    while try FileManager.default.contentsOfDirectory(atPath: served.folder.file(place)).count < 4 {
      usleep(1000)
    }
    let large = try served.folder.write(
      String(repeating: "no samples at all\n", count: 300_000), to: "large.csv")
    try tab.evaluate("location.hash = 'files'")
    try tab.wait(until: "document.querySelector('#drop').checkVisibility()")
    try tab.drop([large], on: "#drop")
    try tab.wait(
      until: "document.querySelector('#jobs .notice')?.textContent.startsWith('Too many files are')"
    )
    #expect(held.count == 4)
    _ = browser.takeProblems()
  }
}
