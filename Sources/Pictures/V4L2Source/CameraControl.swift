/// A property of a camera that can be read or set, known by the kernel's number for it: names
/// change between kernels.
public struct CameraControl: Sendable, Equatable {
  /// The kind of a control's value.
  public enum Kind: String, Sendable {
    /// A value of the kind that the name says; a button has none.
    case integer, boolean, menu, integerMenu = "integer_menu", bitmask, button, other
  }

  /// One choice of a menu.
  public struct MenuItem: Sendable, Equatable {
    /// The number that is set.
    public let value: Int

    /// The driver's name for it.
    public let name: String

    /// Makes an item.
    public init(value: Int, name: String) {
      self.value = value
      self.name = name
    }
  }

  /// The kernel's number, as in `ControlID`.
  public let id: UInt32

  /// The driver's name: "Exposure Time, Absolute".
  public let name: String

  /// The kind of its value.
  public let kind: Kind

  /// The lowest value.
  public let minimum: Int

  /// The highest value.
  public let maximum: Int

  /// From one value to the next, at least 1.
  public let step: Int

  /// The value when the camera is plugged in.
  public let defaultValue: Int

  /// The choices of a menu; empty for other kinds.
  public let menu: [MenuItem]

  /// The present value; `nil` if it cannot be read.
  public var value: Int?

  /// Whether it has no effect while another control, usually an automatic one, governs it.
  public let isInactive: Bool

  /// Whether it cannot be set.
  public let isReadOnly: Bool

  /// Whether another program keeps it.
  public let isGrabbed: Bool

  /// Makes a control.
  public init(
    id: UInt32, name: String, kind: Kind, minimum: Int, maximum: Int, step: Int,
    defaultValue: Int, menu: [MenuItem] = [], value: Int? = nil, isInactive: Bool = false,
    isReadOnly: Bool = false, isGrabbed: Bool = false
  ) {
    (self.id, self.name, self.kind, self.minimum, self.maximum) = (id, name, kind, minimum, maximum)
    self.step = max(1, step)
    (self.defaultValue, self.menu, self.value) = (defaultValue, menu, value)
    (self.isInactive, self.isReadOnly, self.isGrabbed) = (isInactive, isReadOnly, isGrabbed)
  }

  /// Returns the value of the control that is nearest to the wanted one.
  func nearest(_ wanted: Int) -> Int {
    guard maximum > minimum else { return minimum }
    let bounded = min(max(wanted, minimum), maximum)
    let steps = (bounded - minimum + step / 2) / step
    return min(minimum + steps * step, maximum)
  }
}
