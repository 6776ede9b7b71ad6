import JSONCoding
import TestSupport
import Testing

struct DecimalNumberTests {
  @Test func `numbers are read to the last bit`() {
    var random = SeededGenerator(seed: 33)
    for _ in 0..<200_000 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { expect("\(number)") }
      expect("\(Double.random(in: -255...255, using: &random))")
      // Digits of every number, with the point everywhere, as no program writes them.
      let digits = String(random.next() >> UInt64.random(in: 0..<64, using: &random))
      let point = digits.index(
        digits.startIndex, offsetBy: Int.random(in: 0...digits.count, using: &random))
      expect(digits[..<point] + "." + digits[point...])
      expect("0.000" + digits)
    }
  }

  /// Whole numbers that lie exactly between two numbers, and beside that.
  @Test func `halves are rounded to even`() {
    var random = SeededGenerator(seed: 34)
    for _ in 0..<20_000 {
      let whole = UInt64.random(in: 1 << 53..<1 << 63, using: &random)
      let step = UInt64(Double(whole).ulp)
      let middle = whole / step * step + step / 2
      for number in [middle - 1, middle, middle + 1] {
        expect("\(number)")
        expect("\(number).0")
      }
    }
    for text in [
      "0.5", "9007199254740993", "9007199254740993.0", "18446744073709551615",
      "1844674407370955161.5",
    ] {
      expect(text)
    }
  }

  @Test(arguments: [
    "", "-", ".", "-.", "1.2.3", "0x10", "nan", "inf", "1e999", "--1", "1 2", "1,5",
    "1.1234567:", "1./1234567", "1.12345678901234x", "1.1234567 12345678",
  ])
  func `what is no finite number is none`(text: String) {
    #expect(DecimalNumber.value(of: text) == nil)
  }

  @Test func `a number has the form of any program`() {
    for text in ["1.", ".5", "-0", "+5", "1e3", "1E-3", "000001", "0.00000000000000000000000001"] {
      expect(text)
    }
  }

  @Test(arguments: [
    ("12.5,3", 12.5, 4), ("-0.1234567890 ", -0.123456789, 13), ("7\n", 7, 1), ("1.5.2", 1.5, 3),
  ])
  func `a number may be followed by anything`(text: String, value: Double, length: Int) {
    var text = text
    let beginning = text.withUTF8 { DecimalNumber.beginning(of: UnsafeRawBufferPointer($0)) }
    #expect(beginning?.value == value)
    #expect(beginning?.length == length)
  }

  private func expect(_ text: some StringProtocol) {
    let read = DecimalNumber.value(of: text)
    if read?.bitPattern != Double(String(text))?.bitPattern {
      Issue.record("\(text) is read as \(read.map { "\($0)" } ?? "nothing")")
    }
  }
}
