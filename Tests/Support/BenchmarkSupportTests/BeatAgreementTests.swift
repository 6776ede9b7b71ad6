import Testing

@testable import BenchmarkSupport

struct BeatAgreementTests {
  /// Beats whose intervals differ, so that only one shift matches them.
  private let beats: [Double] = (0..<40).reduce(into: [1.0]) { beats, index in
    let interval = 0.8 + 0.02 * Double((index * 7) % 11)
    beats.append(beats[index] + interval)
  }

  @Test(arguments: [-0.4, 0.0, 0.2, 0.55])
  func `a constant clock offset changes nothing`(lag: Double) {
    let agreement = BeatAgreement(found: beats.map { $0 + lag }, reference: beats)
    #expect(agreement.score == 1)
    #expect(agreement.meanIntervalError < 1e-6)
  }

  @Test func `a missed beat and a false one lower F1 by its definition`() {
    var found = beats
    found.remove(at: 10)
    found.insert((beats[20] + beats[21]) / 2, at: 20)
    let agreement = BeatAgreement(found: found, reference: beats)
    #expect(agreement.matched == 40)
    #expect(agreement.missed == 1)
    #expect(agreement.surplus == 1)
    #expect(abs(agreement.score - 80.0 / 82) < 1e-12)
    #expect(abs(agreement.sensitivity - 40.0 / 41) < 1e-12)
    #expect(abs(agreement.positivePredictiveValue - 40.0 / 41) < 1e-12)
  }

  @Test func `interval errors are the differences of beat errors`() {
    // Every other beat 10 ms late: each interval is 10 ms too long or too short.
    let found = beats.enumerated().map { $0 % 2 == 0 ? $1 : $1 + 0.01 }
    let agreement = BeatAgreement(found: found, reference: beats)
    #expect(agreement.score == 1)
    #expect(abs(agreement.meanIntervalError - 10) < 1e-6)
  }

  @Test func `intervals across a missed beat do not count`() {
    var found = beats
    found.remove(at: 10)
    #expect(BeatAgreement(found: found, reference: beats).meanIntervalError < 1e-6)
  }

  @Test func `reference beats outside the found ones do not count, unless none were found`() {
    let agreement = BeatAgreement(found: Array(beats[5..<15]), reference: beats)
    #expect(agreement.missed == 0)
    #expect(agreement.score == 1)
    #expect(BeatAgreement(found: [], reference: beats).score == 0)
  }

  @Test func `found beats outside the reference do not count, unless it is empty`() {
    let agreement = BeatAgreement(found: beats, reference: Array(beats[5..<30]))
    #expect(agreement.matched == 25)
    #expect(agreement.surplus == 0 && agreement.missed == 0)
    let none = BeatAgreement(found: beats, reference: [])
    #expect(none.matched == 0 && none.surplus == 0 && none.missed == 0)
  }

  @Test func `intervals between beats of high quality are also counted apart`() {
    let found = beats.enumerated().map { $1 + ($0 % 4 == 0 ? 0.02 : 0) }
    let qualities = beats.indices.map { $0 % 4 == 0 ? 0.5 : 0.9 }
    let agreement = BeatAgreement(found: found, qualities: qualities, reference: beats)
    #expect(agreement.meanIntervalError > 9)
    #expect(agreement.meanSureIntervalError < 1e-6)
    #expect(abs(agreement.sureShare - 0.5) < 1e-9)
  }

  @Test func `the agreements of parts add up to that of the whole`() {
    var sum = BeatAgreement(found: beats, reference: beats)
    sum.add(BeatAgreement(found: [], reference: Array(beats.prefix(10))))
    #expect(sum.matched == beats.count)
    #expect(sum.missed == 10)
    #expect(abs(sum.score - 82.0 / 92) < 1e-12)
  }
}
