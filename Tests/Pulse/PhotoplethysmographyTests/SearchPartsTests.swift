import Glibc
import SignalProcessing
import Testing

@testable import Photoplethysmography

/// The parts of a channel's search: periods, onsets and template correlation.
struct SearchPartsTests {
  /// Returns a pulse of a period in samples, whose upstrokes are steepest at whole multiples of it.
  private func pulse(_ period: Double, count: Int = 300) -> [Double] {
    (0..<count).map { index in
      let phase = 2 * .pi * Double(index) / period
      return sin(phase) + 0.3 * sin(2 * phase)
    }
  }

  private func beats(
    of signal: [Double], period: Double, sign: Double = 1,
    disturbances: [Disturbance]? = nil
  ) -> [BeatTracker.Position] {
    var tracker = BeatTracker()
    let hidden = disturbances ?? [Disturbance](repeating: .none, count: signal.count)
    signal.withUnsafeBufferPointer { signal in
      hidden.withUnsafeBufferPointer {
        tracker.detectOnsets(in: signal, sign: sign, disturbances: $0)
      }
    }
    return tracker.beats(period: period)
  }

  private func correlation(
    of signal: [Double], beats: [BeatTracker.Position], period: Double
  ) -> TemplateCorrelation {
    var workspace = TemplateCorrelation.Workspace()
    return signal.withUnsafeBufferPointer {
      TemplateCorrelation(of: $0, beats: beats, period: period, using: &workspace)
    }
  }

  @Test(arguments: [12.5, 20.0, 31.3])
  func `the true period is the shortest hypothesis`(period: Double) throws {
    var correlation = Autocorrelation()
    let found = pulse(period).withUnsafeBufferPointer {
      Rhythm.hypotheses(for: $0, sampleRate: 30, after: nil, using: &correlation)
    }
    let first = try #require(found.first)
    #expect(abs(first.period - period) < 0.1 && first.strength > 0.98)
    #expect(found.count <= Rhythm.mostHypotheses)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.period < $1.period })
  }

  @Test(arguments: [18.0, 25.4])
  func `onsets are at the steepest points of the upstrokes`(period: Double) {
    let found = beats(of: pulse(period), period: period)
    #expect(found.count >= Int(280 / period) - 1)
    for beat in found {
      let turns = beat.sample / period
      #expect(abs(turns - turns.rounded()) * period < 0.3)
      #expect(beat.step == 1)
    }
  }

  @Test func `a signal turned upside down has its onsets in the same places`() {
    let signal = pulse(24)
    #expect(beats(of: signal, period: 24) == beats(of: signal.map { -$0 }, period: 24, sign: -1))
  }

  @Test func `a beat that missing frames hide is counted in the step across it`() throws {
    var hidden = [Disturbance](repeating: .none, count: 300)
    for index in 140..<160 { hidden[index] = .missing }
    let found = beats(of: pulse(25), period: 25, disturbances: hidden)
    #expect(found.count { $0.step == 2 } == 1 && found.count { $0.step == 1 } == found.count - 1)
    let bridge = try #require(found.firstIndex { $0.step == 2 })
    #expect(abs(found[bridge].sample - found[bridge - 1].sample - 50) < 0.5)
  }

  @Test func `beats of one shape have a correlation of one at any gain`() {
    let signal = pulse(24)
    let found = beats(of: signal, period: 24)
    for gain in [1, 0.001, -5] {
      let result = correlation(of: signal.map { gain * $0 }, beats: found, period: 24)
      #expect(result.mean > 0.999 && result.median > 0.999)
      #expect(result.ofBeats.count == found.count)
    }
  }

  @Test func `noise at chosen places does not correlate, and two beats are too few`() {
    let noise = (0..<300).map { sin(Double($0 * $0)) }
    let places = (1..<11).map { BeatTracker.Position(sample: 25 * Double($0), step: 1) }
    #expect(correlation(of: noise, beats: places, period: 25).mean < 0.4)
    let few = correlation(of: pulse(25), beats: Array(places.prefix(2)), period: 25)
    #expect(few.mean == 0 && few.median == 0 && few.ofBeats.count == 2)
  }
}
