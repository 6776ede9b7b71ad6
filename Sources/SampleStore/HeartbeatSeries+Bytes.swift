/// Beats as the table `heartbeat_series` keeps them: nine bytes each, the time as a little-endian double
/// and 1 after a gap.
extension HeartbeatSeries {
  static func bytes(of beats: [Beat]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(beats.count * 9)
    for beat in beats {
      withUnsafeBytes(of: beat.time.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(beat.precededByGap ? 1 : 0)
    }
    return bytes
  }

  /// `nil` where the bytes are no beats.
  static func beats(of bytes: [UInt8]) -> [Beat]? {
    guard bytes.count % 9 == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 9).map { place in
        let pattern = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        return Beat(
          time: Double(bitPattern: UInt64(littleEndian: pattern)),
          precededByGap: bytes[place + 8] != 0)
      }
    }
  }
}
