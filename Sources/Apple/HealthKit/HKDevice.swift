public import Foundation
internal import SampleStore

/// The hardware that a sample was measured with.
public final class HKDevice: NSObject, _HKConstant, NSSecureCoding, Sendable {
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

  /// The fields of an archive.
  private static var fields: [(key: String, value: WritableKeyPath<Device, String?>)] {
    [
      ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model),
      ("hardware", \.hardwareVersion), ("firmware", \.firmwareVersion),
      ("software", \.softwareVersion), ("local", \.localIdentifier),
      ("udi", \.udiDeviceIdentifier),
    ]
  }

  public func encode(with coder: NSCoder) {
    for (key, value) in Self.fields {
      if let text = device[keyPath: value] { coder.encode(text as NSString, forKey: key) }
    }
  }

  public required convenience init?(coder: NSCoder) {
    var device = Device()
    for (key, value) in Self.fields { device[keyPath: value] = coder.text(key) }
    self.init(device)
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
