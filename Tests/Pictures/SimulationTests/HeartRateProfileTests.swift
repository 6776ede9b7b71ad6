import Glibc
import Simulation
import Testing

/// Simulated hearts beat as their profile says.
struct HeartRateProfileTests {
  private func beats(
    _ course: HeartRateProfile.Course, seed: UInt64 = 1,
    _ change: (inout HeartRateProfile) -> Void = { _ in }
  ) -> [SimulatedBeat] {
    var profile = HeartRateProfile(course)
    change(&profile)
    var generator = SeededGenerator(seed: seed)
    return profile.beats(duration: 60, using: &generator)
  }

  @Test func `a course passes through its given rates`() {
    let ramp = HeartRateProfile(.ramp(from: 60, to: 120))
    #expect(
      [-5, 0, 15, 30, 60, 99].map { ramp.rate(at: $0, of: 60) } == [60, 60, 75, 90, 120, 120])
    let step = HeartRateProfile(.step(from: 60, to: 90, at: 20))
    #expect([0, 19.9, 20, 60].map { step.rate(at: $0, of: 60) } == [60, 60, 90, 90])
    #expect(HeartRateProfile(.constant(72)).rate(at: 30, of: 60) == 72)
  }

  @Test func `beats are spaced by their intervals and extend beyond both ends`() {
    let found = beats(.ramp(from: 50, to: 150)) { $0.ectopicShare = 0.1 }
    for (a, b) in zip(found, found.dropFirst()) {
      #expect(abs(b.time - a.time - a.interval) < 1e-12 && a.interval > 0.1)
    }
    #expect((found.first?.time ?? 0) < -1 && (found.last?.time ?? 0) > 61)
  }

  @Test(arguments: [30.0, 72, 215])
  func `a constant course without variability has equal intervals`(rate: Double) {
    let found = beats(.constant(rate)) {
      $0.jitter = 0
      $0.respiratoryDepth = 0
    }
    for beat in found { #expect(abs(beat.interval - 60 / rate) < 1e-12) }
  }

  @Test func `a step changes the rate at its time`() {
    let found = beats(.step(from: 60, to: 120, at: 30)) {
      $0.jitter = 0
      $0.respiratoryDepth = 0
    }
    for beat in found { #expect(abs(beat.interval - (beat.time < 30 ? 1 : 0.5)) < 1e-12) }
  }

  @Test func `breathing modulates the rate by its depth, at its own rate`() throws {
    let found = beats(.constant(90)) {
      $0.jitter = 0
      $0.respiratoryDepth = 0.1
      $0.breathingRate = 12
    }
    let rates = found.map { 60 / $0.interval }
    let (highest, lowest) = (try #require(rates.max()), try #require(rates.min()))
    #expect(abs(highest - 99) < 0.5 && abs(lowest - 81) < 0.5)
    let rises = zip(found, found.dropFirst()).count {
      $0.time > 0 && $0.time < 60 && 60 / $0.interval < 90 && 60 / $1.interval >= 90
    }
    #expect((11...13).contains(rises))
  }

  @Test func `early beats have the requested share, and a pause follows each`() {
    var (early, all) = (0, 0)
    for seed in 1...20 {
      let found = beats(.constant(60), seed: UInt64(seed)) {
        $0.jitter = 0
        $0.respiratoryDepth = 0
        $0.ectopicShare = 0.1
      }
      all += found.count
      for (a, b) in zip(found, found.dropFirst()) where a.interval < 0.8 {
        early += 1
        #expect(b.interval > 0.8)
      }
    }
    #expect(abs(Double(early) / Double(all) - 0.1) < 0.03)
  }

  @Test(arguments: [0.1, 0.2, 0.3])
  func `an irregular heart keeps its mean rate, and its intervals are independent`(spread: Double) {
    var intervals: [Double] = []
    var (products, squares) = (0.0, 0.0)
    for seed in 1...10 as ClosedRange<UInt64> {
      let found = beats(.constant(75), seed: seed) {
        $0.respiratoryDepth = 0
        $0.irregularity = spread
      }.map(\.interval)
      intervals += found
      for (a, b) in zip(found, found.dropFirst()) { products += (a - 0.8) * (b - 0.8) }
      squares += found.reduce(0) { $0 + ($1 - 0.8) * ($1 - 0.8) }
    }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    #expect(abs(mean / 0.8 - 1) < 0.04)
    #expect(abs((squares / Double(intervals.count)).squareRoot() / (0.8 * spread) - 1) < 0.15)
    // An interval does not predict the next one.
    #expect(abs(products / squares) < 0.12)
    #expect(intervals.allSatisfy { $0 >= 0.3 })
  }

  @Test func `the generator gives SplitMix64's own numbers`() {
    // The first numbers for seed 1234567 in the reference implementation's published test.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    let numbers = (0..<20_000).map { _ in generator.normal() }
    let mean = numbers.reduce(0, +) / 20_000
    let variance = numbers.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(mean) < 0.03 && abs(variance - 1) < 0.05)
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(generator.uniform()) })
  }

  @Test func `every other beat of bigeminy comes early, at the same mean rate`() {
    var heart = HeartRateProfile(.constant(80))
    heart.ectopicPeriod = 2
    heart.respiratoryDepth = 0
    heart.jitter = 0
    var generator = SeededGenerator(seed: 3)
    let beats = heart.beats(duration: 60, using: &generator)
    let pairs = stride(from: 0, to: beats.count - 1, by: 2).map { (beats[$0], beats[$0 + 1]) }
    for (a, b) in pairs.dropFirst() {
      let (short, long) = (min(a.interval, b.interval), max(a.interval, b.interval))
      #expect(abs(short - 0.65 * 0.75) < 1e-9 && abs(long - 1.35 * 0.75) < 1e-9)
    }
  }
}
