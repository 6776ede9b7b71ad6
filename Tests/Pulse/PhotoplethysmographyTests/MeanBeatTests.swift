import Glibc
import Testing

@testable import Photoplethysmography

/// A level that is cut at its beats.
struct MeanBeatTests {
  private let beats = (0..<20).map { 9.3 + 24 * Double($0) }

  private func cut(_ beats: [Double], level: Double = 150) -> MeanBeat {
    let levels = (0..<500).map { level - cos(2 * .pi * (Double($0) - 9.3) / 24) }
    return MeanBeat(of: PulsatileLevel(levels, width: 24), beats: beats, usualStep: 24)
  }

  @Test func `the mean beat has the shape of the beats`() {
    let found = cut(beats)
    #expect(found.count >= 17 && found.sum.count == MeanBeat.phaseCount)
    for (phase, value) in found.sum.enumerated() {
      let expected = -cos(2 * .pi * Double(phase) / Double(MeanBeat.phaseCount))
      #expect(abs(value / Double(found.count) - expected) < 0.02)
    }
    #expect(found.baselines.count { $0 != nil } == found.count)
    for baseline in found.baselines.compactMap(\.self) { #expect(abs(baseline - 150) < 0.02) }
  }

  @Test func `a hidden beat is not seen whole`() {
    let gapped = beats.indices.filter { $0 != 8 }.map { beats[$0] }
    let (whole, found) = (cut(beats), cut(gapped))
    #expect(found.count == whole.count - 2)
    #expect(found.baselines[7] == nil && found.baselines[6] != nil && found.baselines[8] != nil)
  }

  @Test func `the mean over one beat's length holds no pulse`() {
    let levels = (0..<300).map { 100 + 5 * sin(2 * .pi * Double($0) / 22.5) }
    let level = PulsatileLevel(levels, width: 22.5)
    let inside = level.withValues { value in (40..<260).map { value(Double($0)) } }
    #expect(inside.allSatisfy { abs($0.mean - 100) < 0.05 })
    level.withValues { value in
      #expect(value(2).mean.isNaN && value(-1).mean.isNaN)
      #expect(value(299).deviation.isNaN)
    }
  }

  @Test func `fewer than two beats have no usual step`() {
    #expect(MeanBeat.usualStep(of: []) == nil && MeanBeat.usualStep(of: [4]) == nil)
    #expect(MeanBeat.usualStep(of: [4, 8, 13, 17]) == 4)
  }

  @Test func `a sinusoid is all fundamental and rises as fast as it falls, a pulse does neither`()
    throws
  {
    let sinusoid = cut(beats)
    #expect(try #require(sinusoid.fundamentalShare) > 0.999)
    #expect(try abs(#require(sinusoid.derivativeSkewness)) < 0.05)
    // It rises in a fifth of the beat, and falls in the rest.
    let levels = (0..<500).map { index -> Double in
      let share = ((Double(index) - 9.3) / 24).truncatingRemainder(dividingBy: 1)
      let phase = share < 0 ? share + 1 : share
      return 150 + (phase < 0.2 ? 5 * phase : 1.25 * (1 - phase))
    }
    let pulse = MeanBeat(of: PulsatileLevel(levels, width: 24), beats: beats, usualStep: 24)
    #expect(try #require(pulse.fundamentalShare) < 0.9)
    #expect(try #require(pulse.derivativeSkewness) > 1)
  }
}
