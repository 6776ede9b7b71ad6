import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A phone as the camera: the page that it opens, in a real browser with a fake camera, and its listener.
@Suite(.serialized)
struct PhoneTests {
  private func served() throws -> ServedProgram {
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
        window.begun ??= [metadata.captureTime, metadata.presentedFrames];
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
    try phone.resize(width: 400, height: 560)
    try phone.picture("phone")
    // The lamp is lit, and once a finger lies the camera is held still.
    let applied = try phone.evaluate("JSON.stringify(applied)").string ?? ""
    #expect(applied.contains(#""torch":true,"exposureMode":"continuous""#), "\(applied)")
    #expect(applied.contains(#""torch":true,"exposureMode":"manual""#), "\(applied)")
    let pace = try phone.evaluate(
      "(newest[1] - begun[1]) / (newest[0] - begun[0]) * 1000")
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

  @Test(.enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests"))
  func `without a finger there is no number, and a clip is measured in the sandbox`() throws {
    let folder = try TemporaryFolder()
    let video = try Self.video(["--scene", "moving", "--duration", "20"], in: folder)
    let browser = try Self.browser(video)
    let served = try served()
    // The browser's own camera, in the list of cameras of the page on this machine.
    let tab = try browser.tab(served.address)
    try tab.wait(until: "document.querySelector('#camera').options.length")
    try tab.evaluate("document.querySelector('#camera').value = 'phone.html'")
    try tab.click("#start")
    try tab.wait(until: "location.pathname.endsWith('/phone.html')")
    try tab.click("#start")
    try tab.wait(until: "document.querySelector('main').dataset.state === 'running'")
    sleep(9)
    #expect(try tab.text("rate") == "–")
    // Its buttons are those of the page.
    let colors = try tab.evaluate(
      """
      (() => {
        const probe = Object.assign(document.createElement('i'), { style: 'color: var(--accent)' });
        document.body.append(probe);
        return [getComputedStyle(probe).color, getComputedStyle(document.querySelector('#save')).backgroundColor];
      })()
      """
    ).elements
    #expect(colors.count == 2 && colors.first == colors.last, "\(colors)")
    #expect(try tab.evaluate("document.querySelector('#lamp').hidden") == .bool(false))
    try tab.click("#stop")
    try tab.wait(until: "document.querySelector('#advice').textContent.startsWith('No number')")
    #expect(!FileManager.default.fileExists(atPath: served.store))
    try tab.evaluate("document.querySelector('#film').open = true")
    try tab.choose([Heartcam.samples + "/resting.mp4"], in: "#clip")
    try tab.wait(until: "document.querySelector('#clip-state').textContent.includes('Measured')")
    let measured = try Heartcam.measure(Heartcam.samples + "/resting.mp4", "--every", "1000")
    #expect(abs((Double(try tab.text("rate")) ?? 0) - (measured.bpm ?? 0)) < 2)
    // The code to scan stands on a page of its own.
    try tab.evaluate("location.assign('use-a-phone')")
    try tab.wait(until: "document.querySelector('svg path')")
    #expect(try tab.evaluate("document.body.innerText").string?.contains("SHA-256") == true)
    // It has the look of the page, and only the steps that can be taken.
    #expect(
      try tab.evaluate(
        "[...document.querySelectorAll('.steps h3')].filter((one) => one.checkVisibility()).length"
      )
      .number == 3)
    #expect(
      try tab.evaluate("getComputedStyle(document.querySelector('.steps li')).borderRadius").string
        == "16px")
    #expect(try tab.evaluate("document.body.innerText.includes('{')") == .bool(false))
    try tab.picture("use-a-phone")
    #expect(browser.takeProblems() == [])
  }

