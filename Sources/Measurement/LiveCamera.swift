import FFmpegSource
public import V4L2Source
public import VideoFrames

/// Which camera a live session takes, and what is done with it.
public struct LiveCameraOptions: Sendable {
  public var request = CameraRequest()

  /// A part of the camera's name, where its path is not known; it is looked for whenever the camera is opened.
  public var name: String?

  /// What is held still; `nil` leaves the camera as it is.
  public var lock: CameraLockOptions?

  /// Where an earlier program may have left what it could not put back; an existing folder.
  public var journalFolder: String?

  /// Whether a camera that goes is awaited.
  public var waits = false

  public var region: PixelRegion?
  public var selection = PixelSelection.all

  public init() {}
}

extension LiveFeed {
  /// Frames from a camera, until the feed is stopped or the camera fails.
  public static func camera(_ options: LiveCameraOptions) -> LiveFeed {
    LiveFeed { outlet in
      var thread = CameraThread(options, outlet)
      outlet.send(.ended(thread.run()))
    }
  }
}

/// What the thread does that owns the camera: it waits for frames, averages them where they lie, and holds the
/// camera still in between.
private struct CameraThread {
  private let options: LiveCameraOptions
  private let outlet: LiveOutlet

  /// The name under which the camera is found again, wherever it comes back.
  private var path: String?
  private var hasBeenOpen = false

  /// How often a camera that was awaited could not be opened though it is there.
  private var refusals = 0

  /// Streams that ended without a frame, in a row.
  private var fruitlessCount = 0

  /// What the reader has been told: notices and counts of the present stream, and what is lost meanwhile.
  private var toldNotices: Set<String> = []
  private var missed = 0
  private var toldAt = 0.0

  /// Seconds that are waited for a frame before looking whether anybody listens.
  private static let patience = 0.2

  /// Seconds without any frame after which the camera is opened anew.
  private static let longestSilence = 5.0

  /// A camera's node is there before this user may open it and before the camera answers.
  private static let greatestRefusals = 6

  /// Seconds between two looks for a camera that is gone.
  private static let retry = 0.5

  init(_ options: LiveCameraOptions, _ outlet: LiveOutlet) {
    self.options = options
    self.outlet = outlet
    path = options.request.path
  }

  mutating func run() -> LiveEnd {
    var isAwaited = false
    while outlet.isOpen {
      do {
        try stream()
        return .stopped
      } catch let error as V4L2Error {
        guard error.isDisconnection || error.isSilence else {
          refusals += 1
          guard isAwaited, !hasBeenOpen, refusals <= Self.greatestRefusals else {
            return .failed("\(error)")
          }
          pause(Self.retry)
          continue
        }
        refusals = 0
        let isAgain = error.isSilence && fruitlessCount < 2
        guard options.waits || isAgain else { return .failed("\(error)") }
        if !isAwaited || hasBeenOpen {
          outlet.send(
            .disconnected("\(error.loss); \(isAgain ? "opening it anew" : "waiting for it")"))
        }
        (isAwaited, hasBeenOpen) = (true, false)
      } catch {
        return .failed("\(error)")
      }
      pause(Self.retry)
    }
    return .stopped
  }

  /// Opens the camera and sends its frames until nobody listens.
  private mutating func stream() throws {
    var request = options.request
    request.path =
      try path
      ?? options.name.map { name throws(V4L2Error) in
        try CameraList.path(ofCameraNamed: name)
      }
    var camera = try Camera(request)
    hasBeenOpen = true
    path = camera.description.stablePath ?? camera.description.path
    outlet.send(.opened(LiveSourceDescription(camera.description, camera.mode)))
    if let folder = options.journalFolder, options.lock == nil {
      CameraLock.restoreLeftovers(camera, journalFolder: folder)
    }
    if let lock = options.lock, lock.journalFolder == nil {
      tell(
        "if this program is killed, the camera stays as it is set now: there is no folder to remember that in "
          + "(HOME and XDG_RUNTIME_DIR cannot be written to)")
    }
    var extractor = ColorExtractor(region: options.region, selection: options.selection)
    var hold = options.lock.map { CameraHold(CameraLock(camera, options: $0)) }
    defer {
      for remark in hold?.restore() ?? [] { tell(remark) }
    }
    var counts = CameraCounts()
    var lastFrame = MonotonicClock.now
    fruitlessCount += 1
    while outlet.isOpen {
      let outcome = try camera.withNextFrame(timeout: Self.patience) {
        try extractor.sample(of: $0)
      }
      switch outcome {
      case .frame(let sample):
        lastFrame = MonotonicClock.now
        fruitlessCount = 0
        let phase = hold?.take(sample) ?? .measuring
        if !outlet.offer(.sample(sample, phase)) { missed += 1 }
        if let settings = hold?.newSettings() { outlet.send(.settled(settings)) }
        for remark in hold?.remarks ?? [] { tell(remark) }
      case .damaged, .timedOut:
        guard MonotonicClock.now - lastFrame < Self.longestSilence else {
          throw V4L2Error.silence(of: camera.description.path, seconds: Self.longestSilence)
        }
      }
      for notice in camera.notices { tell(notice.description) }
      if MonotonicClock.now - toldAt >= 1 { tellLosses(camera.counts, &counts) }
    }
    tellLosses(camera.counts, &counts)
  }

  /// Tells a sentence unless it has been told. What could not be put back turns out when nobody listens
  /// any more.
  private mutating func tell(_ text: String) {
    if toldNotices.insert(text).inserted { outlet.insist(.notice(text)) }
  }

  /// Tells how many frames are missing since the last time.
  private mutating func tellLosses(_ now: CameraCounts, _ before: inout CameraCounts) {
    let count = now.lost - before.lost + now.damaged - before.damaged + missed
    guard count > 0 else { return }
    outlet.insist(.lost(count))
    (before, missed, toldAt) = (now, 0, MonotonicClock.now)
  }

  private func pause(_ seconds: Double) {
    let end = MonotonicClock.now + seconds
    while outlet.isOpen, MonotonicClock.now < end { MonotonicClock.sleep(0.05) }
  }
}

extension LiveSourceDescription {
  init(_ camera: CameraDescription, _ mode: CameraMode) {
    self.init(name: camera.name, kind: mode.summary)
    path = camera.stablePath ?? camera.path
    isCamera = true
    remark = mode.reason
  }
}

extension V4L2Error {
  private static let silence = "wait for a frame"

  fileprivate static func silence(of device: String, seconds: Double) -> V4L2Error {
    V4L2Error(
      operation: silence, device: device, code: 0,
      reason: "no good one came for \(Int(seconds)) seconds; plugging the camera in again may help")
  }

  /// What has become of the camera, as the first half of a sentence.
  fileprivate var loss: String {
    if isSilence { return "\(device): no frame comes" }
    return operation == "find" ? "there is no such camera" : "\(device): the camera is gone"
  }

  fileprivate var isSilence: Bool { operation == Self.silence }
}
