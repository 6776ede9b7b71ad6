/// Something of a camera that can be set, by the kernel's number for it: names change between kernels.
public struct CameraControl: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case integer, boolean, menu, integerMenu = "integer_menu", bitmask, button, other
  }

  public struct MenuItem: Sendable, Equatable {
    public let value: Int
    public let name: String

    public init(value: Int, name: String) {
      self.value = value
      self.name = name
    }
  }

  public let id: UInt32

  /// As the driver calls it: "Exposure Time, Absolute".
  public let name: String
  public let kind: Kind
  public let minimum: Int
  public let maximum: Int
  public let step: Int
  public let defaultValue: Int

  /// Those that there are, of a menu.
  public let menu: [MenuItem]

  /// `nil` where it cannot be read.
  public var value: Int?

  /// Without effect while another control, an automatic one mostly, governs it.
  public let isInactive: Bool
  public let isReadOnly: Bool

  /// Taken by another program.
  public let isGrabbed: Bool

  public init(
    id: UInt32, name: String, kind: Kind, minimum: Int, maximum: Int, step: Int,
    defaultValue: Int, menu: [MenuItem] = [], value: Int? = nil, isInactive: Bool = false,
    isReadOnly: Bool = false, isGrabbed: Bool = false
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.step = max(1, step)
    self.defaultValue = defaultValue
    self.menu = menu
    self.value = value
    self.isInactive = isInactive
    self.isReadOnly = isReadOnly
    self.isGrabbed = isGrabbed
  }

  /// The nearest value that the control has.
  func nearest(_ wanted: Int) -> Int {
    guard maximum > minimum else { return minimum }
    let bounded = min(max(wanted, minimum), maximum)
    let steps = (bounded - minimum + step / 2) / step
    return min(minimum + steps * step, maximum)
  }
}
