import CV4L2
import Glibc
package import V4L2Source
package import VideoFrames

/// A machine with one camera that keeps Video4Linux's rules, records every call, and can fail any of them.
///
/// It has its own clock: waiting for a frame moves the clock to the frame's time. Each buffer ends at a page that
/// cannot be read, so that reading beyond one is caught.
package final class ScriptedCamera: DeviceCalls {
  package var card = "Scripted Camera"
  package var driver = "scripted"
  package var bus = "usb-scripted-1"
  package var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
  package var formats: [CameraFormat]
  package var controls: [ScriptedControl] = []
  package var greatestBufferCount = 32
  package var bytesPerRow: UInt32?
  package var colorspace: UInt32 = V4L2_COLORSPACE_SRGB.rawValue
  package var quantization: UInt32 = V4L2_QUANTIZATION_DEFAULT.rawValue

  /// Returns the script of a frame by its number from 0.
  package var frame: (Int) -> FrameScript
  package var bufferLength: Int?

  /// The delay from a frame's capture to its arrival, in seconds.
  package var delay = 0.01

  /// Called after a control was set.
  package var controlChanged: (UInt32, Int) -> Void = { _, _ in }

  /// The names of the calls made, in order, without those about the clock and folders.
  package private(set) var log: [String] = []
  package var keepsLog = true

  /// The errors of calls, by their index in the log.
  package var failures: [Int: Int32] = [:]

  /// The errors of the next calls of a name, used one by one.
  package var nextFailures: [String: [Int32]] = [:]
  package var isUnplugged = false

  /// Whether DQBUF and QBUF give EIO until the stream is stopped.
  package var isBroken = false

  /// The contents of folders, the targets of links, and the contents of files.
  package var folders: [String: [String]] = ["/dev": ["null", "video0"]]
  package var links: [String: String] = [:]
  package var files: [String: String] = [:]

  package private(set) var time = 1000.0
  package private(set) var openCount = 0
  package private(set) var mapCount = 0
  package internal(set) var isStreaming = false
  package internal(set) var bufferCount = 0
  package internal(set) var chosen: (format: FourCC, width: Int, height: Int)?
  package internal(set) var rate = 30.0

  struct Memory {
    let whole: UnsafeMutableRawPointer
    let wholeLength: Int
    let base: UnsafeMutableRawPointer
    let length: Int
    var content: Int?
  }

  var memory: [Int: Memory] = [:]
  var queued: [Int] = []
  var filled: [v4l2_buffer] = []
  var nextNumber = 0
  var streamStart = 0.0

  package init(formats: [CameraFormat], frame: @escaping (Int) -> FrameScript) {
    self.formats = formats
    self.frame = frame
  }

  /// Whether every descriptor, mapping and buffer has been released.
  package var isTidy: Bool { openCount == 0 && mapCount == 0 && !isStreaming && bufferCount == 0 }

  /// Returns whether n bytes from an address are within one mapped buffer.
  package func holds(_ address: UnsafeRawPointer, count: Int) -> Bool {
    memory.values.contains {
      address >= UnsafeRawPointer($0.base)
        && address + count <= UnsafeRawPointer($0.base + $0.length)
    }
  }

  /// Returns whether each plane of a frame lies within one mapped buffer, as far as its rows reach. Block means lie
  /// in the reader's own memory, where there is nothing to look at.
  package func holds(_ frame: borrowing PixelFrame) -> Bool {
    guard frame.decimation == 0 else { return true }
    let planes = [frame.planes.0, frame.planes.1, frame.planes.2]
    return (0..<frame.format.planeCount).allSatisfy { index in
      let rows = frame.format.rows(plane: index, height: frame.height)
      let bytes = frame.format.minimumBytesPerRow(plane: index, width: frame.width)
      return holds(planes[index].base, count: (rows - 1) * planes[index].bytesPerRow + bytes)
    }
  }

  func record(_ name: String) throws(SystemCallError) {
    if keepsLog { log.append(name) }
    if isUnplugged { throw SystemCallError(ENODEV) }
    if !failures.isEmpty, let code = failures[log.count - 1] { throw SystemCallError(code) }
    if !nextFailures.isEmpty, var codes = nextFailures[name], !codes.isEmpty {
      let code = codes.removeFirst()
      nextFailures[name] = codes
      throw SystemCallError(code)
    }
  }

  // MARK: - DeviceCalls

  package func open(_ path: String) throws(SystemCallError) -> Int32 {
    try record("open")
    openCount += 1
    return 40
  }

  package func close(_ descriptor: Int32) {
    if keepsLog { log.append("close") }
    openCount -= 1
    // The kernel stops the stream when its last user closes it.
    if openCount == 0 {
      forgetFrames()
      if mapCount == 0 { bufferCount = 0 }
    }
  }

  package func map(
    _ descriptor: Int32, length: Int, offset: UInt32
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    try record("mmap")
    let page = 4096
    let wholeLength = (length + page - 1) / page * page + page
    guard
      let whole = mmap(
        nil, wholeLength, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    else { throw SystemCallError(ENOMEM) }
    mprotect(whole + wholeLength - page, page, PROT_NONE)
    let base = whole + wholeLength - page - length
    memory[Int(offset) / 65536] = Memory(
      whole: whole, wholeLength: wholeLength, base: base, length: length)
    mapCount += 1
    return base
  }

  package func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
    if keepsLog { log.append("munmap") }
    guard let (index, part) = memory.first(where: { $0.value.base == address }) else { return }
    munmap(part.whole, part.wholeLength)
    memory[index] = nil
    mapCount -= 1
  }

  package func wait(
    _ descriptor: Int32, seconds: Double
  ) throws(SystemCallError) -> DeviceReadiness {
    if keepsLog { log.append("poll") }
    if !failures.isEmpty, let code = failures[log.count - 1] { throw SystemCallError(code) }
    if isUnplugged || isBroken || !isStreaming { return .failed }
    if !filled.isEmpty { return .ready }
    // Frames that came while no buffer was queued are lost.
    let late = time - (streamStart + Double(nextNumber + 1) / rate + delay)
    if late * rate >= 1 { nextNumber += Int(late * rate) }
    let arrival = streamStart + Double(nextNumber + 1) / rate + delay
    guard !queued.isEmpty, arrival <= time + seconds else {
      time += seconds
      return .timedOut
    }
    time = max(time, arrival)
    fill()
    return .ready
  }

  package func now() -> Double { time }

  package func names(in folder: String) -> [String] { folders[folder] ?? [] }
  package func target(ofLink path: String) -> String? { links[path] }
  package func text(of path: String) -> String? { files[path] }
  package func replace(_ path: String, with text: String) throws(SystemCallError) {
    try record("replace")
    files[path] = text
  }
  package func remove(_ path: String) { files[path] = nil }
  package func processIdentifier() -> Int32 { 4242 }

  /// Advances the clock, and with it the frames.
  package func pass(_ seconds: Double) {
    let end = time + seconds
    while isStreaming, !queued.isEmpty {
      let arrival = streamStart + Double(nextNumber + 1) / rate + delay
      guard arrival <= end else { break }
      fill()
    }
    time = end
  }

  // MARK: - Frames

  func forgetFrames() {
    isStreaming = false
    isBroken = false
    queued = []
    filled = []
    nextNumber = 0
  }

  private func fill() {
    guard let index = queued.first else { return }
    queued.removeFirst()
    let script = frame(nextNumber)
    if let part = memory[index], script.content == nil || part.content != script.content {
      let length = min(length, part.length)
      script.bytes.withUnsafeBytes {
        part.base.copyMemory(from: $0.baseAddress!, byteCount: min($0.count, length))
      }
      memory[index]?.content = script.content
    }
    var buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    buffer.bytesused = UInt32(script.bytesUsed ?? min(script.bytes.count, length))
    buffer.length = UInt32(length)
    if script.isMonotonic { buffer.flags |= UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) }
    if script.isMarkedDamaged { buffer.flags |= UInt32(V4L2_BUF_FLAG_ERROR) }
    buffer.sequence = script.number ?? UInt32(truncatingIfNeeded: nextNumber)
    let captured = script.time ?? streamStart + Double(nextNumber + 1) / rate
    buffer.timestamp.tv_sec = Int(captured.rounded(.down))
    buffer.timestamp.tv_usec = Int(((captured - captured.rounded(.down)) * 1e6).rounded(.down))
    filled.append(buffer)
    nextNumber += 1
  }

  lazy var length = bufferLength ?? max(frame(0).bytes.count, 1)
}
