import JSONCoding
import Testing

struct JSONWritingTests {
  @Test func `members keep their order, on one line or over several`() {
    let value = JSONValue.object([
      ("b", .array([.integer(1), .null, .bool(true)])), ("a", .object([("c", .string("d"))])),
      ("empty", .array([])),
    ])
    #expect(value.text == #"{"b":[1,null,true],"a":{"c":"d"},"empty":[]}"#)
    #expect(
      value.indentedText == """
        {
          "b": [1, null, true],
          "a": {"c": "d"},
          "empty": []
        }

        """)
    #expect(value["a"]?["c"]?.string == "d")
  }

  @Test func `members without a value are left out if asked`() {
    #expect(JSONValue.object(present: [("a", nil), ("b", .null)]).text == #"{"b":null}"#)
  }

  @Test func `numbers are written as their case says`() {
    #expect(JSONValue.number(60).text == "60")
    #expect(JSONValue.number(60.25).text == "60.25")
    #expect(JSONValue.number(-0.0).text == "-0.0")
    #expect(JSONValue.number(1e16).text == "1e+16")
    #expect(JSONValue.decimal(60).text == "60.0")
    #expect(JSONValue.integer(60).text == "60")
    #expect(JSONValue.rounded(0.126, 2).text == "0.13")
    #expect(JSONValue.rounded(-0.001, 2).text == "0.0")
  }

  @Test func `what is no number is null`() {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(JSONValue.number(number).text == "null")
      #expect(JSONValue.decimal(number).text == "null")
      #expect(JSONValue.rounded(number, 2) == .null)
    }
    #expect(JSONValue.rounded(nil, 2) == .null)
    #expect(JSONValue.optional(nil) == .null)
  }

  @Test func `no control character and no line separator is carried into a line`() {
    let text = JSONValue.string("\"\\/\n\r\t\u{8}\u{1F}\u{7F}\u{2028}\u{2029}\u{202E}\u{2066}ü😀")
      .text
    #expect(text == #""\"\\/\n\r\t\u0008\u001f\u007f\u2028\u2029\u202e\u2066ü😀""#)
  }

  @Test func `what is written is read as the same value`() throws {
    for scalar in (0...0x2FFF).compactMap(Unicode.Scalar.init) {
      let value = JSONValue.object([(String(scalar), .string("\(scalar)\(scalar)"))])
      #expect(try JSONParser.value(of: Array(value.text.utf8)) == value)
      #expect(try JSONParser.value(of: Array(value.indentedText.utf8)) == value)
    }
  }
}
