import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A phone as the camera: the page that it opens, in a real browser with a fake camera, and its listener.
@Suite(.serialized)
struct PhoneTests {
  private static let options = ["--phone", "--phone-port", "0", "--phone-listen", "127.0.0.1"]

  private func served(_ more: String...) throws -> ServedProgram {
    let served = try ServedProgram(
      "--phone", "--phone-port", "0", "--phone-listen", "127.0.0.1")
    try served.process.wait { served.process.errorsSoFar.contains("SHA-256") }
    return served
  }

  /// A browser whose camera shows a video, over and over. It takes the certificate as a person does once.
  private static func browser(_ video: String) throws -> Chromium {
    try Chromium([
      "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
      "--use-file-for-fake-video-capture=\(video)", "--ignore-certificate-errors",
    ])
  }

  /// A lamp and controls for the fake camera, and what it delivered.
  private static let lamp = """
    window.applied = [];
    MediaStreamTrack.prototype.getCapabilities = () =>
      ({ torch: true, exposureMode: ["continuous", "manual"], focusMode: ["continuous", "manual"] });
    MediaStreamTrack.prototype.applyConstraints = async function (wanted) { applied.push(wanted.advanced[0]); };
    const request = HTMLVideoElement.prototype.requestVideoFrameCallback;
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (take) {
      return request.call(this, (now, metadata) => {
        window.frames ??= [metadata.captureTime, metadata.presentedFrames];
        window.newest = [metadata.captureTime, metadata.presentedFrames];
        take(now, metadata);
      });
    };
    """

  /// A simulated scene as a fake camera takes it; it is raw, so that nothing waits for a decoder.
  private static func video(_ options: [String], in folder: TemporaryFolder) throws -> String {
    let file = folder.file("scene.mkv")
    let result = try Heartcam.start(
      ["simulate", file, "--codec", "ffv1", "--size", "160x120"] + options
    ).result()
    guard result.ending == .exit(0) else { throw UnexpectedOutput(description: "\(result)") }
    return try Heartcam.ffmpeg("-i", file, "-pix_fmt", "yuv420p", to: folder.file("scene.y4m"))
  }

  @Test(.enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests"))
  func `two phones measure from the scanned address to the saved number, and the page watches`()
    throws
  {
    let folder = try TemporaryFolder()
    let video = try Self.video(["--bpm", "75", "--duration", "40"], in: folder)
    let browser = try Self.browser(video)
    let served = try served()
    let page = try browser.tab(served.address)
    try page.wait(until: "document.querySelector('nav a[aria-current]')")
    let first = served.phoneAddress
    let phone = try browser.tab(first, isOther: true, before: Self.lamp)
    try phone.wait(until: "document.querySelector('#start')")
    try served.process.wait { served.phoneAddress != first }
    let begin = ContinuousClock.now
    try phone.click("#start")
    try phone.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    let wait = ContinuousClock.now - begin
    #expect(wait < .seconds(12), "the first number came after \(wait)")
    let other = try browser.tab(served.phoneAddress, isOther: true, before: Self.lamp)
    try other.click("#start")
    // The page on the machine shows the same session.
    try page.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    #expect(try page.text("steering").contains("Another browser"))
    // The network is away for a while, and nothing is lost.
    try phone.call(
      "Network.emulateNetworkConditions",
      [
        ("offline", .bool(true)), ("latency", .integer(0)), ("downloadThroughput", .integer(-1)),
        ("uploadThroughput", .integer(-1)),
      ])
    try phone.wait(until: "document.querySelector('#link').textContent.includes('answer')")
    try other.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    try phone.call(
      "Network.emulateNetworkConditions",
      [
        ("offline", .bool(false)), ("latency", .integer(0)), ("downloadThroughput", .integer(-1)),
        ("uploadThroughput", .integer(-1)),
      ])
    try phone.wait(until: "document.querySelector('#link').textContent === ''")
    try phone.wait(until: "Number(document.querySelector('#rate').textContent) > 0")
    try phone.picture("phone")
    // The lamp is lit, and once a finger lies the camera is held still.
    let applied = try phone.evaluate("JSON.stringify(applied)").string ?? ""
    #expect(applied.contains(#""torch":true,"exposureMode":"continuous""#), "\(applied)")
    #expect(applied.contains(#""torch":true,"exposureMode":"manual""#), "\(applied)")
    let pace = try phone.evaluate(
      "(newest[1] - frames[1]) / (newest[0] - frames[0]) * 1000")
    try phone.click("#stop")
    try phone.wait(until: "document.querySelector('main').dataset.state === 'measured'")
    try phone.click("#save")
    try phone.wait(until: "document.querySelector('#outcome').textContent.includes('Saved')")
    let saved = try Heartcam.savedRates(in: served.store)
    let rate = try #require(saved.first { $0.type == "HeartcamSessionHeartRate" }?.value)
    // The fake camera plays a file at a pace of its own.
    let truth = 75 * (pace.number ?? 0) / 30
    #expect(abs(rate - truth) < 1, "\(rate), \(truth)")
    let line = try Heartcam.run("store", "list", "--json", "--store", served.store).output
    #expect(line.contains(#""HeartcamStartSource":"clock""#), "\(line.prefix(600))")
    #expect(line.contains(#""HeartcamCamera":"Browser's camera""#), "\(line.prefix(600))")
    // A page that was loaded again finds what was measured before, and may let it go.
    try other.evaluate("location.reload()")
    try other.wait(until: "document.querySelector('main').dataset.state === 'measured'")
    try other.click("#discard")
    try other.wait(until: "document.querySelector('main').dataset.state === 'idle'")
    #expect(try Heartcam.savedRates(in: served.store).count == saved.count)
    #expect(browser.takeProblems().filter { !$0.contains("INTERNET_DISCONNECTED") } == [])
  }
}
