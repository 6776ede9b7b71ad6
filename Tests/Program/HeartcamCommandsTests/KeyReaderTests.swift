import CommandEnvironment
import TestSupport
import Testing

/// What a terminal sends, and which of it are keys.
struct KeyReaderTests {
  private func keys(_ pieces: String...) -> String {
    var reader = KeyReader()
    let keys = pieces.flatMap { reader.keys(in: Array($0.utf8)) }
    return String(decoding: keys, as: UTF8.self)
  }

  @Test(arguments: [
    "\u{1B}OQ", "\u{1B}[12~", "\u{1B}[C", "\u{1B}[1;5C", "\u{1B}[24;80R", "\u{1B}q", "\u{1B}s",
    "\u{1B}[M qs",
    "\u{1B}[<0;10;20M",
    "\u{1B}[200~hello quick brown\u{1B}[201~", "\u{1B}]11;rgb:ffff/qqqq/ssss\u{07}",
    "\u{1B}_Gi=31;EINVAL\u{1B}\\", "\u{1B}[?62;22c", "\u{1B}P1+q\u{1B}\\", "\u{1B}\u{1B}[D",
  ])
  func `a sequence is no key, in one piece or byte by byte`(sequence: String) {
    #expect(keys("a" + sequence + "b") == "ab")
    var reader = KeyReader()
    let pieces = sequence.utf8.flatMap { reader.keys(in: [$0]) }
    #expect(pieces.isEmpty && reader.keys(in: Array("b".utf8)) == Array("b".utf8))
  }

  @Test func `keys come as they are, and Escape alone after a while`() {
    #expect(keys("q", "S\r\u{3}") == "qS\r\u{3}")
    var reader = KeyReader()
    let now = ContinuousClock.now
    #expect(reader.keys(in: [0x1B], at: now).isEmpty)
    #expect(reader.keys(in: [], at: now + .milliseconds(50)).isEmpty)
    #expect(reader.keys(in: [], at: now + .milliseconds(120)) == [0x1B])
    #expect(reader.keys(in: [0x71], at: now + .milliseconds(130)) == [0x71])
  }

  @Test(arguments: ["\u{1B}[200~never ended", "\u{1B}]11;rgb", "\u{1B}[1;", "\u{1B}[M"])
  func `what never ends takes no keys for longer than a second`(beginning: String) {
    var reader = KeyReader()
    let now = ContinuousClock.now
    #expect(reader.keys(in: Array(beginning.utf8), at: now).isEmpty)
    #expect(reader.keys(in: [0x71], at: now + .milliseconds(1100)) == [0x71])
    #expect(reader.keys(in: [3], at: now + .milliseconds(1110)) == [3])
  }

  @Test
  func `no control sequence, pasted text or answer ends or saves anything, whatever is in it`() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<10_000 {
      var reader = KeyReader()
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0x20...0xFF, using: &generator)
      }
      #expect(
        reader.keys(in: Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8)).isEmpty)
      #expect(reader.keys(in: Array("\u{1B}]11;".utf8) + bytes + [0x07]).isEmpty)
      let parameters = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        UInt8.random(in: 0x20..<0x40, using: &generator)
      }
      let last = UInt8.random(in: 0x40..<0x7E, using: &generator)
      #expect(reader.keys(in: [0x1B, 0x5B] + parameters + [last]).isEmpty)
    }
  }

  @Test func `the cursor keys up and down, and answers of where the cursor is, are told apart`() {
    var reader = KeyReader()
    #expect(
      reader.keys(in: Array("\u{1B}[Aq\u{1B}[B".utf8)) == [KeyReader.up, 0x71, KeyReader.down])
    #expect(reader.keys(in: Array("\u{1B}[1;5A".utf8)).isEmpty && reader.answerCount == 0)
    #expect(reader.keys(in: Array("\u{1B}[24;80R".utf8)).isEmpty && reader.answerCount == 1)
  }
}
