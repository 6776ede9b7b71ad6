import Foundation
import TestSupport
import Testing

@testable import ResearchStudyTool

/// Where Apple's frameworks raise an exception, the program ends. It says why, in optimized builds too.
@Suite struct MisuseTests {
  /// What is said of each mistake.
  private static let sentences = [
    "unit-text": "furlong",
    "unit-fit": "HKQuantity.value(in:) throws instead",
    "unit-comparison": "HKQuantity.value(in:) throws instead",
    "two-steps": "task: two steps have one identifier",
    "no-items": "form: a form has items",
    "two-items": "form: two items have one identifier",
    "branches": "each predicate of a navigation rule has a destination",
    "scale": "a scale has at least two values: 10 to 1 by 1",
    "scale-step": "a scale has at least two values: 0 to 10 by 0",
    "scale-end": "question: the steps of a scale end at its maximum",
    "scale-steps": "question: a scale has at most 13 steps",
    "scale-range": "question: a scale lies within -10000 to 10000",
    "continuous-scale": "a scale's minimum lies below its maximum: 1.0, 1.0",
    "continuous-range": "question: a scale lies within -10000 to 10000",
    "text-scale": "question: a scale of texts has 2 to 8 of them",
    "choice": "question: a choice needs something to choose from",
    "number": "question: a minimum lies below the maximum",
    "weight": "question: a weight's default lies between its bounds",
    "age": "question: ages lie between 0 and 150",
    "interval": "question: an interval's step is 1 to 30 minutes",
    "text-length": "question: a text's greatest length is not negative",
    "text-pattern": "question: a pattern needs a message for what does not match it",
    "health-unit": "question: HKQuantityTypeIdentifierBodyMass has no such unit",
    "presented": "a task view controller presents its task once",
    "task": "the task cannot change once it is presented",
    "folder": "the folder cannot change once the task is presented",
  ]

  @Test func `each mistake that can be made has its sentence`() {
    #expect(Set(Misuses.all.keys) == Set(Self.sentences.keys))
  }

  @Test(arguments: sentences.keys.sorted())
  func `a mistake ends the program with a sentence that names the reason`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let process = try StudyTool.start(
      StudyTool.environment(home: folder.path),
      "ulimit -c 0; SWIFT_BACKTRACE=enable=no exec \"$0\" misuse \"$1\" 2>&1", name)
    let lines = process.lines()
    #expect([-SIGILL, -SIGTRAP].contains(process.wait()), "\(lines)")
    let sentence = try #require(Self.sentences[name])
    #expect(lines.contains { $0.contains("Fatal error: ") && $0.contains(sentence) }, "\(lines)")
  }
}
