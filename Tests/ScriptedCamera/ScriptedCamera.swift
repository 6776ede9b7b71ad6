import CV4L2
import Glibc
package import V4L2Source

/// A machine with one camera that keeps Video4Linux's rules, records every call, and fails any.
///
/// Its clock is its own: waiting for a frame brings the frame's time. Each buffer ends at a page that
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

  /// What a frame is, by its number from 0.
  package var frame: (Int) -> FrameScript
  package var bufferLength: Int?

  /// How long after its capture a frame arrives.
  package var delay = 0.01

  /// Called when a control was set.
  package var controlChanged: (UInt32, Int) -> Void = { _, _ in }

  /// The names of the calls made, in order; the clock and folders are not among them.
  package private(set) var log: [String] = []
  package var keepsLog = true

  /// The error of the call at an index of the log.
  package var failures: [Int: Int32] = [:]

  /// Errors of the next calls of a name, used up one by one.
  package var nextFailures: [String: [Int32]] = [:]
  package var isUnplugged = false

  /// DQBUF and QBUF give EIO until the stream is stopped.
  package var isBroken = false

  /// What lies in folders, what links say, and what files hold.
  package var folders: [String: [String]] = ["/dev": ["null", "video0"]]
  package var links: [String: String] = [:]
  package var files: [String: String] = [:]

  package private(set) var time = 1000.0
  package private(set) var openCount = 0
  package private(set) var mapCount = 0
  package private(set) var isStreaming = false
  package private(set) var bufferCount = 0
  package private(set) var chosen: (format: FourCC, width: Int, height: Int)?
  package private(set) var rate = 30.0

  private struct Memory {
    let whole: UnsafeMutableRawPointer
    let wholeLength: Int
    let base: UnsafeMutableRawPointer
    var content: Int?
  }

  private var memory: [Int: Memory] = [:]
  private var queued: [Int] = []
  private var filled: [v4l2_buffer] = []
  private var nextNumber = 0
  private var streamStart = 0.0

  package init(formats: [CameraFormat], frame: @escaping (Int) -> FrameScript) {
    self.formats = formats
    self.frame = frame
  }

  /// Whether everything that was taken has been given back.
  package var isTidy: Bool { openCount == 0 && mapCount == 0 && !isStreaming && bufferCount == 0 }

  private func record(_ name: String) throws(SystemCallError) {
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
    // The kernel stops what its last user leaves behind.
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
    memory[Int(offset) / 65536] = Memory(whole: whole, wholeLength: wholeLength, base: base)
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
    // What came while no buffer was queued is lost.
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

  /// Lets time pass, and frames with it.
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

  private func forgetFrames() {
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
      let length = length
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

  private lazy var length = bufferLength ?? max(frame(0).bytes.count, 1)

  // MARK: - Requests

  package func ioctl(
    _ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    let name = Self.names[request] ?? "unknown"
    try record(name)
    switch name {
    case "VIDIOC_QUERYCAP": answer(argument.assumingMemoryBound(to: v4l2_capability.self))
    case "VIDIOC_ENUM_FMT": try answer(argument.assumingMemoryBound(to: v4l2_fmtdesc.self))
    case "VIDIOC_ENUM_FRAMESIZES":
      try answer(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
    case "VIDIOC_ENUM_FRAMEINTERVALS":
      try answer(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
    case "VIDIOC_S_FMT": try answer(argument.assumingMemoryBound(to: v4l2_format.self))
    case "VIDIOC_G_PARM", "VIDIOC_S_PARM":
      answer(argument.assumingMemoryBound(to: v4l2_streamparm.self), sets: name == "VIDIOC_S_PARM")
    case "VIDIOC_REQBUFS": try answer(argument.assumingMemoryBound(to: v4l2_requestbuffers.self))
    case "VIDIOC_QUERYBUF": try describe(argument.assumingMemoryBound(to: v4l2_buffer.self))
    case "VIDIOC_QBUF": try enqueue(argument.assumingMemoryBound(to: v4l2_buffer.self))
    case "VIDIOC_DQBUF": try dequeue(argument.assumingMemoryBound(to: v4l2_buffer.self))
    case "VIDIOC_STREAMON":
      isStreaming = true
      streamStart = time
    case "VIDIOC_STREAMOFF":
      forgetFrames()
    case "VIDIOC_QUERYCTRL": try answer(argument.assumingMemoryBound(to: v4l2_queryctrl.self))
    case "VIDIOC_QUERYMENU": try answer(argument.assumingMemoryBound(to: v4l2_querymenu.self))
    case "VIDIOC_G_CTRL":
      let control = argument.assumingMemoryBound(to: v4l2_control.self)
      guard let known = controls.first(where: { $0.id == control.pointee.id }) else {
        throw SystemCallError(EINVAL)
      }
      control.pointee.value = Int32(known.value)
    case "VIDIOC_S_CTRL": try set(argument.assumingMemoryBound(to: v4l2_control.self))
    default: throw SystemCallError(ENOTTY)
    }
  }

  private static let names: [UInt: String] = [
    heartcam_querycap: "VIDIOC_QUERYCAP", heartcam_enum_fmt: "VIDIOC_ENUM_FMT",
    heartcam_enum_framesizes: "VIDIOC_ENUM_FRAMESIZES",
    heartcam_enum_frameintervals: "VIDIOC_ENUM_FRAMEINTERVALS", heartcam_s_fmt: "VIDIOC_S_FMT",
    heartcam_g_parm: "VIDIOC_G_PARM", heartcam_s_parm: "VIDIOC_S_PARM",
    heartcam_reqbufs: "VIDIOC_REQBUFS", heartcam_querybuf: "VIDIOC_QUERYBUF",
    heartcam_qbuf: "VIDIOC_QBUF", heartcam_dqbuf: "VIDIOC_DQBUF",
    heartcam_streamon: "VIDIOC_STREAMON", heartcam_streamoff: "VIDIOC_STREAMOFF",
    heartcam_queryctrl: "VIDIOC_QUERYCTRL", heartcam_querymenu: "VIDIOC_QUERYMENU",
    heartcam_g_ctrl: "VIDIOC_G_CTRL", heartcam_s_ctrl: "VIDIOC_S_CTRL",
  ]

  private func answer(_ capability: UnsafeMutablePointer<v4l2_capability>) {
    put(card, into: &capability.pointee.card)
    put(driver, into: &capability.pointee.driver)
    put(bus, into: &capability.pointee.bus_info)
    // The whole camera's, with its metadata node, and this node's own.
    capability.pointee.capabilities =
      capabilities | UInt32(V4L2_CAP_DEVICE_CAPS) | UInt32(V4L2_CAP_META_CAPTURE)
      | UInt32(V4L2_CAP_VIDEO_CAPTURE)
    capability.pointee.device_caps = capabilities
  }

  private func answer(_ answer: UnsafeMutablePointer<v4l2_fmtdesc>) throws(SystemCallError) {
    let index = Int(answer.pointee.index)
    guard formats.indices.contains(index) else { throw SystemCallError(EINVAL) }
    answer.pointee.pixelformat = formats[index].fourCC.rawValue
    put(formats[index].description, into: &answer.pointee.description)
  }

  private func answer(_ answer: UnsafeMutablePointer<v4l2_frmsizeenum>) throws(SystemCallError) {
    let index = Int(answer.pointee.index)
    guard let format = formats.first(where: { $0.fourCC.rawValue == answer.pointee.pixel_format }),
      format.sizes.indices.contains(index)
    else { throw SystemCallError(EINVAL) }
    let size = format.sizes[index]
    if size.isDiscrete {
      answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      answer.pointee.discrete.width = UInt32(size.width.lowerBound)
      answer.pointee.discrete.height = UInt32(size.height.lowerBound)
    } else {
      answer.pointee.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
      answer.pointee.stepwise = v4l2_frmsize_stepwise(
        min_width: UInt32(size.width.lowerBound), max_width: UInt32(size.width.upperBound),
        step_width: UInt32(size.widthStep), min_height: UInt32(size.height.lowerBound),
        max_height: UInt32(size.height.upperBound), step_height: UInt32(size.heightStep))
    }
  }

  private func answer(_ answer: UnsafeMutablePointer<v4l2_frmivalenum>) throws(SystemCallError) {
    let index = Int(answer.pointee.index)
    let (width, height) = (Int(answer.pointee.width), Int(answer.pointee.height))
    guard let format = formats.first(where: { $0.fourCC.rawValue == answer.pointee.pixel_format }),
      let size = format.sizes.first(where: { $0.width ~= width && $0.height ~= height })
    else { throw SystemCallError(EINVAL) }
    switch size.rates {
    case .discrete(let rates):
      guard rates.indices.contains(index) else { throw SystemCallError(EINVAL) }
      answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      answer.pointee.discrete = Self.interval(rates[index])
    case .range(let range):
      guard index == 0 else { throw SystemCallError(EINVAL) }
      answer.pointee.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
      answer.pointee.stepwise.min = Self.interval(range.upperBound)
      answer.pointee.stepwise.max = Self.interval(range.lowerBound)
    case .unknown: throw SystemCallError(EINVAL)
    }
  }

  private static func interval(_ rate: Double) -> v4l2_fract {
    v4l2_fract(numerator: 1000, denominator: UInt32((rate * 1000).rounded()))
  }

  private func answer(_ format: UnsafeMutablePointer<v4l2_format>) throws(SystemCallError) {
    guard bufferCount == 0 else { throw SystemCallError(EBUSY) }
    let wanted = FourCC(rawValue: format.pointee.fmt.pix.pixelformat)
    let given = formats.contains { $0.fourCC == wanted } ? wanted : formats[0].fourCC
    chosen = (
      given, Int(format.pointee.fmt.pix.width), Int(format.pointee.fmt.pix.height)
    )
    format.pointee.fmt.pix.pixelformat = given.rawValue
    format.pointee.fmt.pix.bytesperline = bytesPerRow ?? 0
    format.pointee.fmt.pix.sizeimage = UInt32(length)
    format.pointee.fmt.pix.colorspace = colorspace
    format.pointee.fmt.pix.quantization = quantization
    format.pointee.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
  }

  private func answer(_ parameters: UnsafeMutablePointer<v4l2_streamparm>, sets: Bool) {
    if sets {
      let interval = parameters.pointee.parm.capture.timeperframe
      rate = Double(interval.denominator) / Double(interval.numerator)
    }
    parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
    parameters.pointee.parm.capture.timeperframe = Self.interval(rate)
  }

  private func answer(
    _ request: UnsafeMutablePointer<v4l2_requestbuffers>
  ) throws(SystemCallError) {
    guard mapCount == 0, !isStreaming else { throw SystemCallError(EBUSY) }
    bufferCount = min(Int(request.pointee.count), greatestBufferCount)
    request.pointee.count = UInt32(bufferCount)
  }

  private func describe(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(SystemCallError) {
    guard Int(buffer.pointee.index) < bufferCount else { throw SystemCallError(EINVAL) }
    buffer.pointee.length = UInt32(length)
    buffer.pointee.m.offset = buffer.pointee.index * 65536
  }

  private func enqueue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(SystemCallError) {
    guard !isBroken else { throw SystemCallError(EIO) }
    let index = Int(buffer.pointee.index)
    let isFilled = filled.contains { $0.index == buffer.pointee.index }
    guard memory[index] != nil, !queued.contains(index), !isFilled else {
      throw SystemCallError(EINVAL)
    }
    queued.append(index)
  }

  private func dequeue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(SystemCallError) {
    guard !isBroken else { throw SystemCallError(EIO) }
    guard isStreaming else { throw SystemCallError(EINVAL) }
    guard !filled.isEmpty else { throw SystemCallError(EAGAIN) }
    buffer.pointee = filled.removeFirst()
  }

  private func answer(_ query: UnsafeMutablePointer<v4l2_queryctrl>) throws(SystemCallError) {
    let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    let id = query.pointee.id & ~next
    let known = controls.sorted { $0.id < $1.id }
    let found =
      query.pointee.id & next != 0
      ? known.first { $0.id > id } : known.first { $0.id == id }
    guard let control = found else { throw SystemCallError(EINVAL) }
    query.pointee.id = control.id
    let types: [CameraControl.Kind: v4l2_ctrl_type] = [
      .integer: V4L2_CTRL_TYPE_INTEGER, .boolean: V4L2_CTRL_TYPE_BOOLEAN,
      .menu: V4L2_CTRL_TYPE_MENU, .integerMenu: V4L2_CTRL_TYPE_INTEGER_MENU,
      .bitmask: V4L2_CTRL_TYPE_BITMASK, .button: V4L2_CTRL_TYPE_BUTTON,
      .other: V4L2_CTRL_TYPE_CTRL_CLASS,
    ]
    query.pointee.type = (types[control.kind] ?? V4L2_CTRL_TYPE_INTEGER).rawValue
    put(control.name, into: &query.pointee.name)
    query.pointee.minimum = Int32(control.range.lowerBound)
    query.pointee.maximum = Int32(control.range.upperBound)
    query.pointee.step = Int32(control.step)
    query.pointee.default_value = Int32(control.defaultValue)
  }

  private func answer(_ item: UnsafeMutablePointer<v4l2_querymenu>) throws(SystemCallError) {
    guard let control = controls.first(where: { $0.id == item.pointee.id }),
      let name = control.items[Int(item.pointee.index)]
    else { throw SystemCallError(EINVAL) }
    put(name, into: &item.pointee.name)
  }

  private func set(_ wanted: UnsafeMutablePointer<v4l2_control>) throws(SystemCallError) {
    guard let index = controls.firstIndex(where: { $0.id == wanted.pointee.id }) else {
      throw SystemCallError(EINVAL)
    }
    let control = controls[index]
    guard !control.refused.contains(Int(wanted.pointee.value)) else {
      throw SystemCallError(ERANGE)
    }
    let bounded = min(
      max(Int(wanted.pointee.value), control.range.lowerBound), control.range.upperBound)
    controls[index].value = bounded - (bounded - control.range.lowerBound) % control.step
    wanted.pointee.value = Int32(controls[index].value)
    controlChanged(control.id, controls[index].value)
  }

  private func put<Field>(_ text: String, into field: inout Field) {
    withUnsafeMutableBytes(of: &field) { bytes in
      for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
    }
  }
}
