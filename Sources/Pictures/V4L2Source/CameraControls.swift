import CV4L2

/// Reads and sets the controls of an open camera. It belongs to the thread that opened the camera.
public struct CameraControls {
  let device: OpenDevice

  /// All controls, in the kernel's order.
  public var all: [CameraControl] {
    var controls: [CameraControl] = []
    var id: UInt32 = 0
    // The kernel's numbers grow. A driver whose numbers do not would never come to an end.
    while let control = control(after: id), control.id > id, controls.count < 1024 {
      id = control.id
      if let control = control.control { controls.append(control) }
    }
    return controls
  }

  /// Returns the control with a number; `nil` if the camera does not have it.
  public func control(_ id: UInt32) -> CameraControl? {
    var query = v4l2_queryctrl()
    query.id = id
    guard (try? device.send(.control, &query)) != nil else { return nil }
    return describe(query)
  }

  /// Returns the present value of a control.
  public func value(of id: UInt32) throws(V4L2Error) -> Int {
    var control = v4l2_control(id: id, value: 0)
    try device.demand(.value, &control)
    return Int(control.value)
  }

  /// Sets a control and returns the value that the camera then has.
  @discardableResult
  public func set(_ id: UInt32, to value: Int) throws(V4L2Error) -> Int {
    var control = v4l2_control(id: id, value: Int32(clamping: value))
    try device.demand(.setValue, &control)
    var read = v4l2_control(id: id, value: control.value)
    // A control that can only be written has the value that was sent.
    try? device.send(.value, &read)
    return Int(read.value)
  }

  private func control(after id: UInt32) -> (id: UInt32, control: CameraControl?)? {
    var query = v4l2_queryctrl()
    query.id = id | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    guard (try? device.send(.control, &query)) != nil else { return nil }
    return (query.id, describe(query))
  }

  /// Describes a control; `nil` for headings, disabled controls and those whose value is not a
  /// number.
  private func describe(_ query: v4l2_queryctrl) -> CameraControl? {
    let flags = query.flags
    guard flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, let kind = Self.kind(query.type) else {
      return nil
    }
    let isReadable = flags & UInt32(V4L2_CTRL_FLAG_WRITE_ONLY) == 0 && kind != .button
    return CameraControl(
      id: query.id, name: text(query.name), kind: kind, minimum: Int(query.minimum),
      maximum: Int(query.maximum), step: Int(query.step), defaultValue: Int(query.default_value),
      menu: kind == .menu || kind == .integerMenu ? menu(of: query, kind) : [],
      value: isReadable ? try? value(of: query.id) : nil,
      isInactive: flags & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0,
      isReadOnly: flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0,
      isGrabbed: flags & UInt32(V4L2_CTRL_FLAG_GRABBED) != 0)
  }

  private static func kind(_ type: UInt32) -> CameraControl.Kind? {
    switch type {
    case V4L2_CTRL_TYPE_INTEGER.rawValue: .integer
    case V4L2_CTRL_TYPE_BOOLEAN.rawValue: .boolean
    case V4L2_CTRL_TYPE_MENU.rawValue: .menu
    case V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: .integerMenu
    case V4L2_CTRL_TYPE_BITMASK.rawValue: .bitmask
    case V4L2_CTRL_TYPE_BUTTON.rawValue: .button
    default: nil
    }
  }

  private func menu(
    of query: v4l2_queryctrl, _ kind: CameraControl.Kind
  ) -> [CameraControl.MenuItem] {
    var items: [CameraControl.MenuItem] = []
    let first = max(0, Int(query.minimum))
    // Empty if a driver gives the ends in the wrong order.
    for index in stride(from: first, through: min(Int(query.maximum), first + 255), by: 1) {
      var item = v4l2_querymenu()
      item.id = query.id
      item.index = UInt32(index)
      // Menus have holes: UVC cameras rarely have shutter priority.
      guard (try? device.send(.menu, &item)) != nil else { continue }
      let name = kind == .menu ? text(item.name) : "\(item.value)"
      items.append(CameraControl.MenuItem(value: index, name: name))
    }
    return items
  }
}

/// Returns the text of a field of fixed length, up to its first zero.
func text<Field>(_ field: Field) -> String {
  withUnsafeBytes(of: field) { bytes in
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return String(text.reversed().drop { $0.isWhitespace }.reversed())
  }
}
