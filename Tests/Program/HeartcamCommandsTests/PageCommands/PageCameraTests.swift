import FoundationEssentials
import Glibc
import TestSupport
import Testing
import V4L2Source

@testable import Measurement
@testable import TestPrograms

/// The page in a real browser, with a camera that the test plays.
@Suite(
  .serialized,
  .enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests installs chromium"))
struct PageCameraTests {
  /// Half a minute of a finger at once, then the end of the camera when it is unplugged.
  private static func play(_ outlet: LiveOutlet, _ isUnplugged: () -> Bool) {
    outlet.send(.opened(ServedCamera.description))
    for index in 0..<900 {
      outlet.send(ServedCamera.sample(at: 1000 + Double(index) / 30), .measuring)
    }
    while !isUnplugged(), outlet.isOpen { usleep(1000) }
    let gone = V4L2Error(
      .disconnected, operation: "poll", device: ServedCamera.description.path,
      reason: "No such device")
    outlet.send(.disconnected(LiveDisconnection(error: gone, isReopening: false)))
    outlet.sendAlways(.ended(.failed(.camera(gone))))
  }

  @Test func `a camera that is unplugged is said, its result waits, and Repeat saves it`() throws {
    let browser = try Chromium()
    let folder = try TemporaryFolder()
    let store = folder.file("place/health.db")
    let served = try ServedCamera(store, in: folder, Self.play)
    defer { served.end() }
    let tab = try browser.tab(served.address)
    try tab.click("#start")
    try tab.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    served.unplug()
    try tab.wait(until: "document.querySelector('#result').checkVisibility()")
    #expect(try tab.text("advice").contains("No such device"))
    #expect(try tab.text("result-text").hasPrefix("72."))
    try tab.resize(width: 700, height: 1000)
    try tab.picture("unplugged")
    // No folder can be made where a file lies.
    try folder.write("in the way", to: "place")
    try tab.click("#save")
    try tab.wait(until: "document.querySelector('#save-failure').checkVisibility()")
    #expect(try tab.text("save") == "Repeat")
    unlink(folder.file("place"))
    try tab.click("#save")
    try tab.wait(
      until: "document.querySelector('#outcome').textContent.includes('Saved.')")
    #expect(try Heartcam.storedSamples(in: store).count > 2)
    // The page is ready for the next one.
    try tab.wait(until: "!document.querySelector('#start').disabled")
    #expect(browser.takeProblems() == [])
  }
}
