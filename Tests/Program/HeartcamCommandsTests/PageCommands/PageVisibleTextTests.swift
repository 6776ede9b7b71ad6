import CommandEnvironment
import Testing

@testable import TestPrograms

/// Strangers' texts in the page.
@Suite(
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageVisibleTextTests {
  @Test func `every character is written out by the page as by the program`() throws {
    let browser = try Chromium()
    let served = try ServedProgram("--replay", Heartcam.samples + "/resting.csv")
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('nav a[aria-current]')")
    try tab.evaluate(
      """
      import(new URL('text.js', location)).then((m) => {
        const out = [];
        for (let c = 0; c < 0x110000; c++) {
          if (c >= 0xD800 && c < 0xE000) continue;
          const t = String.fromCodePoint(c);
          if (m.visible(t) !== t) out.push(m.visible(t));
        }
        window.changed = out.join(' ');
      })
      """)
    try tab.wait(until: "window.changed !== undefined")
    let changed = try tab.evaluate("window.changed").string ?? ""
    var expected: [String] = []
    for scalar in (0...UInt32(0x10FFFF)).compactMap(Unicode.Scalar.init) {
      let (text, isLine) = (String(scalar), scalar == "\n" || scalar == "\t")
      let shown = text.withVisibleControls
      if shown != text, !isLine { expected.append(shown) }
    }
    #expect(changed == expected.joined(separator: " "))
    #expect(browser.takeProblems() == [])
  }
}
