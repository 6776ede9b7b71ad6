import FoundationEssentials
import Sandbox
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// What comes of a process that has been taken over and sends what it likes: a refusal, or wrong numbers.
struct LyingReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let facts = ReaderMessage.Facts(
    kind: "h264 8x8", identity: "murmur3:" + String(repeating: "0", count: 32),
    dependsOnThreads: false, isSimulated: false, lostCount: 0, warnings: [])
  private static let opened = ReaderMessage.opened(facts, start: nil, duration: nil).bytes
  private static let finished = ReaderMessage.finished(
    facts, wasInterrupted: false, warnings: []
  ).bytes

  private static func samples(_ time: Double = 0, red: Double = 1) -> [UInt8] {
    ReaderMessage.samples([(ColorSample(time: time, red: red, green: 1, blue: 1), nil)], facts)
      .bytes
  }

  /// Measures with a shell in place of the reader that sends these messages.
  private func measure(_ messages: [[UInt8]]) throws -> RecordingResult {
    let file = try folder.write("a recording", to: "video.mp4")
    let line = messages.map { bytes in
      let octal = bytes.map { "\\" + String($0 + 0, radix: 8).leftPadded }.joined()
      return "printf '\(octal)' >&0"
    }.joined(separator: "; ")
    var options = MeasurementOptions()
    options.sandbox = RecordingSandbox(
      command: ["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"]
    ) { _ in }
    return try RecordingInput(file).measure(options)
  }

  @Test func `messages in order are taken, whatever the numbers are`() throws {
    let result = try measure([
      Self.opened, Self.samples(0), Self.samples(-1e300, red: 1e300), Self.finished,
    ])
    #expect(result.frameCount == 2 && result.reason != nil)
  }

  @Test func `messages that cannot be are refused`() throws {
    let (opened, samples, finished) = (Self.opened, Self.samples(), Self.finished)
    var wrongIdentity = Self.facts
    wrongIdentity.identity = "murmur3:../../etc/passwd"
    var longText = opened
    longText[1...4] = [255, 255, 255, 127]
    let wrong: [[[UInt8]]] = [
      [[16]], [[255, 1, 2]], [samples], [finished], [opened, opened],
      [opened, samples + [0]], [opened, samples.dropLast()],
      [opened, Self.samples(.nan)], [opened, Self.samples(.infinity)],
      [opened, Self.samples(0, red: -.infinity)], [longText],
      [ReaderMessage.opened(wrongIdentity, start: nil, duration: nil).bytes],
      [ReaderMessage.opened(Self.facts, start: .nan, duration: nil).bytes],
      [opened, ReaderMessage.samples([], Self.facts).bytes],
      [opened, ReaderMessage.picture(0).bytes],
      [opened, ReaderMessage.failed(operation: "pay", reason: "now").bytes],
    ].map { $0.map { Array($0) } }
    for messages in wrong {
      let error = #expect(throws: MeasurementError.self) { _ = try measure(messages) }
      #expect(error?.reason.contains("sent what is no result") == true, "\(messages): \(error)")
    }
  }

  @Test func `an end that nobody asked for, or none, is refused`() throws {
    let stopped = ReaderMessage.finished(Self.facts, wasInterrupted: true, warnings: []).bytes
    #expect(throws: MeasurementError.self) {
      _ = try measure([Self.opened, Self.samples(), stopped])
    }
    let error = #expect(throws: MeasurementError.self) {
      _ = try measure([Self.opened, Self.samples()])
    }
    #expect(error?.reason.contains("ended with status 0") == true)
  }

  @Test func `color frames pass to the last bit`() throws {
    let samples: [(sample: ColorSample, share: Double?)] = [
      (ColorSample(time: 0.1, red: 1 / 3, green: .nan, blue: -0.0), 0.5),
      (
        ColorSample(
          time: -2, red: 255.00000001, green: 3, blue: 4, spread: 0.25, clippedShare: 0,
          blackShare: 1, skinShare: 1e-300, isKeyFrame: false,
          pattern: LightPattern(tiltX: 1, tiltY: -0.2, twist: 1e-6, bowX: 0, bowY: 3)), nil
      ),
    ]
    guard
      case .samples(let read, let facts) = try ReaderMessage(
        ReaderMessage.samples(samples, Self.facts).bytes)
    else {
      Issue.record("not what was written")
      return
    }
    #expect(facts == Self.facts && read.map(\.share) == [0.5, nil])
    for (one, other) in zip(samples.map(\.sample), read.map(\.sample)) {
      #expect(one.time == other.time && one.red.bitPattern == other.red.bitPattern)
      #expect(one.green.isNaN == other.green.isNaN && one.blue.bitPattern == other.blue.bitPattern)
      #expect(one.spread == other.spread && one.clippedShare == other.clippedShare)
      #expect(one.blackShare == other.blackShare && one.skinShare == other.skinShare)
      #expect(one.isKeyFrame == other.isKeyFrame && one.pattern == other.pattern)
    }
  }
}

extension String {
  /// Three octal digits.
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 3 - count)) + self }
}
