public import Foundation
internal import SampleStore

/// The hardware that a sample was measured with.
public final class HKDevice: NSObject, _HKConstant, Sendable {
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

  /// Returns this machine.
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
