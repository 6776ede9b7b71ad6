import FFmpegSource
public import V4L2Source
public import VideoFrames

/// The choice of a camera, and its treatment.
public struct LiveCameraOptions: Sendable {
  /// The wanted camera, and how it should send its frames.
  public var request = CameraRequest()

  /// A part of the camera's name if its path is not known; it is looked up whenever the camera is
  /// opened.
  public var name: String?

  /// The settings that are held still; `nil` leaves the camera as it is.
  public var lock: CameraLockOptions?

  /// An existing folder where an earlier program may have noted the settings that it could not restore.
  public var journalFolder: String?

  /// Whether a camera that is missing or unplugged is awaited.
  public var waits = false

  /// The part of the picture that is looked at; `nil` for all of it.
  public var region: PixelRegion?

  /// The pixels that are averaged.
  public var selection = PixelSelection.all

  /// Makes options for the best camera, as it is.
  public init() {}
}

extension LiveFeed {
  /// Starts a camera, which sends frames until the feed is stopped or the camera fails.
  public static func camera(_ options: LiveCameraOptions) -> LiveFeed {
    LiveFeed { outlet in
      var thread = CameraThread(options, outlet)
      outlet.send(.ended(thread.run()))
    }
  }
}

/// The work of the thread that owns the camera: it waits for frames, averages each in place in
/// memory, and holds the camera still in between.
private struct CameraThread {
  private let options: LiveCameraOptions
  private let outlet: LiveOutlet

  /// The name under which the camera is found again, wherever it comes back.
  private var path: String?
  private var hasBeenOpen = false

  /// The number of failures to open an awaited camera although it was connected.
  private var refusals = 0

  /// Streams that ended without a frame, in a row.
  private var fruitlessCount = 0

  /// The notices reported so far: each one once, and losses at most once per second.
  private var reportedNotices: [LiveNotice] = []
  private var missedCount = 0
  private var lossesReportedAt = 0.0

  /// Seconds to wait for a frame before checking whether anybody listens.
  private static let patience = 0.2

  /// Seconds without any frame after which the camera is opened again.
  private static let longestSilence = 5.0

  /// A camera that was plugged in has its node before this user may open it, and before it answers.
  private static let greatestRefusals = 6

  /// Seconds from one attempt to open a camera that is gone to the next.
  private static let retry = 0.5

  init(_ options: LiveCameraOptions, _ outlet: LiveOutlet) {
    self.options = options
    self.outlet = outlet
    path = options.request.path
  }

  mutating func run() -> LiveEnding {
    var isAwaited = false
    while outlet.isOpen {
      do {
        try stream()
        return .stopped
      } catch let error as V4L2Error {
        guard error.isDisconnection || error.kind == .noFrames else {
          refusals += 1
          guard isAwaited, !hasBeenOpen, refusals <= Self.greatestRefusals else {
            return .failed(.camera(error))
          }
          pause(Self.retry)
          continue
        }
        refusals = 0
        let isReopening = error.kind == .noFrames && fruitlessCount < 2
        guard options.waits || isReopening else { return .failed(.camera(error)) }
        if !isAwaited || hasBeenOpen {
          outlet.send(.disconnected(LiveDisconnection(error: error, isReopening: isReopening)))
        }
        (isAwaited, hasBeenOpen) = (true, false)
      } catch {
        return .failed(.picture("\(error)"))
      }
      pause(Self.retry)
    }
    return .stopped
  }

  /// Opens the camera and sends its frames as long as the receiver listens.
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
      HeldControls.restoreLeftovers(camera, journalFolder: folder)
    }
    if let lock = options.lock, lock.journalFolder == nil { report(.noJournalFolder) }
    var extractor = ColorExtractor(region: options.region, selection: options.selection)
    var hold = options.lock.map { CameraHold(CameraLock(camera, options: $0)) }
    defer {
      for notice in hold?.restore() ?? [] { report(.lock(notice)) }
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
        if !outlet.offer(sample, phase) { missedCount += 1 }
        if let settings = hold?.newSettings() { outlet.send(.settings(settings)) }
        for notice in hold?.notices ?? [] { report(.lock(notice)) }
      case .damaged, .timedOut:
        guard MonotonicClock.now - lastFrame < Self.longestSilence else {
          throw V4L2Error(
            .noFrames, operation: "wait for a frame", device: camera.description.path,
            reason:
              "no good one came for \(Int(Self.longestSilence)) seconds; plugging the camera in again may help"
          )
        }
      }
      for notice in camera.notices { report(.camera(notice)) }
      if MonotonicClock.now - lossesReportedAt >= 1 { reportLosses(camera.counts, &counts) }
    }
    reportLosses(camera.counts, &counts)
  }

  /// Reports a notice unless it has been reported. Settings that could not be restored are found
  /// only after the last listener has left, and are sent all the same.
  private mutating func report(_ notice: LiveNotice) {
    guard !reportedNotices.contains(notice) else { return }
    reportedNotices.append(notice)
    outlet.sendAlways(.notice(notice))
  }

  /// Reports how many frames are missing since the last time.
  private mutating func reportLosses(_ now: CameraCounts, _ before: inout CameraCounts) {
    let count = now.lost - before.lost + now.damaged - before.damaged + missedCount
    guard count > 0 else { return }
    outlet.sendAlways(.lost(count))
    (before, missedCount, lossesReportedAt) = (now, 0, MonotonicClock.now)
  }

  private func pause(_ seconds: Double) {
    let end = MonotonicClock.now + seconds
    while outlet.isOpen, MonotonicClock.now < end { MonotonicClock.sleep(0.05) }
  }
}

extension LiveSourceDescription {
  /// Describes a camera that is open.
  fileprivate init(_ camera: CameraDescription, _ mode: CameraMode) {
    self.init(name: camera.name, kind: mode.summary)
    path = camera.stablePath ?? camera.path
    isCamera = true
    remark = mode.reason
  }
}
