import CV4L2
import Glibc

/// Owns the memory that a driver fills with pictures, and their stream. It maps and starts them;
/// `deinit` stops, unmaps and returns them.
final class CaptureBuffers {
  /// A filled buffer, which belongs to the program until it is queued again.
  struct Filled {
    let index: Int
    let bytes: UnsafeRawBufferPointer
    let number: UInt32

    /// The driver's capture time; `nil` if its clock is not the monotonic one.
    let captured: Double?

    /// Whether that is the time of the first light.
    let isStartOfExposure: Bool

    /// Whether the driver marks the picture as wrong.
    let isDamaged: Bool
  }

  private static let wanted = 4

  private let device: OpenDevice
  private var memory: [(address: UnsafeMutableRawPointer, length: Int)] = []
  private var isQueued: [Bool] = []
  private var isStreaming = false
  private var hasBuffers = false
  private var failures = 0

  init(device: OpenDevice) { self.device = device }

  deinit {
    if isStreaming { stop() }
    for part in memory { device.calls.unmap(part.address, length: part.length) }
    if hasBuffers { _ = try? request(0) }
  }

  var count: Int { memory.count }

  /// Asks for buffers, maps them, hands them all to the driver and starts.
  func start() throws(V4L2Error) {
    let given = try request(Self.wanted)
    hasBuffers = true
    guard given >= 2 else {
      throw V4L2Error(
        operation: DeviceRequest.requestBuffers.name, device: device.path, code: ENOMEM,
        reason: "the driver gave \(given) buffers where at least 2 are needed")
    }
    for index in 0..<given {
      var buffer = blank(index)
      try device.demand(.buffer, &buffer)
      let length = Int(buffer.length)
      guard length > 0 else {
        throw V4L2Error(
          operation: DeviceRequest.buffer.name, device: device.path, code: 0,
          reason: "the driver gave an empty buffer")
      }
      memory.append((try device.map(length: length, offset: buffer.m.offset), length))
      isQueued.append(false)
    }
    try begin()
  }

  /// Stops and starts the stream, which brings a driver back from an error.
  func restart() throws(V4L2Error) {
    stop()
    try begin()
  }

  private func begin() throws(V4L2Error) {
    for index in memory.indices {
      var buffer = blank(index)
      try device.demand(.enqueue, &buffer)
      isQueued[index] = true
    }
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    try device.demand(.start, &type)
    isStreaming = true
  }

  private func stop() {
    var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    // If the device is gone this fails, and is not needed.
    try? device.send(.stop, &type)
    isStreaming = false
    for index in isQueued.indices { isQueued[index] = false }
  }

  /// Takes the oldest filled buffer.
  func take() throws(SystemCallError) -> Filled {
    var buffer = blank(0)
    try device.send(.dequeue, &buffer)
    let index = Int(buffer.index)
    guard memory.indices.contains(index) else { throw SystemCallError(EIO) }
    isQueued[index] = false
    let isMonotonic =
      buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
      == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    return Filled(
      index: index,
      bytes: UnsafeRawBufferPointer(
        start: memory[index].address, count: min(Int(buffer.bytesused), memory[index].length)),
      number: buffer.sequence,
      captured: isMonotonic
        ? Double(buffer.timestamp.tv_sec) + Double(buffer.timestamp.tv_usec) * 1e-6 : nil,
      isStartOfExposure: buffer.flags & UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_MASK)
        == UInt32(V4L2_BUF_FLAG_TSTAMP_SRC_SOE),
      isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
  }

  /// Hands a buffer back. Where the driver refuses, `giveBackAll` tries again.
  func giveBack(_ index: Int) {
    var buffer = blank(index)
    do throws(SystemCallError) {
      try device.send(.enqueue, &buffer)
      isQueued[index] = true
      failures = 0
    } catch {
      failures += 1
    }
  }

  /// Hands back the buffers that an earlier refusal left here; throws once the driver keeps refusing.
  func giveBackAll() throws(V4L2Error) {
    for index in isQueued.indices where !isQueued[index] {
      var buffer = blank(index)
      do throws(SystemCallError) {
        try device.send(.enqueue, &buffer)
        isQueued[index] = true
        failures = 0
      } catch {
        failures += 1
        if failures > 64 || error.code == ENODEV || !isQueued.contains(true) {
          throw device.failure(DeviceRequest.enqueue.name, error)
        }
      }
    }
  }

  private func request(_ count: Int) throws(V4L2Error) -> Int {
    var request = v4l2_requestbuffers()
    request.count = UInt32(count)
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try device.demand(.requestBuffers, &request)
    // A driver may give more than was asked for.
    return min(Int(request.count), 32)
  }

  private func blank(_ index: Int) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    return buffer
  }
}
