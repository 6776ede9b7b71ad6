import TestPictures
import CV4L2
import Glibc
import Measurement
import ScriptedCamera
import TestSupport
import Testing
import VideoFrames

@testable import V4L2Source

/// Whole sessions with a driver that fails and answers wrongly at random: nothing may crash, hang, leak or read
/// beyond its buffer.
///
/// The tests are seeded; see `FuzzRounds`.
struct UnreliableDriverTests {
  private static let rubbish: [UInt8] = {
    var generator = SeededGenerator(seed: 77)
    return (0..<30_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  private static let pictures: [[UInt8]] = (1...4).map { seed in
    var picture = TestJPEG()
    (picture.width, picture.height, picture.seed) = (16 * seed, 24, UInt64(seed))
    picture.restartInterval = seed == 2 ? 3 : 0
    return picture.encode().bytes
  }

  /// Counts of what sessions did: a test whose cameras never open would find nothing.
  private struct Tally {
    var opened = 0
    var frames = 0
    var damaged = 0
    var failed = 0
    var searches = 0
    var locks = 0
  }

  @Test func `no driver can crash, hang or leak a session, or make it read beyond its buffer`() {
    var tally = Tally()
    for seed in FuzzRounds.seeds(usually: 400) {
      var generator = SeededGenerator(seed: seed)
      let script = CameraScripts.any(
        using: &generator, pictures: Self.pictures, rubbish: Self.rubbish)
      let camera = UnreliableCamera(script, SeededGenerator(seed: ~seed))
      let shares = [0, 0.002, 0.02, 0.1]
      camera.failureShare = shares.randomElement(using: &generator) ?? 0
      camera.lieShare = (shares + [0.5]).randomElement(using: &generator) ?? 0
      do {
        _ = CameraList.all(calls: camera)
        try Self.session(camera, &generator, &tally)
      } catch let error as V4L2Error {
        tally.failed += 1
        #expect(!error.reason.isEmpty && !error.description.contains("\n"), "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      #expect(script.isTidy, "seed \(seed)")
    }
    let rounds = FuzzRounds.seeds(usually: 400).count
    #expect(tally.opened > rounds / 4 && tally.failed > rounds / 4, "\(tally)")
    #expect(tally.frames > 2 * rounds && tally.damaged > rounds, "\(tally)")
    #expect(tally.searches > rounds / 40 && tally.locks > rounds / 80, "\(tally)")
  }

  /// Opens, streams, locks the controls and closes.
  private static func session(
    _ calls: UnreliableCamera<SeededGenerator>, _ generator: inout SeededGenerator,
    _ tally: inout Tally
  ) throws {
    var request = CameraRequest(path: Bool.random(using: &generator) ? "/dev/video0" : nil)
    if Int.random(in: 0..<4, using: &generator) == 0 {
      request.width = [1, 63, 64, .max, -5].randomElement(using: &generator)
      request.height = [1, 48, .max, .min].randomElement(using: &generator)
      request.frameRate = [30, 0, -1, .nan, .infinity, 1e-300].randomElement(using: &generator)
    }
    var camera = try Camera(request, calls: calls, converting: calls)
    tally.opened += 1
    var lock: CameraLock?
    if Bool.random(using: &generator) {
      lock = CameraLock(camera, options: CameraLockOptions(journalFolder: "/run"))
    }
    var extractor = ColorExtractor()
    var last = -Double.infinity
    var level = 100.0
    let count = [3, 70, 70, 300].randomElement(using: &generator) ?? 70
    for number in 0..<count {
      if number % 9 == 0 { level = [0, 1, 90, 200, 255].randomElement(using: &generator) ?? 200 }
      let outcome = try camera.withNextFrame(timeout: 0.2) { frame in
        let isOwn = calls.script.holds(frame)
        #expect(isOwn)
        #expect(frame.time.isFinite && frame.time > last)
        last = frame.time
        return try? extractor.sample(of: frame)
      }
      if case .damaged = outcome { tally.damaged += 1 }
      guard case .frame(let sample?) = outcome else { continue }
      tally.frames += 1
      // A finger in light that no control changes.
      guard let lock else { continue }
      let before = lock.phase
      lock.take(
        ColorSample(
          time: sample.time, red: level, green: number % 50 == 49 ? 255 : level / 4, blue: 0,
          spread: number % 23 == 22 ? 0.9 : 0.1, clippedShare: level > 240 ? 0.2 : 0))
      guard lock.phase != before else { continue }
      if lock.phase == .searching { tally.searches += 1 }
      if case .locked = lock.phase { tally.locks += 1 }
    }
  }
}
