import JSONCoding
import TestSupport
import Testing

@testable import BatchCommands
@testable import CommandEnvironment

/// How far long work is, in words, in a line and as JSON.
struct WorkProgressTests {
  @Test func `the time left is what the rest takes, and no line is wider than its terminal`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let share = Double.random(in: 0.001...1, using: &generator)
      let elapsed = Double.random(in: 0...100_000, using: &generator)
      let progress = WorkProgress(share, after: elapsed)
      // Where all of it takes as long as its length.
      let whole = elapsed + (progress.secondsLeft ?? .nan)
      #expect(abs(whole * share - elapsed) < 1e-6 * max(1, elapsed))
      let width = Int.random(in: 40...200, using: &generator)
      #expect(progress.line("importing export.zip", width: width).count < width)
    }
  }

  @Test func `progress is said in words, as a bar, and as JSON that is read again`() {
    let progress = WorkProgress(0.41, after: 215)
    #expect(progress.sentence("importing a.zip") == "importing a.zip, 41%, 5:09 left")
    #expect(
      progress.line("importing a.zip", width: 80)
        == "importing a.zip  [############..................] 41%, 5:09 left")
    #expect(progress.line("importing a.zip", width: 34) == "importing a.zip, 41%, 5:09 left")
    #expect(WorkProgress(nil, after: 65).sentence("importing") == "importing, 1:05")
    #expect(WorkProgress(7, after: 65).sentence("copying") == "copying, 100%, 0:00 left")
    #expect(WorkProgress(.nan, after: 65).sentence("copying") == "copying, 1:05")
    let values = WorkProgress.values(ofLine: Array(progress.json("a {\n").text.utf8))
    #expect(values?.share.number == 0.41 && values?.secondsLeft.number == 309)
    #expect(WorkProgress.values(ofLine: Array("heartcam: {\"progress\": 1}".utf8)) == nil)
    var batch = BatchProgress(
      count: 3, done: 1, bytes: 100, terminal: Terminal(environment: [:]))
    batch.add(bytes: 40, hasFailed: true)
    #expect(batch.text(after: 30) == "2 of 3 recordings, 1 failed, 2.0 a minute")
  }
}
