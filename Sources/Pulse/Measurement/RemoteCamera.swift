import Synchronization
import VideoFrames

/// A camera elsewhere, such as a phone's, that sends the colors of its frames and no picture.
///
/// A message holds frames of `frameLength` bytes, little-endian: the time in seconds as a double; mean red, green and
/// blue, spread, clipped and black share as floats; the five terms of the light's pattern in millionths, as integers
/// of 32 bits, or the lowest of these for an unknown pattern; and 0, 1 or 2 for `LivePhase`, as another. The
/// sender numbers its frames, so that a message which is sent again is taken once. All of it is a stranger's: a message
/// is taken as a whole, or refused.
public final class RemoteCamera: Sendable {
  /// Bytes of a frame.
  public static let frameLength = 56

  /// The maximum number of frames in a message.
  public static let mostFrames = 128

  /// Seconds of silence that end a session.
  static let longestSilence = 20

  /// Hours of frames that a session may last.
  static let longestHours = 1

  /// The minimum seconds from one frame to the next, and by how many seconds frames may come early.
  private static let (leastStep, haste) = (0.002, 2.0)

  /// Seconds for which frames of a first message may have waited.
  private static let longestWait = 10.0

  private struct State {
    /// The destination of frames while a feed is open.
    var outlet: LiveOutlet?

    /// The number that the next frame has.
    var next = 0

    /// Frames that the sender says its camera has missed.
    var missed = 0

    /// The first frame's time on the sender's clock, the same moment on this machine's, and the newest frame's time.
    var clock: (first: Double, arrival: Double, last: Double)?

    /// When anything came last.
    var heard: Double
  }

  private let state: Mutex<State>
  private let description: LiveSourceDescription
  private let now: @Sendable () -> Double

  /// The reason for refusing a message.
  public struct Refusal: Error, Equatable, CustomStringConvertible {
    /// A sentence without a period.
    public let description: String
  }

  /// Names a camera.
  /// - Parameters:
  ///   - name: The name of its device, such as a phone's model.
  ///   - kind: Kind and size of its pictures, in a few words.
  public convenience init(name: String, kind: String) {
    self.init(name: name, kind: kind) { MonotonicClock.now }
  }

  init(name: String, kind: String, now: @escaping @Sendable () -> Double) {
    var description = LiveSourceDescription(name: name, kind: kind)
    description.isCamera = true
    (self.description, self.now) = (description, now)
    state = Mutex(State(heard: now()))
  }

