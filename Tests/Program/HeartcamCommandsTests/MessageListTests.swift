import FoundationEssentials
import TestSupport
import Testing

@testable import CommandEnvironment
@testable import TestPrograms

/// Every message of the program, in one list that people review: `messages.txt` beside this file.
///
/// The list is taken from the sources, so that none is forgotten. `HEARTCAM_WRITE_MESSAGES=1` writes it anew;
/// what has changed is then read as a part of the change.
struct MessageListTests {
  private static let list = Repository.path("Tests/Program/HeartcamCommandsTests/messages.txt")

  /// The rooms whose sentences a person reads.
  private static let rooms = [
    "BatchCommands", "ChartCommands", "Charts", "CommandEnvironment", "CommandLineParsing",
    "FFmpegSource", "FileAccess", "HealthCharts", "HealthFormats", "HeartcamCommands",
    "JSONCoding", "LiveCommands", "LivePage", "MeasureCommands", "Measurement", "PageCommands",
    "Photoplethysmography", "PostgreSQLStore", "SampleSelection", "SampleStore", "Sandbox",
    "SandboxedImport", "StoreCommands", "StoreEngines", "StudyCommands", "StudyTasks", "V4L2Source",
    "VideoFrames",
  ]

  private static func messages(of room: String) throws -> [String] {
    let folder = try Repository.room(room)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") }.sorted()
    var found: Set<String> = []
    for file in files {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      found.formUnion(SourceText(text).sentences)
    }
    return found.sorted()
  }

  @Test func `the list is the program's messages, each fit for a terminal`() throws {
    var text = ""
    for room in Self.rooms {
      text += "# \(room)\n"
      for message in try Self.messages(of: room) {
        // Lines of a list are indented.
        let message = String(message.trimmingPrefix { $0 == " " })
        text += message + "\n"
        // A picture's description is a sentence.
        #expect(message.last != "." || room == "Charts", "no full stop: \(message)")
        // Keys and figures of the screen stand apart.
        let isOfScreen = message.contains("[") || message.contains("bpm")
        #expect(isOfScreen || !message.contains("  "), "two blanks: \(message)")
        #expect(!message.contains("\"'") && !message.contains("'\""), "nested quotes: \(message)")
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(message)")
        for line in wrapped("heartcam: " + message, width: 80) {
          #expect(line.count <= 80, "\(line)")
        }
      }
      text += "\n"
    }
    if ProcessInfo.processInfo.environment["HEARTCAM_WRITE_MESSAGES"] != nil {
      try text.write(toFile: Self.list, atomically: true, encoding: .utf8)
    }
    let reviewed = try String(contentsOfFile: Self.list, encoding: .utf8)
    let (now, then) = (Set(text.split(separator: "\n")), Set(reviewed.split(separator: "\n")))
    #expect(
      now.subtracting(then) == [], "new, to be reviewed: HEARTCAM_WRITE_MESSAGES=1 writes the list")
    #expect(then.subtracting(now) == [], "gone")
    #expect(now.count > 300)
  }

  @Test func `a line is divided at blanks, never in a word, and no word is lost`() {
    let words = (0..<60).map { String(repeating: "x", count: $0 % 13 + 1) }
    for width in 20...100 {
      let lines = wrapped(words.joined(separator: " "), width: width)
      #expect(lines.allSatisfy { $0.count <= width } && lines.count > 3)
      #expect(lines.flatMap { $0.split(separator: " ").map(String.init) } == words)
    }
  }
}

/// A source file, of which the sentences are wanted.
private struct SourceText {
  private let text: [Character]

  init(_ text: String) { self.text = Array(text) }

  /// Literals of at least three words, joined where the source joins them; what is put into them stands as
  /// three dots. Help pages, queries and broken promises are left out.
  var sentences: Set<String> {
    var found: Set<String> = []
    var (index, end) = (0, 0)
    var before = ""
    var sentence: String?
    func close() {
      defer { sentence = nil }
      guard let sentence, Self.isSentence(sentence, after: before) else { return }
      found.insert(sentence)
    }
    while index < text.count {
      if text[index...].starts(with: "//") {
        while index < text.count, !text[index].isNewline { index += 1 }
      } else if text[index] == "\"" {
        let gap = String(text[end..<index]).filter { !$0.isWhitespace }
        if sentence == nil || gap != "+" {
          close()
          before = String(text[max(0, index - 60)..<index])
        }
        let literal = literal(&index)
        sentence = (sentence ?? "") + literal
        end = index
      } else {
        index += 1
      }
    }
    close()
    return found
  }

  private static func isSentence(_ text: String, after before: String) -> Bool {
    let words = text.split(separator: " ")
    let code = before.filter { !$0.isWhitespace }
    let isHelp = [
      "help:", "summary:", "discussion:", "preconditionFailure(", "fatalError(", "prepare(",
    ]
    .contains(where: code.hasSuffix)
    let isExample = code.contains("CommandExample(")
    let isQuery = words.contains { word in
      [
        "SELECT", "INSERT", "CREATE", "UPDATE", "DELETE", "PRAGMA", "BEGIN", "AND", "WITH", "FROM",
        "WHERE",
        "IN", "INDEXED", "CHECK", "NULL",
      ].contains(String(word))
    }
    let isPlain =
      !text.contains("\n") && !text.contains("<") && !text.contains("==")
      && !text.contains(" = ") && !text.contains("{")
    // The pages of help are sentences with a full stop, and are wrapped by tests of their own.
    let isPage = text.last == "." && text.first?.isUppercase == true
    return words.count >= 3 && !isHelp && !isPage && !isExample && !isQuery && isPlain
      && words.contains { $0.count > 2 && $0.allSatisfy { $0.isLowercase && $0.isASCII } }
      && text.contains { $0.isLetter }
  }

  /// The literal that begins at a quotation mark; the index is behind it afterwards.
  private func literal(_ index: inout Int) -> String {
    let isLong = text[index...].starts(with: "\"\"\"")
    index += isLong ? 3 : 1
    var literal = ""
    while index < text.count {
      if text[index] == "\\" {
        let next = index + 1 < text.count ? text[index + 1] : " "
        index += 2
        switch next {
        case "(":
          literal += "…"
          skipInterpolation(&index)
        case "n": literal += "\n"
        case "\n": while index < text.count, text[index] == " " { index += 1 }
        case "u": while index < text.count, text[index - 1] != "}" { index += 1 }
        default: literal.append(next)
        }
      } else if isLong ? text[index...].starts(with: "\"\"\"") : text[index] == "\"" {
        index += isLong ? 3 : 1
        return isLong ? literal.split(separator: "\n").joined(separator: "\n") : literal
      } else {
        literal.append(text[index])
        index += 1
      }
    }
    return literal
  }

  private func skipInterpolation(_ index: inout Int) {
    var depth = 1
    while index < text.count, depth > 0 {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"":
        _ = literal(&index)
        continue
      default: break
      }
      index += 1
    }
  }
}
