import Testing

@testable import Photoplethysmography

/// The fit of each upstroke to the mean of the others.
struct UpstrokeFitTests {
  /// The steepest moment of each beat's upstroke, in samples.
  private let beats = (0..<12).map { 20 + 25.3 * Double($0) }

  /// Beats that rise within 8 samples and fall slowly.
  private func signal(count: Int = 340, heights: (Int) -> Double = { _ in 1 }) -> [Double] {
    (0..<count).map { sample in
      beats.indices.reduce(0) { sum, index in
        let after = Double(sample) - beats[index]
        let rise = 1 / (1 + (after / 2).magnitude)
        return sum + heights(index) * (after < 0 ? rise / 2 : 1 - rise / 2)
          * (after > 20 ? 0 : 1 - max(after, 0) / 20)
      }
    }
  }

  private func fit(
    _ beats: [Double], correlations: [Double?]? = nil, in signal: [Double]
  ) -> UpstrokeFit {
    UpstrokeFit(
      of: beats, correlations: correlations ?? beats.map { _ in 0.9 }, in: signal)
  }

  @Test(arguments: [-0.8, 0.4, 1.0])
  func `a beat that is placed beside its upstroke is found there`(error: Double) throws {
    var placed = beats
    placed[5] += error
    let found = fit(placed, in: signal { $0 == 7 ? 1.5 : 1 })
    for (index, offset) in found.offsets.enumerated() where (1...10).contains(index) {
      let expected = index == 5 ? -error : 0
      #expect(abs(try #require(offset) - expected) < 0.25, "\(index): \(offset ?? 0)")
    }
  }

  @Test func `the deviation grows with the errors of the times`() throws {
    let clear = try #require(fit(beats, in: signal()).deviation)
    let placed = beats.enumerated().map { $1 + ($0 % 2 == 0 ? 0.6 : -0.6) }
    let spoilt = try #require(fit(placed, in: signal()).deviation)
    #expect(clear < 0.2 && spoilt > 0.5, "\(clear), \(spoilt)")
  }

  @Test func `beats unlike the others, near an end or too few are not compared`() {
    let signal = signal()
    let unlike = fit(beats, correlations: beats.indices.map { $0 == 3 ? 0.2 : 0.9 }, in: signal)
    #expect(unlike.offsets[3] == nil && unlike.offsets[4] != nil)
    let early = fit([1, 4] + beats, in: signal)
    #expect(early.offsets[0] == nil && early.offsets[1] == nil && early.offsets[3] != nil)
    let few = fit(Array(beats.prefix(4)), in: signal)
    #expect(few.offsets.allSatisfy { $0 == nil } && few.deviation == nil)
    for end in stride(from: 0.0, through: 60, by: 0.37) {
      // Wherever the signal ends, nothing beyond it is read.
      _ = fit(beats + [end], in: Array(signal.prefix(60)))
    }
  }
}
