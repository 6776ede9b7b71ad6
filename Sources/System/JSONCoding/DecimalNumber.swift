import Glibc

/// Numbers in decimal notation, from bytes and to text.
package enum DecimalNumber {
  /// Returns a finite number; `nil` for anything else, such as `nan`, `0x10` or an empty text.
  package static func value(of bytes: UnsafeRawBufferPointer) -> Double? {
    if let (value, length) = beginning(of: bytes), length == bytes.count { return value }
    return slow(bytes)
  }

  /// Returns the number that bytes begin with and the number of its bytes, up to one that is neither a digit
  /// nor the first point; `nil` if it has no digits or too many of them for this quick way.
  package static func beginning(
    of bytes: UnsafeRawBufferPointer
  ) -> (value: Double, length: Int)? {
    var mantissa: UInt64 = 0
    var (hasDigits, digits, decimals, at) = (false, 0, -1, 0)
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var mayHaveEight = true
    while at < bytes.count {
      if mayHaveEight, decimals >= 0, 1...11 ~= digits, at + 8 <= bytes.count {
        let eight = eightDigits(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        if let eight {
          mantissa = mantissa * 100_000_000 + eight
          (digits, decimals, at) = (digits + 8, decimals + 8, at + 8)
          continue
        }
        mayHaveEight = false
      }
      let byte = bytes[at]
      if 48...57 ~= byte {
        guard digits < 19 else { return nil }
        mantissa = mantissa * 10 + UInt64(byte - 48)
        hasDigits = true
        if mantissa > 0 { digits += 1 }
        if decimals >= 0 { decimals += 1 }
      } else if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
      } else {
        break
      }
      at += 1
    }
    guard hasDigits, decimals < powers.count else { return nil }
    let value = quotient(mantissa, powers[max(0, decimals)])
    return (isNegative ? -value : value, at)
  }

  /// Returns the number that eight digits make, the first of them in the lowest byte; `nil` if not all are digits. Two
  /// neighbors at a time become one number of twice the width (Lemire 2018, "Quickly parsing eight digits").
  private static func eightDigits(_ bytes: UInt64) -> UInt64? {
    let bytes = UInt64(littleEndian: bytes)
    let isDigits =
      bytes & 0xF0F0_F0F0_F0F0_F0F0
      | ((bytes &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) >> 4
    guard isDigits == 0x3333_3333_3333_3333 else { return nil }
    let pairs = ((bytes & 0x0F0F_0F0F_0F0F_0F0F) &* (10 << 8 + 1)) >> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* (100 << 16 + 1)) >> 16
    return ((fours & 0x0000_FFFF_0000_FFFF) &* (10_000 << 32 + 1)) >> 32
  }

  /// Returns the number that is nearest to a quotient. The divisor is not 0.
  private static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
    // Both exact, so that the quotient is rounded once.
    if dividend < 1 << 53, divisor < 1 << 53 { return Double(dividend) / Double(divisor) }
    // 64 bits of it, and in the last whether there is a remainder, which is all that rounding to 53 needs.
    let (up, down) = (dividend.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (numerator, denominator) = (dividend << up, divisor << down)
    let isHalved = numerator >= denominator
    let (bits, rest) = denominator.dividingFullWidth(
      isHalved ? (numerator >> 1, numerator << 63) : (numerator, 0))
    // A power of two between 2 to the -127 and 2, which keeps all bits.
    let power = UInt64(1023 + down - up - (isHalved ? 63 : 64)) << 52
    return Double(rest == 0 ? bits : bits | 1) * Double(bitPattern: power)
  }

  private static func slow(_ bytes: UnsafeRawBufferPointer) -> Double? {
    let isDecimal = bytes.allSatisfy {
      (48...57).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, bytes.count < 400,
      let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
    else { return nil }
    return number
  }

  /// Returns the finite number that a text holds; `nil` for anything else.
  package static func value(of text: some StringProtocol) -> Double? {
    var text = String(text)
    return text.withUTF8 { value(of: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the shortest text that reads as the same number, without a point if it is whole.
  package static func text(_ number: Double) -> String {
    if number.magnitude < 1e15, number == number.rounded(), number != 0 || number.sign == .plus {
      return String(Int64(number))
    }
    return "\(number)"
  }

  /// 1, 10, 100 and so on, while they are exact; as a list of literals it needs no start.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}

extension Double {
  /// Returns the number with exactly n decimal places; a dash if it is not finite.
  package func fixed(_ places: Int) -> String {
    guard isFinite else { return "-" }
    let whole = (magnitude * pow(10, Double(places))).rounded()
    guard whole < 1e15 else { return "\(self)" }
    var digits = String(Int64(whole))
    if digits.count <= places {
      digits = String(repeating: "0", count: places + 1 - digits.count) + digits
    }
    let sign = self < 0 && whole != 0 ? "-" : ""
    return places == 0
      ? sign + digits : sign + digits.dropLast(places) + "." + digits.suffix(places)
  }

  /// Returns the number rounded to n decimal places, so that it prints with no more; zero has no sign.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    let result = (self * scale).rounded() / scale
    return result == 0 ? 0 : result
  }
}
