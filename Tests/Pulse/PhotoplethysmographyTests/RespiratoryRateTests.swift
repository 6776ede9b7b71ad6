import Simulation
import Testing

@testable import Photoplethysmography

/// Breaths that are measured from a pulse.
struct RespiratoryRateTests {
  private func outcome(
    _ breaths: Double, seed: UInt64 = 1, duration: Double = 100, depth: Double = 0.04,
    light: Double = 0.003, irregularity: Double = 0
  ) -> RespiratoryRate.Outcome {
    let recording = fingertip(76, seed: seed) {
      $0.duration = duration
      $0.heart.breathingRate = breaths
      $0.heart.respiratoryDepth = depth
      $0.heart.irregularity = irregularity
      $0.breathingLight = light
      $0.drift = 0.003
    }
    let found = readings(of: recording.colorSamples())
    let series = BeatSeries(readings: found)
    return RespiratoryRate.outcome(
      of: found, series: series, rhythm: RhythmRegularity(of: series))
  }

  @Test func `the rate is right to half a breath a minute, and the truth is in its interval`() {
    var (answered, all) = (0, 0)
    for breaths in [8.0, 12, 15, 20, 26] {
      for seed in 1...4 as ClosedRange<UInt64> {
        all += 1
        guard case .rate(let rate) = outcome(breaths, seed: seed) else { continue }
        answered += 1
        #expect(abs(rate.breathsPerMinute - breaths) < 0.5, "\(breaths), seed \(seed)")
        #expect(rate.low <= breaths && breaths <= rate.high)
        #expect(rate.high - rate.low < 8)
      }
    }
    #expect(answered >= all * 4 / 5, "\(answered) of \(all)")
  }

  @Test func `a jump in the times has no windows, and does not count as covered`() {
    let recording = fingertip(76, seed: 1) {
      $0.duration = 100
      $0.heart.breathingRate = 15
    }
    let before = readings(of: recording.colorSamples())
    let plain = RespiratoryRate.windowStarts(of: before)
    #expect(plain == Array(stride(from: before[0].start, through: before.last!.end - 32, by: 8)))
    let after = before.map { reading in
      var moved = reading
      moved.start += 1e9
      moved.end += 1e9
      return moved
    }
    let starts = RespiratoryRate.windowStarts(of: before + after)
    #expect(starts.count < 3 * plain.count && starts.starts(with: plain))
    let covered = BeatSeries(readings: before + after).coveredDuration
    #expect(abs(covered - 2 * BeatSeries(readings: before).coveredDuration) < 1e-3)
  }

  @Test func `breathing that shows in only one modulation gives no rate`() {
    for seed in 1...4 as ClosedRange<UInt64> {
      // The simulated pulse's height changes with every breath by 8 %; nothing else does here.
      let found = outcome(14, seed: seed, depth: 0, light: 0)
      guard case .refused(let reason) = found else {
        Issue.record("seed \(seed): \(found)")
        continue
      }
      #expect(reason == .noAgreement)
    }
  }

  @Test func `a recording shorter than one window is too short`() {
    #expect(outcome(15, duration: 30) == .refused(.tooShort))
  }

  @Test func `an irregular rhythm gives no respiratory rate`() {
    #expect(outcome(15, irregularity: 0.25) == .refused(.tooFewCleanBeats))
  }

  @Test func `without a pulse there is no respiratory rate`() {
    let recording = fingertip {
      $0.scene = .dark
      $0.duration = 60
    }
    let dark = readings(of: recording.colorSamples())
    let series = BeatSeries(readings: dark)
    #expect(
      RespiratoryRate.outcome(of: dark, series: series, rhythm: .undetermined)
        == .refused(.tooFewCleanBeats))
  }
}
