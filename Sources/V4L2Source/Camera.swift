public import VideoFrames
import Glibc

/// One camera, its pictures streaming into mapped memory, each lent to a closure where it lies.
///
/// It belongs to the thread that opened it, and is closed when it goes out of scope.
public struct Camera: ~Copyable {
  public let description: CameraDescription
  public let mode: CameraMode
  public private(set) var counts = CameraCounts()

  /// What its user should know, each thing once, in the order it was found.
  public private(set) var notices: [CameraNotice]

  /// What the time of the last frame was the time of; `nil` before the first.
  public private(set) var timeSource: CaptureTimeSource?

  /// For reading and setting controls while frames come.
  public let controls: CameraControls

  /// So many failures of the stream in a row are not the camera's last word; one more is.
  private static let greatestRestarts = 8

  private let device: OpenDevice
  private let buffers: CaptureBuffers
  private let content: CameraOpening.Content
  private var clock: CaptureClock
  private var numbers = FrameNumbers()
  private var restartsInARow = 0

  /// Opens the camera, chooses how it sends pictures, and starts it.
  ///
  /// Throws a `V4L2Error` where there is none, it is taken, it cannot be used, or nothing that it
  /// offers meets the request. An infrared camera is opened only where it is named.
  public init(_ request: CameraRequest = CameraRequest()) throws(V4L2Error) {
    try self.init(request, calls: KernelCalls(), converting: ConvertingCalls())
  }

  /// - Parameter converting: By which a camera is opened whose formats have to be converted.
  package init(
    _ request: CameraRequest, calls: any DeviceCalls, converting: any DeviceCalls
  ) throws(V4L2Error) {
    let opening = try CameraOpening(request, calls: calls, converting: converting)
    description = opening.description
    mode = opening.mode
    notices = opening.notices
    content = opening.content
    device = opening.device
    buffers = opening.buffers
    controls = CameraControls(device: opening.device)
    clock = CaptureClock(bufferCount: opening.buffers.count)
  }

  /// Waits for the next frame and lends it for as long as `body` runs; its time is the capture time in
  /// seconds on CLOCK_MONOTONIC.
  ///
  /// Rethrows what `body` throws. Throws a `V4L2Error` where the camera is gone (`isDisconnection`) or
  /// keeps failing; then it has to be opened anew.
  /// - Parameter timeout: In seconds.
  public mutating func withNextFrame<Result>(
    timeout: Double, _ body: (borrowing PixelFrame) throws -> Result
  ) throws -> CameraFrameOutcome<Result> {
    guard let filled = try nextBuffer(deadline: device.calls.now() + timeout) else {
      return .timedOut
    }
    let buffers = buffers
    defer { buffers.giveBack(filled.index) }
    let arrival = device.calls.now()
    counts.lost += numbers.lost(before: filled.number, arrival: arrival, rate: mode.frameRate)
    if numbers.areWrong { note(.wrongFrameNumbers) }
    guard !filled.isDamaged else { return damaged() }
    let time = clock.time(captured: filled.captured, arrival: arrival)
    if let notice = clock.notice { note(notice) }
    timeSource =
      clock.notice != nil ? .arrival : (filled.isStartOfExposure ? .startOfExposure : .endOfFrame)
    switch content {
    case .raw(let layout):
      guard filled.bytes.count >= layout.byteCount, let base = filled.bytes.baseAddress else {
        return damaged()
      }
      return .frame(try lent(layout.frame(at: base, time: time), body))
    case .motionJPEG(let decoder):
      let (width, height) = (mode.width, mode.height)
      let result = try decoder.withPicture(filled.bytes, time: time) { frame -> Result? in
        // A camera in trouble now and then sends a picture of another mode.
        guard frame.codedWidth == width, frame.codedHeight == height else { return nil }
        return try body(frame)
      }
      guard let result = result ?? nil else { return damaged() }
      counts.frames += 1
      restartsInARow = 0
      return .frame(result)
    }
  }

  // MARK: -

  private mutating func lent<Result>(
    _ frame: consuming PixelFrame, _ body: (borrowing PixelFrame) throws -> Result
  ) rethrows -> Result {
    let result = try body(frame)
    counts.frames += 1
    restartsInARow = 0
    return result
  }

  private mutating func damaged<Result>() -> CameraFrameOutcome<Result> {
    counts.damaged += 1
    return .damaged
  }

  private mutating func note(_ notice: CameraNotice) {
    if !notices.contains(notice) { notices.append(notice) }
  }

  /// The oldest filled buffer; `nil` where none is filled before the deadline.
  private mutating func nextBuffer(deadline: Double) throws(V4L2Error) -> CaptureBuffers.Filled? {
    while true {
      try buffers.giveBackAll()
      let readiness = try device.wait(seconds: max(0, deadline - device.calls.now()))
      if readiness == .timedOut { return nil }
      do throws(SystemCallError) {
        return try buffers.take()
      } catch  where error.code == EAGAIN && readiness == .ready {
        if device.calls.now() >= deadline { return nil }
      } catch  where [EIO, EPIPE, EAGAIN, EINVAL].contains(error.code) {
        restartsInARow += 1
        guard restartsInARow <= Self.greatestRestarts else {
          throw device.failure(DeviceRequest.dequeue.name, error)
        }
        counts.restarts += 1
        note(.restarted)
        numbers.restart()
        try buffers.restart()
      } catch {
        throw device.failure(DeviceRequest.dequeue.name, error)
      }
    }
  }
}
