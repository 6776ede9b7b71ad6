import Glibc

/// The answers of the camera's endpoint 0: descriptors, controls, negotiation.
struct ControlEndpoint {
  enum Answer {
    case bytes([UInt8])
    case done

    /// The host has chosen the mode that was negotiated.
    case commit

    /// A protocol stall: the camera refuses.
    case stall
  }

  let descriptors: CameraDescriptors
  var settings = CameraSettings()
  private(set) var negotiation: StreamNegotiation

  /// Why the last request about a control was refused; the driver asks for this after a stall.
  private var lastRefusal: UInt8 = 0

  init(descriptors: CameraDescriptors) {
    self.descriptors = descriptors
    negotiation = StreamNegotiation(descriptors.kind)
  }

  mutating func answer(to setup: [UInt8], _ bytes: [UInt8]) -> Answer {
    let (kind, request) = (setup[0], setup[1])
    switch (kind, request) {
    case (0x80, 6):
      return descriptors.descriptor(type: setup[3], index: setup[2]).map { .bytes($0) } ?? .stall
    case (0x80...0x82, 0): return .bytes([0, 0])
    // Set address, configuration and interface; clear and set features.
    case (0x00...0x02, 1), (0x00...0x02, 3), (0x00, 5), (0x00, 9), (0x01, 11): return .done
    case (0x21, 1) where setup[4] == 1:
      negotiation.propose(bytes)
      return setup[3] == 2 ? .commit : .done
    case (0xA1, _) where setup[4] == 1:
      return negotiation.answer(to: request).map { .bytes($0) } ?? .stall
    case (0x21, 1), (0xA1, _):
      do {
        return try answerAboutControl(setup, bytes)
      } catch {
        lastRefusal = error.rawValue
        return .stall
      }
    default: return .stall
    }
  }

  private mutating func answerAboutControl(
    _ setup: [UInt8], _ bytes: [UInt8]
  ) throws(CameraSettings.Refusal) -> Answer {
    let (request, selector, unit) = (setup[1], setup[3], setup[5])
    if unit == 0 {
      guard selector == 2 else { throw .invalidControl }
      return .bytes([lastRefusal])
    }
    let control = try settings.control(unit: unit, selector: selector)
    guard request == 1 else { return .bytes(try settings.answer(to: request, about: control)) }
    do {
      let value = try settings.set(control, to: bytes)
      CameraLog.note("set \(control.rawValue) \(value)")
    } catch {
      CameraLog.note("refused \(control.rawValue) \(bytes.littleEndianValue)")
      throw error
    }
    return .done
  }
}
