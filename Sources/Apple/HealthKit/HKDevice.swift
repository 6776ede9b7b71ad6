public import Foundation
internal import SampleStore

/// The hardware that a sample was measured with.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKDevice: NSObject, _HKConstant, NSSecureCoding, @unchecked Sendable {
  let device: Device

  public convenience init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?,
    firmwareVersion: String?, softwareVersion: String?, localIdentifier: String?,
    udiDeviceIdentifier: String?
  ) {
    self.init(
      Device(
        name: name, manufacturer: manufacturer, model: model, hardwareVersion: hardwareVersion,
        firmwareVersion: firmwareVersion, softwareVersion: softwareVersion,
        localIdentifier: localIdentifier, udiDeviceIdentifier: udiDeviceIdentifier))
  }

  init(_ device: Device) {
    self.device = device
  }

  /// This machine.
  public class func local() -> HKDevice {
    HKDevice(
      Device(
        name: ProcessInfo.processInfo.hostName, model: HKHealthStoreSettings.productType,
        softwareVersion: HKHealthStoreSettings.systemVersion))
  }

  public var name: String? { device.name }
  public var manufacturer: String? { device.manufacturer }
  public var model: String? { device.model }
  public var hardwareVersion: String? { device.hardwareVersion }
  public var firmwareVersion: String? { device.firmwareVersion }
  public var softwareVersion: String? { device.softwareVersion }
  public var localIdentifier: String? { device.localIdentifier }
  public var udiDeviceIdentifier: String? { device.udiDeviceIdentifier }

  private static let keys = [
    "name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi",
  ]

  public func encode(with coder: NSCoder) {
    let values = [
      name, manufacturer, model, hardwareVersion, firmwareVersion, softwareVersion,
      localIdentifier, udiDeviceIdentifier,
    ]
    for (key, value) in zip(Self.keys, values) {
      if let value { coder.encode(value as NSString, forKey: key) }
    }
  }

  public required convenience init?(coder: NSCoder) {
    let values = Self.keys.map {
      coder.text($0)
    }
    self.init(
      name: values[0], manufacturer: values[1], model: values[2], hardwareVersion: values[3],
      firmwareVersion: values[4], softwareVersion: values[5], localIdentifier: values[6],
      udiDeviceIdentifier: values[7])
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? HKDevice)?.device == device }
  public override var hash: Int { device.hashValue }
}

public let HKDevicePropertyKeyName = "HKDevicePropertyName"
public let HKDevicePropertyKeyManufacturer = "HKDevicePropertyManufacturer"
public let HKDevicePropertyKeyModel = "HKDevicePropertyModel"
public let HKDevicePropertyKeyHardwareVersion = "HKDevicePropertyHardwareVersion"
public let HKDevicePropertyKeyFirmwareVersion = "HKDevicePropertyFirmwareVersion"
public let HKDevicePropertyKeySoftwareVersion = "HKDevicePropertySoftwareVersion"
public let HKDevicePropertyKeyLocalIdentifier = "HKDevicePropertyLocalIdentifier"
public let HKDevicePropertyKeyUDIDeviceIdentifier = "HKDevicePropertyUDIDeviceIdentifier"
