import JSONCoding
import Testing

/// The rules of RFC 8259 one by one, in the three categories that tests of JSON parsers have: what
/// every parser must accept, what every parser must refuse, and what a parser may treat as it likes.
struct JSONRulesTests {
  /// A text, or bytes that are no text.
  struct Example: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Bytes between the two halves of a text.
    init(_ before: String, _ bytes: [UInt8], _ after: String) {
      self.bytes = Array(before.utf8) + bytes + Array(after.utf8)
    }
  }

  private static func examples(_ texts: [String]) -> [Example] { texts.map { Example($0) } }

  static let accepted =
    examples([
      // Any value may stand alone, with white space around it.
      "null", "true", "false", "0", "-1", "\"\"", "\"a\"", "[]", "{}", " [] ", "\t\n\r []\n", "[ ]",
      "{ }",
      // Arrays.
      "[null]", "[[]]", "[[] ]", "[\"\"]", "[false]", "[1\n]", " [1]", "[2] ",
      "[1,null,null,null,2]",
      "[null, 1, \"1\", {}]",
      // Numbers.
      "[0]", "[-0]", "[-0.0]", "[0e1]", "[0e+1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]",
      "[123.456e78]", "[1e-2]", "[123.456789]", "[20e1]", "[ 4]", "[-123]", "[-1]", "[0.5]",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
      // Objects.
      "{\"a\":\"b\"}", "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}", "{\"\":0}",
      "{\"a\\u0000b\": 42}", "{\"min\": -1.0e+28, \"max\": 1.0e+28}", "{\"a\":[]}",
      "{\"a\":{\"b\":{}}}", "{\n\"a\": \"b\"\n}", "{\"\\u0065\": 1}",
      // Texts and their escapes.
      #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#,
      #"["\"\\\/\b\f\n\r\t"]"#, #"["\\u0000"]"#, #"["\""]"#, "[\"a/*b*/c/*d//e\"]", #"["\\a"]"#,
      #"["\\n"]"#, #"["\u0012"]"#, #"["\uFFFF"]"#, #"["\u0000"]"#, #"["\u002c"]"#,
      #"["\uDBFF\uDFFF"]"#, #"["new\u00A0line"]"#, #"["\u0022"]"#, #"["\u005C"]"#, #"["\u200B"]"#,
      #"["\u2064"]"#, #"["\uFDD0"]"#, #"["\uFFFE"]"#, #"["\u0821"]"#, #"["\uDBFF\uDFFE"]"#,
      "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", "[\"\u{7F}\"]", "[\"\u{2028}\"]", "[\"\u{2029}\"]",
      "[\"π\"]", "[\"€𝄞\"]", "[\"\u{1B}\"]".replacing("\u{1B}", with: "\u{2603}"), "\" \"",
      "[\"asd \"]",
    ])

  static let refused =
    examples([
      // Nothing at all, or more than one value.
      "", " ", "[][]", "[]]", "{}}", "1 2", "[1]x", "{\"a\":true} \"x\"", "[1],", "]", "}", "[1]]",
      "2@", "\"\"x", "[],null", "{\"a\":\"b\"}#", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//",
      // Arrays and objects that do not end, or hold too little or too much.
      "[", "{", "[1", "[1,", "[\"\"", "[\"a", "[,", "[,1]", "[1,]", "[1,,2]", "[1,,]", "[\"\",]",
      "[,]",
      "[1 true]", "[\"a\" \"b\"]", "[1:2]", "[\"\": 1]", "[3[4]]", "[a", "[{}", "[\"x\"", "[x",
      "[1}", "{]", "[}", "{\"a\":1]", "{[", "{,", "{\"", "{\"a", "{'a'", "[1\n,1\n", "[\n1",
      "{\"a\":\"a", "{\"a\":", "{\"a\"", "{\"a\":1,", "{\"a\":1,}", "{\"a\":1,,}",
      "{\"a\":1,,\"b\":2}",
      "{\"a\" 1}", "{\"a\"::1}", "{\"a\",1}", "{a: 1}", "{1:1}", "{'a':0}", "{null:1}", "{[]:1}",
      "{\"a\":1 \"b\":2}", "{\"a\":}", "{:1}", "{\"a\":\"b\",\"c\"}", "{\"a\" : \"b\", c}",
      "[\"a\",\n4\n,1,", "{\"a\":1}]", "[{\"a\":1]", "{\"x\", null}", "{\"x\"::\"b\"}",
      "{\"a\":/*comment*/\"b\"}", "<.>", "[<null>]", "*", "{\"asd\":\"asd\"", "[1,\n1\n,1",
      // Words.
      "nul", "[nul]", "[tru]", "[fals]", "True", "[True]", "TRUE", "nullx", "[truee]", "undefined",
      "[NaN]", "[-NaN]", "[nan]", "[Infinity]", "[-Infinity]", "[Inf]", "[+Inf]", "[-foo]",
      // Numbers.
      "[+1]", "[++1234]", "[-]", "[--2.]", "[-01]", "[-012]", "[012]", "[00]", "[0.e1]", "[-2.]",
      "[2.e3]", "[2.e+3]", "[2.e-3]", "[.5]", "[-.5]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e]",
      "[0.3e+]", "[0e]", "[0e+]", "[0E]", "[0E+]", "[1.0e]", "[1.0e-]", "[1.0e+]", "[1eE2]",
      "[9.e+]",
      "[1+2]", "[1 000]", "[0x1]", "[0x42]", "[1ea]", "[1e1.5]", "[1.]", "[1a]", "[-1x]", "[- 1]",
      "[1.2a-3]", "[1.8011670033376514H-308]", "[-123.123foo]", "[１]", "[1e1e1]", "[1-]", "[1_000]",
      // Texts.
      "\"", "\"a", "'a'", "['single quote']", "a", "[\"", #"["\"]"#, #"["\\\"]"#, #"["\x00"]"#,
      #"["\a"]"#, #"["\'"]"#, #"["\U0041"]"#, #"["\u"]"#, #"["\u00"]"#, #"["\u00A"]"#,
      #"["\u00G0"]"#,
      #"["\uD834\uDd"]"#, #"["\uD800\u"]"#, #"["\uD800\u1"]"#, #"["\uD800\u1x"]"#, #"["\u+123"]"#,
      #"["\u-123"]"#, #"["\u 123"]"#, #"["\uqqqq"]"#, "[\"\\🌀\"]", "[\"\\\t\"]", "[\"\\\u{0}\"]",
      "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "[\"\u{1F}\"]", "[\"\r\"]", #"[\n]"#,
      #"[\u000A""]"#, #""\"#, #""\u"#, #""\u12"#, #"["asd]"#, #"["\u00é0"]"#,
      // Only four characters are white space.
      "[\u{C}]", "[\u{B}]", "[\u{A0}]", "[\u{2060}]", "\u{2060}[]", "[\u{0}]", "\u{0}", "[1]\u{0}",
      // Nesting without end.
      String(repeating: "[", count: 100_000), String(repeating: "[{\"\":", count: 50_000),
    ]) + [
      // Bytes that are no UTF-8, within a text and outside.
      Example("[", [0xFF], "]"), Example("[", [0xE5], "]"), Example("", [0xE5], ""),
      Example("", [0xEF, 0xBB, 0xBF], ""), Example("", [0xEF, 0xBB], "{}"),
      Example("[1", [0xE5], "]"), Example("[1e1", [0xE5], "]"), Example("[0", [0xE5], "]"),
      Example("[\"\\", [0xE5], "\"]"), Example("[\"\\u", [0xE5], "\"]"),
      Example("{\"a\":\"b\"}", [0xC3], ""), Example("{\"", [0xB9], "\":1}"),
    ]

  /// What this parser does with what the standard leaves open: whether it accepts it.
  static let open: [(example: Example, isAccepted: Bool)] =
    [
      // Half a character, which no Swift text can hold.
      (#"["\uD888"]"#, false), (#"["\uDD1E"]"#, false), (#"["\uDADA"]"#, false),
      (#"["\uD888\u1234"]"#, false), (#"["\uD800\uD800\n"]"#, false), (#"["\uDd1e\uD834"]"#, false),
      (#"["\ud800abc"]"#, false), (#"["\uD83D\n"]"#, false), (#"{"\uDFAA":0}"#, false),
      // Numbers that no Double holds, and numbers so small that they are zero.
      ("[1e400]", false), ("[-1e9999]", false), ("[0.4e00669999999999999999999]", false),
      ("[1.5e+9999]", false), ("[123123e100000]", false),
      ("[-237462374673276894279832e500]", false),
      ("[123e-10000000]", true), ("[1e-400]", true),
      // Integers that a Double rounds.
      ("[100000000000000000000]", true), ("[-123123123123123123123123123123]", true),
      // Deeper than any document that has a use.
      (String(repeating: "[", count: 64) + String(repeating: "]", count: 64), true),
      (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), false),
      (String(repeating: "[", count: 500) + String(repeating: "]", count: 500), false),
    ].map { (Example($0.0), $0.1) } + [
      // A byte-order mark is passed over; other encodings are refused.
      (Example("", [0xEF, 0xBB, 0xBF], "{}"), true),
      (Example("", [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], ""), false),
      (Example("", [0xFE, 0xFF, 0x00, 0x5B, 0x00, 0x5D], ""), false),
      (Example("", [0x00, 0x5B, 0x00, 0x5D], ""), false),
      // Bytes in a text that are no UTF-8: cut off, too long, half a character, beyond Unicode.
      (Example("[\"", [0xFF], "\"]"), false), (Example("[\"", [0x81], "\"]"), false),
      (Example("[\"", [0xE0, 0xFF], "\"]"), false), (Example("[\"", [0xC0, 0xAF], "\"]"), false),
      (Example("[\"", [0xED, 0xA0, 0x80], "\"]"), false),
      (Example("[\"", [0xF4, 0xBF, 0xBF, 0xBF], "\"]"), false),
      (Example("[\"", [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], "\"]"), false),
      (Example("[\"", [0xE6, 0x97, 0xA5, 0xD1, 0x88, 0xFA], "\"]"), false),
      (Example("[\"", [0xE9], "\"]"), false),
    ]

  @Test(arguments: accepted)
  func `what is JSON is accepted`(example: Example) throws {
    _ = try JSONParser.value(of: example.bytes)
  }

  @Test(arguments: refused)
  func `what is no JSON is refused`(example: Example) {
    #expect(throws: JSONError.self) { try JSONParser.value(of: example.bytes) }
  }

  @Test(arguments: open)
  func `what is left open is treated as it always was`(example: Example, isAccepted: Bool) {
    #expect(((try? JSONParser.value(of: example.bytes)) != nil) == isAccepted)
  }

  @Test func `values are what they say`() throws {
    func value(_ text: String) throws -> JSONValue { try JSONParser.value(of: Array(text.utf8)) }
    #expect(try value("-1.5e3") == .number(-1500))
    #expect(try value("[1e-400]") == .array([.number(0)]))
    #expect(try value("0.1").number == 0.1)
    #expect(try value("123456789012345678").number == 123_456_789_012_345_680)
    #expect(try value("5e-324").number == .leastNonzeroMagnitude)
    #expect(try value("1.7976931348623157e308").number == .greatestFiniteMagnitude)
    #expect(try value(#""\uD834\uDD1E\u00e9\/""#) == .string("𝄞é/"))
    #expect(try value(#"{"a":1,"b":null,"a":2}"#)["a"] == .number(1))
    #expect(try value(#"{"a":1,"b":null,"a":2}"#).members?.count == 3)
    #expect(try value(#"{"b":null}"#)["b"] == nil)
  }

  @Test func `an error names the byte`() {
    func problem(_ text: String) -> String? {
      do throws(JSONError) {
        _ = try JSONParser.value(of: Array(text.utf8))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(problem("[1,]") == "it is no JSON: a number is missing at byte 3")
    #expect(problem("{\"a\" 1}") == "it is no JSON: a colon is missing at byte 5")
    let deep = String(repeating: "[", count: 65)
    #expect(problem(deep) == "the JSON is nested too deeply at byte 64")
  }
}
