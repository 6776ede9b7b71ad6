/// The current values of the camera's controls, and the answers to requests about them.
struct CameraSettings {
  /// Why a request was refused, with the numbers of the class's error code control.
  enum Refusal: UInt8, Error {
    case wrongState = 2
    case outOfRange = 4
    case invalidControl = 6
    case invalidRequest = 7
  }

  private var values = Dictionary(
    uniqueKeysWithValues: CameraControl.allCases.map { ($0, $0.defaultValue) })

  subscript(control: CameraControl) -> Int {
    get { values[control] ?? control.defaultValue }
    set { values[control] = min(max(newValue, control.range.lowerBound), control.range.upperBound) }
  }

  /// Whether an automation sets this control at present.
  func isAutomatic(_ control: CameraControl) -> Bool {
    switch control.automation {
    case .autoExposure: self[.autoExposure] != CameraControl.manualExposure
    case let automation?: self[automation] != 0
    case nil: false
    }
  }

  /// Returns the control at an address; throws `Refusal` if there is none.
  func control(unit: UInt8, selector: UInt8) throws(Refusal) -> CameraControl {
    for control in CameraControl.allCases where control.address == (unit, selector) {
      return control
    }
    throw .invalidControl
  }

  /// Returns the answer to GET_CUR, GET_MIN and so on.
  func answer(to request: UInt8, about control: CameraControl) throws(Refusal) -> [UInt8] {
    let value =
      switch request {
      case 0x81: self[control]
      case 0x82: control.range.lowerBound
      case 0x83: control.range.upperBound
      case 0x84: control.resolution
      case 0x87: control.defaultValue
      // The control can be read and set; bit 2 says that an automation blocks it.
      case 0x86: isAutomatic(control) ? 0b111 : 0b011
      case 0x85: control.byteCount
      default: throw Refusal.invalidRequest
      }
    let isFixed = request == 0x86 ? 1 : request == 0x85 ? 2 : nil
    return [UInt8](littleEndian: value, count: isFixed ?? control.byteCount)
  }

  /// Sets a control as SET_CUR requests.
  mutating func set(_ control: CameraControl, to bytes: [UInt8]) throws(Refusal) -> Int {
    let value = bytes.prefix(control.byteCount).map { $0 }.littleEndianValue
    guard !isAutomatic(control) else { throw .wrongState }
    guard control.range ~= value else { throw .outOfRange }
    if control == .autoExposure, value & control.resolution != value || value.nonzeroBitCount != 1 {
      throw .outOfRange
    }
    values[control] = value
    return value
  }
}
