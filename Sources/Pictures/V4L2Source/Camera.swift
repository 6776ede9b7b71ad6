import FFmpegSource
import Glibc
public import VideoFrames

/// Streams one camera into mapped memory and lends each picture to a closure.
///
/// It belongs to the thread that opened it, and closes when it is deallocated.
public struct Camera: ~Copyable {
  /// The facts known about the camera without taking a picture.
  public let description: CameraDescription

  /// The mode in which it sends its pictures.
  public let mode: CameraMode

  /// The counts of its frames so far.
  public private(set) var counts = CameraCounts()

  /// The notices for its user: each one once, in the order found.
  public private(set) var notices: [CameraNotice]

  /// The meaning of the last frame's time; `nil` before the first.
  public private(set) var timeSource: CaptureTimeSource?

  /// For reading and setting controls while frames come.
  public let controls: CameraControls

  /// After this many failures of the stream in a row it is restarted; after one more it is given
  /// up.
  private static let greatestRestarts = 8

  private let device: OpenDevice
  private let buffers: CaptureBuffers
  private let content: CameraOpening.Content
  private var clock: CaptureClock
  private var numbers = FrameNumbers()
  private var restartsInARow = 0

  /// Opens the camera, chooses how it sends pictures, and starts it.
  ///
  /// An infrared camera is opened only if it is named.
  /// - Throws: A `V4L2Error` if there is no camera, another program uses it, it cannot be used, or it offers
  ///   nothing that meets the request.
  public init(_ request: CameraRequest = CameraRequest()) throws(V4L2Error) {
    try self.init(request, calls: KernelCalls(), converting: ConvertingCalls())
  }

  /// - Parameter converting: The calls for opening a camera whose pictures must be converted.
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

  /// Waits for the next frame and lends it for as long as `body` runs; its time is the capture time
  /// in seconds on CLOCK_MONOTONIC.
  ///
  /// - Parameter timeout: In seconds.
  /// - Throws: The errors of `body`; a `V4L2Error` if the camera is gone (`isDisconnection`) or
  ///   keeps failing, so that it has to be opened again.
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
        // A camera with an unsteady link sends a picture of another mode now and then.
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

  /// Returns the oldest filled buffer; `nil` if none is filled before the deadline.
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

/// The counts of the frames since the camera was opened.
public struct CameraCounts: Sendable, Equatable {
  /// Frames that were lent to the caller.
  public var frames = 0

  /// Frames that the camera took and never delivered, by the gaps between the driver's numbers.
  public var lost = 0

  /// Frames that were delivered but marked as wrong, too short, or impossible to decode.
  public var damaged = 0

  /// The number of restarts of the stream because the driver reported an error.
  public var restarts = 0

  /// Makes counts of zero.
  public init() {}
}

/// The outcome of waiting for a frame.
public enum CameraFrameOutcome<Result> {
  /// The caller's result for the frame.
  case frame(Result)

  /// The frame cannot be used. It is counted; the next one may be good.
  case damaged

  /// No frame came in time.
  case timedOut
}

extension CameraFrameOutcome: Sendable where Result: Sendable {}
extension CameraFrameOutcome: Equatable where Result: Equatable {}

/// The meaning of a frame's time.
public enum CaptureTimeSource: String, Sendable {
  /// The driver's time of the first light.
  case startOfExposure = "start_of_exposure"

  /// The driver's time of the last byte, which is later by the exposure and the way over the bus.
  case endOfFrame = "end_of_frame"

  /// The time at which the program got the frame, less the usual delay if that was measured.
  case arrival
}