  /// The phone's sums of pictures beside those of the program.
  @Test(.enabled(if: Chromium.isInstalled, "needs a browser: scripts/setup --tests"))
  func `the colors of a canvas are those of the program, within a fifth of a level`() throws {
    let folder = try TemporaryFolder()
    let video = try Heartcam.simulate(
      folder.file("scene.avi"), "--codec", "mjpeg", "--duration", "10", "--bpm", "66")
    try FileManager.default.createDirectory(
      atPath: folder.file("frames"), withIntermediateDirectories: false)
    try Heartcam.ffmpeg("-i", video, "-c", "copy", to: folder.file("frames/%03d.jpg"))
    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.file("frames"))
      .sorted()
    #expect(pictures.count == 300)
    let signal = folder.file("signal.csv")
    let plain = try Heartcam.run("measure", video, "--store", "none", "--json", "--signal", signal)
    let lines = try String(contentsOfFile: signal, encoding: .utf8).split(separator: "\n")
    let own = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let browser = try Chromium(["--ignore-certificate-errors"])
    let served = try served()
    let tab = try browser.tab(served.phoneAddress)
    try tab.wait(until: "document.querySelector('#start')")
    try tab.evaluate(
      """
      import("./phone.js").then(({ colors }) => {
        window.look = async (addresses) => {
          const seen = [];
          for (const address of addresses) {
            const picture = Object.assign(new Image(), { src: address });
            await picture.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
            const pen = canvas.getContext("2d", { willReadFrequently: true });
            pen.drawImage(picture, 0, 0);
            seen.push(colors(pen.getImageData(0, 0, 320, 240)).flat());
          }
          return seen;
        };
      })
      """)
    var seen: [[Double]] = []
    for start in stride(from: 0, to: pictures.count, by: 20) {
      let addresses = try pictures[start..<min(start + 20, pictures.count)].map {
        let data = try Data(contentsOf: URL(filePath: folder.file("frames/\($0)")))
        return "\"data:image/jpeg;base64,\(data.base64EncodedString())\""
      }
      let answer = try tab.evaluate("look([\(addresses.joined(separator: ","))])")
      seen += answer.elements.map { $0.elements.map { $0.number ?? .nan } }
    }
    #expect(seen.count == own.count)
    // Columns: three levels, spread, two shares, and at the end five terms.
    var largest = [Double](repeating: 0, count: 11)
    var rows = [lines[0]]
    let pattern = try #require(lines[0].split(separator: ",").firstIndex(of: "tilt_x"))
    for (frame, line) in zip(seen, own) {
      var row = line
      for index in 0..<11 {
        let column = index < 6 ? index + 1 : pattern + index - 6
        let value = index < 6 ? frame[index] : frame[index] / 1e6
        largest[index] = max(largest[index], abs(value - (Double(line[column]) ?? .nan)))
        row[column] = "\(value)"[...]
      }
      rows.append(row.joined(separator: ",")[...])
    }
    #expect(largest[..<3].allSatisfy { $0 < 0.2 }, "\(largest)")
    #expect(largest[3...].allSatisfy { $0 < 0.001 }, "\(largest)")
    let other = try folder.write(rows.joined(separator: "\n") + "\n", to: "canvas.csv")
    let canvas = try Heartcam.run("measure", other, "--store", "none", "--json")
    func rate(_ result: ProcessResult) throws -> Double {
      try JSONValue.value(of: Array(result.output.utf8))["bpm"]?.number ?? 0
    }
    #expect(try abs(rate(plain) - 66) < 1 && abs(rate(plain) - rate(canvas)) < 0.1)
  }

  private static let openssl = "/usr/bin/openssl"

  /// What a client with these options is told by the phones' listener.
  private func handshake(_ port: Int, _ options: String) throws -> String {
    let result = try Heartcam.sh(
      "echo | \(Self.openssl) s_client -connect 127.0.0.1:\(port) -cipher ALL:@SECLEVEL=0 \(options) 2>&1"
    )
    return result.output
  }

  @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0, "needs openssl"))
  func `phones come encrypted by a new protocol, with a certificate that is kept`() throws {
    let served = try served()
    let port = try #require(
      Int(served.phoneAddress.firstMatch(of: /^https:\/\/127\.0\.0\.1:(\d+)\//)?.1 ?? ""))
    for (option, isTaken) in [
      ("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true),
    ] {
      let answer = try handshake(port, option)
      #expect(answer.contains("Cipher is (NONE)") != isTaken, "\(option): \(answer)")
    }
    // The certificate is the one whose SHA-256 is printed, for this address.
    let shown = try Heartcam.sh(
      "echo | \(Self.openssl) s_client -connect 127.0.0.1:\(port) 2>/dev/null | \(Self.openssl) x509 -noout "
        + "-fingerprint -sha256 -ext subjectAltName -dates"
    ).output
    let fingerprint = try #require(shown.firstMatch(of: /Fingerprint=([0-9A-F:]{95})/)?.1)
    #expect(served.process.errorsSoFar.contains("SHA-256 is \(fingerprint)"))
    #expect(shown.contains("IP Address:127.0.0.1"), "\(shown)")
    let file = served.folder.file("data/heartcam/phone-certificate.pem")
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let kept = try String(contentsOfFile: file, encoding: .utf8)
    // A browser that comes without encryption is told so.
    let plain = try RawConnection(port: port).exchange(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(plain.status == 400 && plain.body.contains("https://"))
    // The next server is the same one for a phone; one of a person's own may take its place.
    served.process.send(SIGINT)
    let again = try ServedProgram(
      "--phone", "--phone-port", "0", "--phone-listen", "127.0.0.1", in: served.folder)
    try again.process.wait { again.process.errorsSoFar.contains("SHA-256 is \(fingerprint)") }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == kept)
    // Who listens everywhere is reached at an address of the network.
    again.process.send(SIGINT)
    let everywhere = try ServedProgram(
      "--phone", "--phone-port", "0", "--phone-listen", "0.0.0.0", in: served.folder)
    try everywhere.process.wait { everywhere.process.errorsSoFar.contains("SHA-256") }
    let addresses = try Heartcam.sh("hostname -I").output.split(whereSeparator: \.isWhitespace)
    #expect(
      addresses.isEmpty || addresses.contains { everywhere.phoneAddress.contains("//\($0):") })
    for (text, status) in [("nothing of the kind", 65), (nil, 74)] as [(String?, Int32)] {
      let own = served.folder.file("own.pem")
      if let text { try served.folder.write(text, to: "own.pem") } else { unlink(own) }
      let result = try Heartcam.run(
        "serve", "--port", "0", "--store", "none", "--phone", "--phone-port", "0", "--phone-listen",
        "127.0.0.1", "--certificate", own)
      #expect(result.ending == .exit(status), "\(result)")
    }
  }

  @Test func `a phone sees nothing of the store, and strangers cost it nothing`() throws {
    let served = try served()
    let port = try #require(
      Int(served.phoneAddress.firstMatch(of: /:(\d+)\//)?.1 ?? ""))
    func memory() throws -> Int {
      let text = try String(
        contentsOfFile: "/proc/\(served.process.pid)/status", encoding: .utf8)
      return Int(text.firstMatch(of: /VmRSS:\s+(\d+)/)?.1 ?? "") ?? 0
    }
    let address = served.phoneAddress
    let script = """
      set -e
      cd "$folder"
      curl -sk -c jar "$address" >page
      place=$(sed -n 's/.*url=\\(\\/[0-9a-f]*\\/\\)".*/\\1/p' page)
      ask() { curl -sk -b jar -o answer -w '%{http_code} ' -H "Origin: $origin" "$@"; }
      for path in "" phone.js api/phone; do ask "$origin${place}$path"; done
      for path in api/overview api/samples api/export api/jobs api/events api/cameras index.html main.js use-a-phone; do
        ask "$origin${place}$path"
      done
      curl -sk -o answer -w '%{http_code} ' "$origin${place}api/phone"
      curl -sk -b jar -H "Origin: https://example.com" -d '{}' -o answer -w '%{http_code} ' "$origin${place}api/phone/stop"
      curl -sk -o answer -w '%{http_code} ' "$address"
      """
    let result = try Heartcam.sh(
      script,
      [
        "folder": served.folder.path, "address": address,
        "origin": String(address.prefix { $0 != "?" }.dropLast()),
      ])
    #expect(
      result.output == "200 200 200 404 404 404 404 404 404 404 404 404 403 403 403 ", "\(result)")
    // Connections that say nothing, that say nonsense, and that begin as TLS does.
    let before = try memory()
    for _ in 0..<3 {
      let connections = try (0..<200).map { _ in try RawConnection(port: port) }
      for (index, connection) in connections.enumerated() where index % 3 > 0 {
        connection.send(
          index % 3 == 1 ? [22, 3, 1, 255, 255, 0] : Array(repeating: 65, count: 5000))
      }
    }
    // Frames that no camera sends, from a browser that was let in.
    let visitor = try PageVisitor(to: served)
    #expect(try visitor.post("/api/phone/start", #"{"width":320,"height":240}"#).status == 202)
    while try visitor.post("/api/phone/frames?first=0&missed=0", "x").status != 400 { usleep(1000) }
    for index in 0..<1000 {
      let body = String(repeating: "\(index % 10)", count: 56 * (1 + index % 8))
      #expect(
        try visitor.post("/api/phone/frames?first=\(index)&missed=\(index % 3 - 1)", body).status
          == 400)
    }
    for path in ["", "?first=0", "?first=x&missed=0", "?first=1e3&missed=0"] {
      #expect(try visitor.post("/api/phone/frames\(path)", "x").status == 400)
    }
    let large = String(repeating: "0", count: 56 * 129)
    #expect(try visitor.post("/api/phone/frames?first=0&missed=0", large).status == 413)
    for body in ["[]", "{}", #"{"width":0,"height":1}"#, #"{"width":320,"height":1e9}"#, "{"] {
      #expect(try visitor.post("/api/phone/start", body).status == 400)
    }
    let grown = try memory() - before
    #expect(grown < 20_000, "\(grown) kB")
    let again = try Heartcam.sh("curl -sk -o /dev/null -w '%{http_code}' \(served.phoneAddress)")
    #expect(again.output == "200")
    served.process.send(SIGINT)
    #expect(served.process.result().ending == .exit(0))
  }
}
