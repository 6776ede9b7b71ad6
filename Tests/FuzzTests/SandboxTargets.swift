import Foundation
import Photoplethysmography
import Sandbox
import VideoFrames

@testable import Measurement

/// What a process sends that has been taken over, and what is sent to it.
enum SandboxTargets {
  /// A message that is accepted keeps the rules for texts and numbers, and is written as one that reads the same.
  static func message(_ bytes: [UInt8]) {
    _ = (try? JSONDecoder().decode(ReaderOrder.self, from: Data(bytes)))?.options
    _ = try? JSONDecoder().decode(PictureHandover.self, from: Data(bytes))
    guard let message = try? ReaderMessage(bytes) else { return }
    switch message {
    case .opened(let facts, let start, let duration):
      requireGood(facts)
      FuzzTarget.require(
        [start, duration].allSatisfy { $0?.isFinite ?? true }, "times are finite")
    case .samples(let samples, let facts):
      requireGood(facts)
      FuzzTarget.require(samples.count <= ReaderMessage.most, "frames are of a limited number")
      FuzzTarget.require(
        samples.allSatisfy { $0.sample.time.isFinite && $0.share?.isFinite ?? true },
        "times are finite")
    case .finished(let facts, _, let warnings):
      requireGood(facts)
      warnings.forEach(requirePlain)
    case .failed(let operation, let reason): [operation, reason].forEach(requirePlain)
    case .picture: break
    }
    // A control character takes more room once it is replaced, so a text may be cut the first time.
    let written = message.bytes
    FuzzTarget.require(
      (try? ReaderMessage(written))?.bytes == written, "a message that is written reads the same")
  }

  private static func requireGood(_ facts: ReaderMessage.Facts) {
    requirePlain(facts.kind)
    facts.warnings.forEach(requirePlain)
    FuzzTarget.require(
      facts.identity.wholeMatch(of: /murmur3:[0-9a-f]{32}/) != nil, "an identity is a hash")
  }

  private static func requirePlain(_ text: String) {
    FuzzTarget.require(
      text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "a text has no control characters")
  }

  /// The bytes of the longest conversation, which must fit on a command line.
  private static let longest = 16_384

  /// Takes a recording from a process that sends these messages, each after its length in two bytes: there is a
  /// result of the frames that came, or one error of a line.
  static func process(_ bytes: [UInt8]) {
    var rest = bytes.prefix(longest)
    var (line, count) = ("", 0)
    while rest.count > 2 {
      let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
      let message = rest.dropFirst(2).prefix(max(1, length))
      rest = rest.dropFirst(2 + message.count)
      // Three octal digits, whatever follows.
      let octal = message.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }.joined()
      line += "printf '\(octal)' >&0\n"
      count += 1
    }
    MemoryFile.shared.withContent(Array("a recording".utf8)) { path in
      var options = MeasurementOptions()
      options.sandbox = RecordingSandbox(
        command: ["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"]
      ) { _ in }
      do throws(MeasurementError) {
        let result = try RecordingInput(path).measure(options)
        FuzzTarget.require(
          result.frameCount <= count * ReaderMessage.most, "no frame comes from nowhere")
        for reading in result.readings {
          guard let rate = reading.rate else { continue }
          FuzzTarget.require(
            (20...220).contains(rate.beatsPerMinute) && rate.low <= rate.high,
            "a rate is one that a heart can have")
        }
      } catch {
        FuzzTarget.require(!error.reason.isEmpty, "an error has a reason")
        requirePlain(error.reason)
      }
    }
  }

  /// Conversations that are in order.
  static var conversations: [[UInt8]] {
    let facts = ReaderMessage.Facts(
      kind: "h264 8x8", identity: "murmur3:" + String(repeating: "0", count: 32),
      dependsOnThreads: false, isSimulated: false, lostCount: 1, warnings: ["a frame is damaged"])
    let samples = (0..<100).map { number in
      (ReaderMessage.sample(number), number % 2 == 0 ? Double(number) / 100 : nil)
    }
    return [
      [
        .opened(facts, start: 700_000_000, duration: 3.3), .samples(samples, facts),
        .finished(facts, wasInterrupted: false, warnings: []),
      ],
      [.opened(facts, start: nil, duration: nil), .failed(operation: "decode", reason: "no key")],
      [.failed(operation: "open", reason: "it is no recording")], [.picture(0)],
    ].map { (messages: [ReaderMessage]) in
      messages.flatMap { message in
        let bytes = message.bytes
        return [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)] + bytes
      }
    }
  }

  /// Single messages, and the orders of the outer side.
  static var messages: [[UInt8]] {
    conversations.map { Array($0.dropFirst(2).prefix(Int($0[0]) | Int($0[1]) << 8)) } + [
      Array(
        #"{"name":"a","region":[0,0,8,8],"looksForSkin":false,"threads":1,"isFast":true}"#.utf8),
      Array(#"{"name":"a","operation":"open","code":2,"reason":"none"}"#.utf8),
    ]
  }
}

extension ReaderMessage {
  /// A frame of a finger that pulses.
  fileprivate static func sample(_ number: Int) -> ColorSample {
    ColorSample(
      time: Double(number) / 30, red: 150 + (number % 28 < 8 ? 3 : 0), green: 40, blue: 20,
      spread: 0.1, clippedShare: 0, isKeyFrame: number == 0)
  }
}
