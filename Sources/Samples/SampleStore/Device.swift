/// The hardware that a sample was measured with; unknown properties are `nil`.
public struct Device: Hashable, Sendable {
  /// The name that a person would know it by.
  public var name: String?

  /// The name of its manufacturer.
  public var manufacturer: String?

  /// The manufacturer's name of the model.
  public var model: String?

  /// The revision of the hardware.
  public var hardwareVersion: String?

  /// The version of its firmware.
  public var firmwareVersion: String?

  /// The version of the software that drives it.
  public var softwareVersion: String?

  /// Distinguishes two devices of one model on this machine: a bus address or a serial number.
  public var localIdentifier: String?

  /// The device identifier of a unique device identification (UDI).
  public var udiDeviceIdentifier: String?

  /// Makes a device; every property may be unknown.
  public init(
    name: String? = nil, manufacturer: String? = nil, model: String? = nil,
    hardwareVersion: String? = nil, firmwareVersion: String? = nil, softwareVersion: String? = nil,
    localIdentifier: String? = nil, udiDeviceIdentifier: String? = nil
  ) {
    (self.name, self.manufacturer, self.model) = (name, manufacturer, model)
    (self.hardwareVersion, self.firmwareVersion) = (hardwareVersion, firmwareVersion)
    (self.softwareVersion, self.localIdentifier) = (softwareVersion, localIdentifier)
    self.udiDeviceIdentifier = udiDeviceIdentifier
  }

  /// Every property, by its name in tables and in JSON.
  package static let properties:
    [(name: String, path: any WritableKeyPath<Device, String?> & Sendable)] = [
      ("name", \.name), ("manufacturer", \.manufacturer), ("model", \.model),
      ("hardware_version", \.hardwareVersion), ("firmware_version", \.firmwareVersion),
      ("software_version", \.softwareVersion), ("local_identifier", \.localIdentifier),
      ("udi_device_identifier", \.udiDeviceIdentifier),
    ]
}
