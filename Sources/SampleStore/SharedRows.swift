/// How sources and devices are laid out in their tables.
extension Source {
  var columns: KeyValuePairs<String, SQLiteValue> {
    [
      "name": .text(name), "bundle_identifier": .text(bundleIdentifier),
      "version": SQLiteValue(version), "product_type": SQLiteValue(productType),
      "operating_system_version": SQLiteValue(operatingSystemVersion),
    ]
  }
}

extension Device {
  var columns: KeyValuePairs<String, SQLiteValue> {
    [
      "name": SQLiteValue(name), "manufacturer": SQLiteValue(manufacturer),
      "model": SQLiteValue(model), "hardware_version": SQLiteValue(hardwareVersion),
      "firmware_version": SQLiteValue(firmwareVersion),
      "software_version": SQLiteValue(softwareVersion),
      "local_identifier": SQLiteValue(localIdentifier),
      "udi_device_identifier": SQLiteValue(udiDeviceIdentifier),
    ]
  }
}
