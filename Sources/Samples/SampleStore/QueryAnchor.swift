/// A place in a store's history, from which a query reports later additions and deletions.
///
/// It is opaque, and kept as 37 bytes, which include the store's identity and a check sum.
public struct QueryAnchor: Hashable, Sendable {
  /// The store's identifier.
  let store: [UInt8]

  /// The numbers of the last sample and the last tombstone that were reported (see
  /// `HistoryNumbers`).
  let sample: Int64
  let tombstone: Int64

  init(store: [UInt8], sample: Int64, tombstone: Int64) {
    (self.store, self.sample, self.tombstone) = (store, sample, tombstone)
  }

  private static let version: UInt8 = 1

  /// The anchor as bytes, for `init(bytes:)` in a later run.
  public var bytes: [UInt8] {
    var bytes = [Self.version] + store
    for number in [sample, tombstone] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    withUnsafeBytes(of: Self.checkSum(bytes[...]).littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Reads an anchor from bytes that were kept; throws `anchorUnusable` if they are not an anchor.
  public init(bytes: [UInt8]) throws(StoreError) {
    guard bytes.count == 37, bytes[0] == Self.version,
      Self.number(bytes[33..<37]) == UInt64(Self.checkSum(bytes[..<33]))
    else {
      throw StoreError(.readAnchor, nil, .anchorUnusable, detail: "its bytes are not an anchor")
    }
    store = Array(bytes[1..<17])
    sample = Int64(bitPattern: Self.number(bytes[17..<25]))
    tombstone = Int64(bitPattern: Self.number(bytes[25..<33]))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the FNV-1a hash of 32 bits.
  private static func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
