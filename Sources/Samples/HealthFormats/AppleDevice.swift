import SampleStore

/// A device as Apple's exports describe it, with its address or without:
/// `<<HKDevice: 0x1>, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch3,4, ...>`.
enum AppleDevice {
  private static let keys = zip(
    [
      "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier",
      "UDIDeviceIdentifier",
    ], Device.properties
  ).map { (name: $0, path: $1.path) }

  /// `nil` for an unknown property.
  static func device(_ text: String) -> Device? {
    guard text.hasPrefix(", ") || text.hasPrefix("<<HKDevice"),
      let start = text.firstRange(of: ", ")
    else { return text.isEmpty ? nil : Device(name: text) }
    var device = Device()
    var path: (any WritableKeyPath<Device, String?> & Sendable)?
    var found = false
    // A comma may be part of a value, as in Watch3,4: only a known key begins another one.
    for part in text[start.upperBound...].dropLast(text.hasSuffix(">") ? 1 : 0)
      .split(separator: ", ", omittingEmptySubsequences: false)
    {
      let pair = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2, let (_, next) = keys.first(where: { $0.0 == pair[0] }) {
        path = next
        device[keyPath: next] = String(pair[1])
        found = true
      } else if pair.count == 2, pair[0] == "creation date" {
        path = nil
      } else if let path {
        device[keyPath: path] = (device[keyPath: path] ?? "") + ", " + part
      }
    }
    return found ? device : nil
  }

  static func text(_ device: Device) -> String {
    let parts = keys.compactMap { key, path in device[keyPath: path].map { "\(key):\($0)" } }
    return "<<HKDevice: 0x0>, " + parts.joined(separator: ", ") + ">"
  }
}
