/// Gives each frame a time on CLOCK_MONOTONIC, in seconds, that always advances.
///
/// The driver's capture times are used until one is wrong: more than a second from now, not later
/// than the one before, or missing. From then on times of arrival are used, less the usual delay
/// from capture to arrival, so that the change makes no step. A program that was held up finds a
/// few old frames waiting; as many as there are buffers may be old.
struct CaptureClock {
  /// The fault of the capture times; `nil` while they are used.
  private(set) var notice: CameraNotice?

  private let bufferCount: Int
  private var last: Double?
  private var delay = 0.0
  private var oldFrames = 0

  init(bufferCount: Int) { self.bufferCount = bufferCount }

  /// Returns the time of the next frame.
  /// - Parameters:
  ///   - captured: The driver's time; `nil` if its clock is not the monotonic one.
  ///   - arrival: The monotonic time at which the frame was handed over.
  mutating func time(captured: Double?, arrival: Double) -> Double {
    if notice == nil {
      if let captured, isBelievable(captured, arrival) {
        let age = arrival - captured
        if oldFrames == 0 { delay = last == nil ? age : delay + (age - delay) / 16 }
        last = captured
        return captured
      }
      notice = captured == nil ? .noCaptureTimes : .wrongCaptureTimes
    }
    var time = arrival - delay
    if let last, time <= last {
      time = last + 0.001
      delay = arrival - time
    }
    last = time
    return time
  }

  private mutating func isBelievable(_ captured: Double, _ arrival: Double) -> Bool {
    let age = arrival - captured
    guard captured.isFinite, age >= -1 else { return false }
    if let last, captured <= last { return false }
    guard age > 1 else {
      oldFrames = 0
      return true
    }
    oldFrames += 1
    return last != nil && oldFrames <= bufferCount
  }
}
