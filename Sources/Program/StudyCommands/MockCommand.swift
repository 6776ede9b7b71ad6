package import CommandEnvironment
package import CommandLineParsing
import FoundationEssentials
import Glibc
import Measurement
import SampleSelection
import SampleStore
import Simulation

/// `heartcam mock`
package enum MockCommand {
  /// The option of everything that invents samples.
  static let kind = DefaultedOption(
    "kind", ValueReader<MockHeartRate.Kind>.choice,
    help:
      "How samples are invented: as of a heart that rests, walks and recovers, or any rate from 100 to 179.",
    default: .physiological)
  private static let duration = Option(
    "duration", .number(in: 1...86_400), value: "SECONDS", help: "End after this long.",
    default: "until Ctrl-C")
  private static let atOnce = Flag(
    "at-once", help: "Save the samples of the last --duration seconds at once.")
  private static let seed = Option(
    "seed", .integer(in: 0...Int.max), value: "N", help: "Give the same rates again.",
    default: "a random one")
  private static let json = CommonOptions.json(a: "sample")

  package static let description = CommandDescription(
    name: "mock",
    summary: "Save a random heart rate every second, for development and testing.",
    discussion: """
      The samples belong to the source mock and are marked in their metadata. Statistics and charts \
      leave them out unless --source mock asks for them; 'heartcam store delete --source mock' \
      removes them.
      """,
    examples: [
      CommandExample("heartcam mock", "A sample each second until Ctrl-C."),
      CommandExample("heartcam mock --kind random --duration 60", "A minute of any rates."),
      CommandExample("heartcam mock --duration 600 --at-once", "Ten minutes that end now."),
    ],
    options: [kind, duration, atOnce, seed, json, StoreOptions.location],
    requirements: [OptionRequirement(atOnce, needs: duration)])

  /// Seconds of rest, walk and recovery, over and over.
  private static let course: [(seconds: Double, effort: MockHeartRate.Effort)] = [
    (60, .rest), (120, .walk), (120, .rest),
  ]

  package static func run(_ context: CommandContext) throws -> ExitCode {
    let seed = context[seed].map { UInt64($0) } ?? .random(in: 0...(1 << 53))
    var mock = MockHeartRate(context[kind], seed: seed)
    let length = context[duration] ?? .infinity
    let location = try StoreOptions.location(context[StoreOptions.location], context)
    let store = try StoreAccess.toWrite(location)
    if context[atOnce] {
      let start = Date() - length
      let samples = stride(from: 0, to: length, by: MockSource.step).compactMap {
        MockSource.sample(mock.rate(at: $0, effort: effort(at: $0)), at: start + $0)
      }
      try store.save(samples)
      for sample in samples where context[json] {
        context.output.write(SampleText.json(.quantity(sample)))
      }
      note("saved \(counted(samples.count, "mock sample"))")
      return .success
    }
    Interruption.listen()
    signal(SIGPIPE, SIG_IGN)
    let begin = MonotonicClock.now
    var count = 0
    while Double(count) * MockSource.step < length, !Interruption.isRequested,
      !context.output.hasFailed
    {
      let due = begin + Double(count) * MockSource.step
      let left = due - MonotonicClock.now
      if left > 0 {
        _ = poll(nil, 0, Int32(min(left * 1000 + 1, 200)))
        continue
      }
      let rate = mock.rate(at: due - begin, effort: effort(at: due - begin))
      guard let sample = MockSource.sample(rate, at: Date()) else { break }
      try store.save([sample])
      count += 1
      context.output.write(
        context[json]
          ? SampleText.json(.quantity(sample))
          : "\(SampleText.localTime(sample.start))  \(rate) bpm\n")
    }
    note("saved \(counted(count, "mock sample"))")
    return .success
  }

  private static func effort(at time: Double) -> MockHeartRate.Effort {
    let whole = course.reduce(0) { $0 + $1.seconds }
    var left = time.truncatingRemainder(dividingBy: whole)
    for part in course {
      if left < part.seconds { return part.effort }
      left -= part.seconds
    }
    return .rest
  }
}
