package import FoundationEssentials

// The layout of values in the columns of the store's tables.

extension Source {
  /// The columns of the table `source`.
  var columns: [(key: String, value: SQLValue)] {
    [
      ("name", .text(name)), ("bundle_identifier", .text(bundleIdentifier)),
      ("version", SQLValue(version)), ("product_type", SQLValue(productType)),
      ("operating_system_version", SQLValue(operatingSystemVersion)),
    ]
  }
}

extension Device {
  /// The columns of the table `device`.
  var columns: [(key: String, value: SQLValue)] {
    Self.properties.map { ($0.name, SQLValue(self[keyPath: $0.path])) }
  }
}

extension MetadataValue {
  /// The number of the value's kind in the table `metadata`, and its two columns, one of which is
  /// NULL.
  var columns: (kind: Int64, text: SQLValue, number: SQLValue) {
    switch self {
    case .string(let text): (0, .text(text), .null)
    case .number(let number): (1, .null, .real(number))
    case .date(let date): (2, .null, SQLValue(date))
    case .quantity(let quantity): (3, .null, .real(quantity.value))
    case .bool(let bool): (4, .null, .real(bool ? 1 : 0))
    }
  }

  /// Creates the value of a row; `nil` if the kind is unknown or its column is empty.
  init?(kind: Int64, text: String?, number: Double?, unit: QuantityUnit?) {
    switch (kind, text, number, unit) {
    case (0, let text?, _, _): self = .string(text)
    case (1, _, let number?, _): self = .number(number)
    case (2, _, let number?, _): self = .date(Date(timeIntervalSinceReferenceDate: number))
    case (3, _, let number?, let unit?): self = .quantity(Quantity(number, unit))
    case (4, _, let number?, _): self = .bool(number != 0)
    default: return nil
    }
  }
}

extension HeartbeatSeries {
  /// Beats as the table `heartbeat_series` keeps them: nine bytes each, the time as a little-endian
  /// double and 1 after a gap.
  package static func bytes(of beats: [Beat]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(beats.count * 9)
    for beat in beats {
      withUnsafeBytes(of: beat.time.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(beat.precededByGap ? 1 : 0)
    }
    return bytes
  }

  /// `nil` if the length does not fit.
  package static func beats(of bytes: [UInt8]) -> [Beat]? {
    guard bytes.count % 9 == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 9).map { offset in
        let pattern = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Beat(
          time: Double(bitPattern: UInt64(littleEndian: pattern)),
          precededByGap: bytes[offset + 8] != 0)
      }
    }
  }
}

extension UUID {
  package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
