#if PostgreSQL
import FoundationEssentials
import SampleStore

/// Values in PostgreSQL's binary form: numbers with their highest byte first.
enum PostgreSQLValue {
  /// The numbers of types in the server's catalog.
  enum TypeNumber {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let float8: UInt32 = 701
    static let uuid: UInt32 = 2950

    static let uuids: UInt32 = 2951

    /// Arrays of the above.
    static let arrays: [UInt32: UInt32] = [
      int8: 1016, int4: 1007, text: 1009, float8: 1022, uuid: uuids, bytes: 1001,
    ]
  }

  /// Returns the type that a placeholder gets by the value that is bound to it; 0 lets the server choose.
  static func type(of value: SQLValue) -> UInt32 {
    switch value {
    case .null: 0
    case .integer: TypeNumber.int8
    case .real: TypeNumber.float8
    case .text: TypeNumber.text
    case .blob: TypeNumber.bytes
    case .identifier: TypeNumber.uuid
    }
  }

  /// Returns the type of a column.
  static func type(of column: StoreTable.Column) -> UInt32 {
    switch column.kind {
    case .rowNumber, .integer: TypeNumber.int4
    case .historyNumber, .long: TypeNumber.int8
    case .real: TypeNumber.float8
    case .text: TypeNumber.text
    case .bytes: TypeNumber.bytes
    case .identifier: TypeNumber.uuid
    }
  }

  /// Returns the bytes of a value; `nil` for NULL.
  static func bytes(of value: SQLValue) -> [UInt8]? {
    switch value {
    case .null: nil
    case .integer(let integer): withUnsafeBytes(of: integer.bigEndian) { Array($0) }
    case .real(let real): withUnsafeBytes(of: real.bitPattern.bigEndian) { Array($0) }
    case .text(let text): Array(escaped(text).utf8)
    case .blob(let blob): blob
    case .identifier(let id): id.bytes
    }
  }

  // MARK: Reading

  static func integer(_ bytes: UnsafeRawBufferPointer, _ type: UInt32) -> Int64 {
    switch (type, bytes.count) {
    case (TypeNumber.int8, 8): Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case (TypeNumber.int4, 4): Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case (TypeNumber.int2, 2): Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case (TypeNumber.bool, 1): Int64(bytes[0])
    case (TypeNumber.float8, 8): Int64(exactly: real(bytes, type).rounded(.towardZero)) ?? 0
    default: 0
    }
  }

  static func real(_ bytes: UnsafeRawBufferPointer, _ type: UInt32) -> Double {
    type == TypeNumber.float8 && bytes.count == 8
      ? Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
      : Double(integer(bytes, type))
  }

  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    unescaped(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Text with NUL

  // PostgreSQL's texts cannot hold the character NUL, and Swift's can. Two characters of the last
  // private plane, which no text uses, stand for it; the first of them is written as the first and
  // a third.
  private static let mark: Unicode.Scalar = "\u{10FFFD}"
  private static let zero: Unicode.Scalar = "\u{10FFFC}"
  private static let itself: Unicode.Scalar = "\u{10FFFB}"

  /// The first byte in UTF-8 of every character of the last plane.
  private static let lastPlane: UInt8 = 0xF4

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0 || $0 == lastPlane }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": result += [mark, zero]
      case mark: result += [mark, itself]
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(lastPlane) else { return text }
    var result = String.UnicodeScalarView()
    var isMarked = false
    for scalar in text.unicodeScalars {
      if isMarked {
        result.append(scalar == zero ? "\0" : scalar == itself ? mark : scalar)
        isMarked = false
      } else if scalar == mark {
        isMarked = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
#endif
