import CV4L2
import Glibc
package import V4L2Source

/// The answers of the camera's driver.
extension ScriptedCamera {
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
    let ends = (Int32(control.range.lowerBound), Int32(control.range.upperBound))
    (query.pointee.minimum, query.pointee.maximum) =
      control.hasSwappedEnds ? (ends.1, ends.0) : ends
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
