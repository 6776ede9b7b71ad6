import FoundationEssentials
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import StudyTasks

/// Runs of tasks on a manual clock.
struct TaskRunTests {
  private static func shortened(_ task: BuiltInTask, _ seconds: [String: Double]) -> StudyTask {
    var task = task.task
    for index in task.steps.indices {
      if let duration = seconds[task.steps[index].identifier] {
        task.steps[index].activity?.duration = duration
      }
    }
    return task
  }

  @Test func `the fitness check records each second of walk and rest in a file a step`() throws {
    let task = Self.shortened(.fitnessCheck, ["fitness.walk": 15, "fitness.rest": 15])
    let fixture = try RunFixture(task)
    fixture.finish()
    let result = fixture.run.result
    #expect(result.finishReason == .completed)
    #expect(
      result.steps.map(\.identifier) == [
        "instruction", "instruction1", "countdown", "fitness.walk", "fitness.rest", "conclusion",
      ])
    for step in ["fitness.walk", "fitness.rest"] {
      let file = try #require(result.step(step)?.files.first)
      let items = try fixture.items(of: file)
      #expect(items.count == file.count && (14...16).contains(items.count), "\(step)")
      #expect(items.first?["unit"]?.string == "count/min")
      #expect(items.first?["type"]?.string == "HKQuantityTypeIdentifierHeartRate")
      let values = items.compactMap { $0["value"]?.number }
      #expect(zip(values, values.dropFirst()).allSatisfy { $1 == $0 + 1 })
      let date = try #require(items.first?["startDate"]?.string)
      #expect(date.firstMatch(of: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/) != nil)
    }
    // What is on the disk is what the run has.
    let path = try #require(fixture.run.folder?.path)
    var read = try RunFolder.result(in: path)
    #expect(abs(read.start.timeIntervalSince(result.start)) < 0.001)
    (read.start, read.end) = (result.start, result.end)
    #expect(read.text == result.text)
  }

  @Test func `a step speaks, sounds and goes on in its order`() throws {
    let task = Self.shortened(.fitnessCheck, ["fitness.walk": 5, "fitness.rest": 5])
    let fixture = try RunFixture(task)
    fixture.finish()
    #expect(
      fixture.log.words == [
        "show instruction", "end instruction", "show instruction1", "end instruction1",
        "show countdown", "start countdown", "silence", "end countdown",
        "show fitness.walk", "sound start", "say Walk as fast as you can.", "start fitness.walk",
        "silence", "end fitness.walk",
        "show fitness.rest", "sound start", "say Now sit down and rest.", "start fitness.rest",
        "sound finish", "silence", "end fitness.rest",
        "show conclusion", "end conclusion", "finished completed",
      ])
  }

  @Test func `each pause and resumption gives one more file`() throws {
    for pauses in 0...4 {
      let task = Self.shortened(.resting, ["rest": 20])
      let fixture = try RunFixture(task)
      fixture.run.begin()
      fixture.run.next()
      fixture.pass(6)
      for _ in 0..<pauses {
        fixture.pass(2)
        fixture.run.pause()
        fixture.pass(30)
        fixture.run.next()
      }
      fixture.pass(20)
      fixture.run.next()
      #expect(fixture.run.finishReason == .completed)
      let rest = try #require(fixture.run.result.step("rest"))
      let files = rest.files.filter { $0.identifier == "heartRate" }
      #expect(files.count == pauses + 1)
      #expect(Set(files.map(\.path)).count == files.count)
      // Nothing of the pauses is recorded.
      #expect(abs(files.reduce(0) { $0 + ($1.count ?? 0) } - 20) <= pauses + 1)
      // There are no beats: an error in the result, no empty file.
      #expect(rest.items.contains(.failure("beats", "no data came while it was recording")))
    }
  }

  @Test func `a wall clock that jumps changes neither lengths nor the order of dates`() throws {
    let task = Self.shortened(.resting, ["rest": 20])
    for jump in [-86_400.0, 3600] {
      let fixture = try RunFixture(task)
      fixture.run.begin()
      fixture.run.next()
      fixture.pass(10)
      fixture.clock.date += jump
      fixture.pass(20)
      fixture.run.next()
      let rest = try #require(fixture.run.result.step("rest"))
      #expect(abs(rest.end.timeIntervalSince(rest.start) - 20) < 0.3)
      #expect((19...21).contains(rest.files.first?.count ?? 0))
    }
  }

  @Test func `the clip follows from the seed, and every clip is chosen by some seed`() throws {
    let task = BuiltInTask.music.task
    var chosen: Set<String> = []
    for seed in 0..<12 as Range<UInt64> {
      let clips = try (0..<2).map { _ in
        let fixture = try RunFixture(task, seed: seed)
        fixture.finish()
        #expect(fixture.run.result.details["seed"] == "\(seed)")
        return try #require(fixture.run.result.step("music")?.details["clip"])
      }
      #expect(clips[0] == clips[1])
      chosen.insert(clips[0])
    }
    #expect(chosen == ["calm.wav", "lively.wav"])
  }

  @Test func `a clip stops in a pause and plays again after it`() throws {
    let fixture = try RunFixture(BuiltInTask.music.task)
    fixture.run.begin()
    fixture.run.next()
    fixture.pass(5)
    fixture.run.pause()
    fixture.run.resume()
    let clip = try #require(fixture.log.words.first { $0.hasPrefix("play") })
    #expect(fixture.log.words.suffix(4) == ["silence", "pause", "start music", clip])
  }

  @Test func `ending early keeps what was recorded`() throws {
    let fixture = try RunFixture(Self.shortened(.fitnessCheck, ["fitness.walk": 60]))
    fixture.run.begin()
    fixture.run.next()
    fixture.run.next()
    fixture.pass(5 + 10)
    fixture.run.end(.earlyTermination)
    #expect(fixture.run.result.finishReason == .earlyTermination)
    let walk = try #require(fixture.run.result.step("fitness.walk"))
    #expect((9...11).contains(try fixture.items(of: try #require(walk.files.first)).count))
    #expect(fixture.run.result.steps.count == 4)
  }

  @Test func `going back drops the later result, and an answer must be allowed`() throws {
    let scale = AnswerFormat.scale(1...10, step: 1, default: nil)
    let task = StudyTask(
      identifier: "asks",
      steps: [
        StudyStep(
          identifier: "a", kind: .question,
          questions: [Question(identifier: "a", text: "?", format: scale, isOptional: false)]),
        StudyStep(identifier: "b", kind: .instruction),
      ])
    let fixture = try RunFixture(task)
    fixture.run.begin()
    #expect(!fixture.run.next())
    #expect(throws: InvalidAnswer.self) { try fixture.run.answer("a", with: .number(3.5)) }
    #expect(throws: InvalidAnswer.self) { try fixture.run.answer("a", with: .text("3")) }
    try fixture.run.answer("a", with: .number(3))
    #expect(fixture.run.next())
    #expect(fixture.run.result.answer(ofStep: "a", item: "a") == .number(3))
    fixture.run.back()
    #expect(fixture.run.result.steps.isEmpty && fixture.run.step?.identifier == "a")
  }

  @Test func `a second program is refused the folder of a run`() throws {
    let fixture = try RunFixture(BuiltInTask.resting.task)
    fixture.run.begin()
    let path = try #require(fixture.run.folder?.path)
    #expect(throws: StudyError.self) { try RunFolder(opening: path) }
  }

  @Test func `every built-in task reads, reads again as written, and can be carried out`() throws {
    for builtIn in BuiltInTask.allCases {
      let task = builtIn.task
      #expect(try TaskFile.task(from: TaskFile.text(of: task)) == task)
      let fixture = try RunFixture(task)
      fixture.finish()
      #expect(fixture.run.finishReason == .completed, "\(builtIn)")
    }
  }
}