  /// Takes a message.
  /// - Parameters:
  ///   - first: The number of its first frame, from 0. Frames that were taken before are passed over.
  ///   - missed: Frames that the camera itself has missed so far.
  /// - Returns: The number of the next frame; `nil` if no session takes frames.
  public func take(_ message: [UInt8], first: Int, missed: Int) throws(Refusal) -> Int? {
    guard !message.isEmpty, message.count % Self.frameLength == 0,
      message.count / Self.frameLength <= Self.mostFrames
    else { throw Refusal(description: "a message has 1 to \(Self.mostFrames) whole frames") }
    guard (0...Int(Int32.max)).contains(first), (0...Int(Int32.max)).contains(missed) else {
      throw Refusal(description: "numbers of frames are not below 0")
    }
    let frames = message.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: Self.frameLength).map { Frame(bytes, at: $0) }
    }
    // Whether or not a session takes frames.
    guard frames.allSatisfy(\.isPossible) else {
      throw Refusal(description: "a frame has impossible values")
    }
    return try state.withLock { state throws(Refusal) in
      guard let outlet = state.outlet else { return nil }
      state.heard = now()
      let fresh = frames.dropFirst(max(0, state.next - first))
      guard !fresh.isEmpty else { return state.next }
      var last = state.clock?.last ?? -.infinity
      for frame in fresh {
        guard frame.sample.time - last >= Self.leastStep else {
          throw Refusal(description: "times must run forward, by at least \(Self.leastStep) s")
        }
        last = frame.sample.time
      }
      // The newest frame of the first message has just been taken.
      let oldest = frames[0].sample.time
      let clock = state.clock ?? (oldest, state.heard - min(last - oldest, Self.longestWait), last)
      guard last - clock.first <= state.heard - clock.arrival + Self.haste else {
        throw Refusal(description: "frames come before their time")
      }
      // Frames lost on the way, and frames that the camera has missed.
      var lost = max(0, first - state.next) + max(0, missed - state.missed)
      (state.next, state.clock) = (first + frames.count, (clock.first, clock.arrival, last))
      state.missed = max(state.missed, missed)
      // On this machine's clock, by when the first frame came.
      let shift = clock.arrival - clock.first
      for frame in fresh {
        var sample = frame.sample
        sample.time += shift
        if !outlet.offer(sample, frame.phase) { lost += 1 }
      }
      if lost > 0 { outlet.sendAlways(.lost(lost)) }
      return state.next
    }
  }

  /// Begins to pass frames on: a sender that hears that it is open can send them.
  fileprivate func open(_ outlet: LiveOutlet) {
    state.withLock { state in
      outlet.send(.opened(description))
      (state.outlet, state.heard) = (outlet, now())
    }
  }

  /// Takes no frames any more.
  fileprivate func close() { state.withLock { $0.outlet = nil } }

  /// The reason why it cannot continue; `nil` if it can.
  fileprivate var failure: LiveFailure? {
    state.withLock { state in
      if now() - state.heard > Double(Self.longestSilence) { return .silence(Self.longestSilence) }
      let isLong =
        state.clock.map { $0.last - $0.first > Double(Self.longestHours * 3600) } ?? false
      return isLong ? .tooLong(Self.longestHours) : nil
    }
  }
}

extension LiveFeed {
  /// Begins to take the frames of a remote camera.
  public static func remote(_ camera: RemoteCamera) -> LiveFeed {
    LiveFeed { outlet in
      camera.open(outlet)
      defer { camera.close() }
      while outlet.isOpen {
        if let failure = camera.failure {
          outlet.sendAlways(.ended(.failed(failure)))
          return
        }
        MonotonicClock.sleep(0.05)
      }
      outlet.sendAlways(.ended(.stopped))
    }
  }
}

/// A frame as it is sent.
private struct Frame {
  let sample: ColorSample
  let phase: LivePhase

  /// Whether a camera can have seen it.
  let isPossible: Bool

  /// The mark of an unknown pattern.
  private static let unknown = Int32.min

  init(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    func float(_ index: Int) -> Double {
      Double(
        Float(
          bitPattern: UInt32(
            littleEndian: bytes.loadUnaligned(
              fromByteOffset: start + 8 + 4 * index, as: UInt32.self)
          )))
    }
    func integer(_ index: Int) -> Int32 {
      Int32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start + 32 + 4 * index, as: Int32.self))
    }
    let time = Double(
      bitPattern: UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
    let terms = (0..<LightPattern.termCount).map(integer)
    var weights = SIMD8<Double>.zero
    for (index, term) in terms.enumerated() { weights[index] = Double(term) / 1e6 }
    let hasPattern = !terms.contains(Self.unknown)
    sample = ColorSample(
      time: time, red: float(0), green: float(1), blue: float(2), spread: float(3),
      clippedShare: float(4), blackShare: float(5),
      pattern: hasPattern ? LightPattern(terms: weights) : nil)
    let phases = [LivePhase.waiting, .settling, .measuring]
    let number = Int(integer(LightPattern.termCount))
    phase = phases.indices.contains(number) ? phases[number] : .measuring
    // Blocks weigh up to twice their level.
    isPossible =
      phases.indices.contains(number) && abs(time) < 1e9
      && (0..<3).allSatisfy { (-1...256).contains(float($0)) } && (0...8).contains(float(3))
      && (4..<6).allSatisfy { (0...1).contains(float($0)) }
      && (!hasPattern || terms.allSatisfy { abs($0) <= 2_000_000 })
  }
}
