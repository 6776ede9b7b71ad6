import TestSamples
import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct SleepReportTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  private func sleep(
    _ value: Int, _ start: Double, _ end: Double, _ bundle: String = "watch"
  ) throws -> Sample {
    .category(
      try CategorySample(
        type: .sleepAnalysis, value: value, start: moment(start * 60), end: moment(end * 60),
        source: Source(name: bundle, bundleIdentifier: bundle)))
  }

  private func report(
    _ store: HealthStore, preferring: [String]? = nil, of source: String? = nil
  ) throws -> SleepReport? {
    try store.sleepReport(
      from: moment(0), to: moment(1000 * 60), preferring: preferring,
      where: source.map { .sources([$0]) })
  }

  @Test func `stages of one night add up`() throws {
    let store = try place.open()
    #expect(try report(store) == nil)
    try store.save([
      sleep(0, 0, 480), sleep(3, 20, 200), sleep(4, 200, 260), sleep(2, 260, 280),
      sleep(5, 280, 340), sleep(3, 340, 470),
    ])
    let merged = try #require(try report(store))
    #expect(merged[.inBed] == 480 * 60 && merged[.awake] == 20 * 60)
    #expect(merged[.asleepCore] == 310 * 60 && merged[.asleepDeep] == 60 * 60)
    #expect(merged[.asleepREM] == 60 * 60 && merged.asleep == 430 * 60)
  }

  @Test func `the telephone knows the bed and the watch the sleep`() throws {
    let store = try place.open()
    try store.save([sleep(3, 60, 360, "watch"), sleep(0, 0, 400, "phone")])
    // Each knows half of it.
    #expect(try report(store, of: "watch")?[.inBed] == 0)
    // Nobody knows how long somebody slept who was only in bed.
    #expect(try report(store, of: "phone")?.asleep == nil)
    // A watch that only saw somebody lie awake knows it.
    try store.save([sleep(2, 0, 400, "ring")])
    #expect(try report(store, of: "ring")?.asleep == 0)
  }

  @Test func `the preferred source counts and others fill its gaps`() throws {
    let store = try place.open()
    try store.save([sleep(3, 0, 300, "ring"), sleep(4, 200, 400, "watch")])
    let byOrder = try #require(try report(store))
    #expect(byOrder[.asleepCore] == 300 * 60 && byOrder[.asleepDeep] == 100 * 60)
    let byWish = try #require(try report(store, preferring: ["watch"]))
    #expect(byWish[.asleepCore] == 200 * 60 && byWish[.asleepDeep] == 200 * 60)
    try store.setSourcePriority(["watch", "ring"], for: .category(.sleepAnalysis))
    #expect(try report(store) == byWish)
  }

  @Test func `sleep outside the range is cut off`() throws {
    let store = try place.open()
    try store.save([sleep(3, -100, 100), sleep(3, 900, 2000)])
    #expect(try report(store)?[.asleepCore] == 200 * 60)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random nights equal a count of their minutes`(_ seed: UInt64) throws {
    var generator = SampleGenerator(seed: seed)
    let store = try place.open()
    let bundles = ["a", "b", "c"]
    let vagueness = [4: 0, 5: 1, 3: 2, 2: 3, 1: 4, 0: 5]
    var nights: [(value: Int, start: Int, end: Int, rank: Int)] = []
    for _ in 0..<25 {
      let start = Int.random(in: 0..<300, using: &generator)
      nights.append(
        (
          Int.random(in: 0...5, using: &generator), start,
          start + Int.random(in: 0..<60, using: &generator),
          Int.random(in: 0..<3, using: &generator)
        ))
    }
    try store.save(
      nights.map { try sleep($0.value, Double($0.start), Double($0.end), bundles[$0.rank]) })
    var minutes: [Int: Double] = [:]
    for minute in 0..<400 {
      let present = nights.filter { $0.start <= minute && $0.end > minute }
      for isBed in [true, false] {
        let best = present.filter { ($0.value == 0) == isBed }.min {
          ($0.rank, vagueness[$0.value]!) < ($1.rank, vagueness[$1.value]!)
        }
        if let best { minutes[best.value, default: 0] += 60 }
      }
    }
    let found = try #require(try report(store, preferring: bundles))
    #expect(
      [
        found[.asleepUnspecified], found[.awake], found[.asleepCore], found[.asleepDeep],
        found[.asleepREM],
      ] == (1...5).map { minutes[$0] ?? 0 })
    #expect(found[.inBed] == minutes[0] ?? 0)
    let lasting = nights.filter { $0.end > $0.start }
    #expect(
      found.counts
        == Dictionary(grouping: lasting) { .init(rawValue: $0.value)! }.mapValues(\.count))
  }
}
