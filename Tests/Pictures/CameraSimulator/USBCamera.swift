import CSimulatorCalls
import Glibc
import Simulation

/// A camera on the virtual USB. It answers the host, and during a stream sends each frame when it is due. One thread
/// does everything.
struct USBCamera: ~Copyable {
  private let link: USBIPLink
  private var orders: OrderBook
  private var endpoint: ControlEndpoint
  private var light: FingerLight
  private var sensor: Sensor
  private var painter: FramePainter
  private var generator: SeededGenerator
  private var queue = PayloadQueue()
  private var mode: CameraMode

  /// The time of the first frame, from which scenes, pulse and orders count; `nil` before it.
  private var firstStart: Double?
  private var isStreaming = false
  private var nextFrame = 0.0
  private var stalledUntil = 0.0
  private var (toDrop, toTruncate, toGarble, toMark) = (0, 0, 0, 0)
  private var (sent, dropped, late) = (0, 0, 0)

  /// Plugs the camera in. Throws a `SimulatorError` if there is no virtual USB.
  init(
    descriptors: CameraDescriptors, light: FingerLight, sensor: Sensor, noise: Double, seed: UInt64,
    orders: consuming OrderBook
  ) throws(SimulatorError) {
    link = try USBIPLink()
    self.orders = orders
    endpoint = ControlEndpoint(descriptors: descriptors)
    mode = endpoint.negotiation.probed
    self.light = light
    self.sensor = sensor
    painter = FramePainter(noise: noise, seed: seed)
    generator = SeededGenerator(seed: seed)
    CameraLog.note("plugged in \(descriptors.name), \(descriptors.serial)")
  }

  /// Runs until the camera is unplugged or the host disconnects.
  mutating func run() {
    while true {
      var polled = [
        pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: orders.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = heartcam_poll(&polled, 2, timespec(seconds: secondsUntilDue))
      if polled[0].revents != 0 {
        guard let request = link.next() else { return }
        handle(request)
      }
      let now = CameraLog.now
      for order in orders.due(at: firstStart.map { now - $0 } ?? -1) {
        CameraLog.note("order \(order)")
        guard carryOut(order, at: now) else { return }
      }
      if isStreaming, now >= nextFrame { takeFrame(at: now) }
      queue.send(over: link)
    }
  }

  /// The seconds until the next frame or order is due.
  private var secondsUntilDue: Double {
    let now = CameraLog.now
    let frame = isStreaming ? max(0, nextFrame - now) : 3600
    return min(frame, firstStart.flatMap { orders.wait(at: now - $0) } ?? 3600)
  }

  private mutating func handle(_ request: USBIPLink.Request) {
    switch request {
    case .submit(let transfer) where transfer.endpoint == 0:
      answer(transfer)
    case .submit(let transfer):
      queue.add(transfer.sequence, length: transfer.length)
      if !isStreaming { start() }
    case .unlink(let sequence, let unwanted):
      link.confirmUnlink(sequence, wasPending: queue.remove(unwanted))
      if isStreaming, !queue.isWanted { stop() }
    }
  }

  private mutating func answer(_ transfer: USBIPLink.Submission) {
    switch endpoint.answer(to: transfer.setup, transfer.bytes) {
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        link.complete(
          transfer.sequence, UnsafeRawBufferPointer(rebasing: $0.prefix(transfer.length)))
      }
    case .commit:
      mode = endpoint.negotiation.probed
      fallthrough
    case .done: link.complete(transfer.sequence, accepted: transfer.length)
    case .stall: link.complete(transfer.sequence, status: -EPIPE)
    }
  }

  private mutating func start() {
    isStreaming = true
    (sent, dropped, late) = (0, 0, 0)
    nextFrame = CameraLog.now
    firstStart = firstStart ?? nextFrame
    CameraLog.note("start \(mode.description)")
  }

  private mutating func stop() {
    isStreaming = false
    queue.abandonFrame()
    CameraLog.note("stop after \(sent) frames, \(dropped) dropped, \(late) late")
  }

  private mutating func carryOut(_ order: CameraOrder, at now: Double) -> Bool {
    switch order {
    case .scene(let scene): light.change(to: scene, at: now - (firstStart ?? now))
    case .drop(let count): toDrop += count
    case .truncate(let count): toTruncate += count
    case .garbage(let count): toGarble += count
    case .error(let count): toMark += count
    case .stall(let seconds): stalledUntil = now + seconds
    case .unplug: return false
    }
    return true
  }

  private mutating func takeFrame(at now: Double) {
    let due = nextFrame
    let time = due - (firstStart ?? due)
    let picture = sensor.expose(
      light.radiance(at: time), texture: light.texture(at: time), mode: mode, &endpoint.settings)
    nextFrame += sensor.frameDuration(of: mode, endpoint.settings)
    if nextFrame < now {
      // The machine was busy. A sensor does not make up for lost frames.
      late += 1
      nextFrame = now
    }
    guard now >= stalledUntil, toDrop == 0, !queue.isBusy else {
      if now >= stalledUntil, toDrop > 0 { toDrop -= 1 }
      dropped += 1
      return
    }
    var frame = painter.frame(of: picture, in: mode)
    if toTruncate > 0 {
      toTruncate -= 1
      frame.removeLast(frame.count / 2)
    }
    if toGarble > 0 {
      toGarble -= 1
      for index in frame.indices.dropFirst(4) {
        frame[index] = UInt8(truncatingIfNeeded: generator.next())
      }
    }
    queue.begin(frame, isFaulty: toMark > 0)
    toMark = max(0, toMark - 1)
    sent += 1
  }
}

extension timespec {
  init(seconds: Double) {
    self.init(tv_sec: Int(seconds), tv_nsec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e9))
  }
}
