import Measurement
import ScriptedCamera
import V4L2Source
import VideoFrames

/// A camera's driver, as the bytes answer its calls.
enum CameraTarget {
  /// Random numbers that are the bytes, eight for a number; then the greatest, with which nothing happens.
  private struct Words: RandomNumberGenerator {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func next() -> UInt64 {
      guard rest.count >= 8 else { return .max }
      defer { rest = rest.dropFirst(8) }
      return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private static let rubbish = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 97) }
  private static let pictures: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64) + [0xFF, 0xD9]
  ]

  /// A session ends with an error or in order, keeps no buffer, and reads within those that it has.
  static func session(_ bytes: [UInt8]) {
    var words = Words(bytes)
    let shares = [0, 0.002, 0.02, 0.1]
    let failureShare = shares.randomElement(using: &words) ?? 0
    let lieShare = (shares + [0.5]).randomElement(using: &words) ?? 0
    let script = CameraScripts.any(using: &words, pictures: pictures, rubbish: rubbish)
    let driver = UnreliableCamera(script, words)
    (driver.failureShare, driver.lieShare) = (failureShare, lieShare)
    do {
      _ = CameraList.all(calls: driver)
      try stream(from: driver, script)
    } catch let error as V4L2Error {
      FuzzTarget.require(
        !error.reason.isEmpty && !error.description.contains("\n"), "an error has a reason")
    } catch {
      FuzzTarget.require(false, "an error is a camera's")
    }
    FuzzTarget.require(script.isTidy, "everything is released")
  }

  private static func stream(
    from driver: UnreliableCamera<Words>, _ script: ScriptedCamera
  ) throws {
    var camera = try Camera(CameraRequest(), calls: driver, converting: driver)
    let lock = CameraLock(camera, options: CameraLockOptions(journalFolder: "/run"))
    var extractor = ColorExtractor()
    var last = -Double.infinity
    for number in 0..<70 {
      let outcome = try camera.withNextFrame(timeout: 0.2) { frame in
        FuzzTarget.require(script.holds(frame), "a frame lies within the buffers")
        FuzzTarget.require(frame.time.isFinite && frame.time > last, "times advance")
        last = frame.time
        return try? extractor.sample(of: frame)
      }
      guard case .frame(let sample?) = outcome else { continue }
      // A finger, in light that no control changes.
      let level = number < 40 ? 200.0 : 90
      lock.take(
        ColorSample(
          time: sample.time, red: level, green: level / 4, blue: 0, spread: 0.1, clippedShare: 0))
    }
    FuzzTarget.require(driver.callCount < 100_000, "a session makes some calls, not ever more")
  }
}
