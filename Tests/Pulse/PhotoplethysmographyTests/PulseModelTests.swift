import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

struct PulseModelTests {
  private let curve = PulseModel.Curve(
    feature: .strength, knots: [0, 1, 3], values: [-2, 0, 4], usual: 1)

  @Test(arguments: [(-5.0, -2.0), (0, -2), (0.25, -1.5), (1, 0), (2, 2), (3, 4), (9, 4)])
  func `a curve is straight between its knots and level beyond them`(x: Double, value: Double) {
    #expect(curve.value(at: x) == value)
  }

  @Test func `what is not known speaks neither for nor against a pulse`() {
    #expect(curve.value(at: .nan) == 0)
  }

  @Test func `the curves of the model rise to the right in their knots and are finite`() {
    for model in [PulseModel.pulse, .beats, .freeBeats] {
      for curve in model.curves {
        #expect(curve.knots.count == curve.values.count)
        #expect(
          zip(curve.knots, curve.knots.dropFirst()).allSatisfy { $0 < $1 }, "\(curve.feature)")
        #expect(curve.values.allSatisfy { $0.isFinite }, "\(curve.feature)")
      }
      #expect(Set(model.curves.map(\.feature)).count == model.curves.count)
    }
  }

  @Test func `an interval is the wider the shorter it is and the less certain its rate`() {
    var stages = AnalysisStages(fingertip(72).colorSamples().filter { $0.time < 12 })
    guard let evidence = stages.hypothesis(in: 2..<10)?.candidate.evidence else {
      Issue.record("no hypothesis")
      return
    }
    let widths = [5.0, 10, 30, 60].map {
      evidence.halfWidth(forInterval: $0, chance: evidence.chance)
    }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 > $1 })
    var uncertain = evidence
    uncertain.disturbedShare = 0.3
    #expect(uncertain.halfWidth(forInterval: 10, chance: uncertain.chance) > widths[1])
  }
}

struct ColorBalanceTests {
  private func balance(
    _ parts: SIMD3<Double>, error: Double = 0.01,
    levels: SIMD3<Double> = SIMD3(210, 60, 45), usable: [Int] = [0, 1, 2]
  ) -> ColorBalance {
    ColorBalance(
      parts: parts, errors: SIMD3(repeating: error), usable: usable, levels: levels)
  }

  @Test func `equal shares of all colors are a lamp's, whatever their size and the noise`() {
    for scale in [0.2, 1, 5] {
      for error in [0.001, 0.05] {
        #expect(balance(SIMD3(1, 1.02, 0.99) * scale, error: error * scale).isLikelierLight)
      }
    }
    #expect(balance(SIMD3(1, 0, 1.01), usable: [0, 2]).isLikelierLight)
  }

  @Test func `blood changes green most, and is no lamp although all colors pulse nearly alike`() {
    // The normalized vector of de Haan and van Leest.
    #expect(!balance(SIMD3(0.33, 0.77, 0.53)).isLikelierLight)
    #expect(!balance(SIMD3(0.85, 1, 0.8)).isLikelierLight)
    #expect((balance(SIMD3(0.85, 1, 0.8)).greenLead ?? 0) > 0)
  }

  @Test func `noise that hides a difference leaves light possible`() {
    let parts = SIMD3(0.9, 1, 0.85)
    #expect(balance(parts, error: 0.2).light > balance(parts, error: 0.005).light)
  }

  @Test func `a white balance and an encoder change two colors against each other`() throws {
    #expect(try #require(balance(SIMD3(1, 0.1, -0.9)).redBlue) < -0.4)
    #expect(try #require(balance(SIMD3(0.1, 1, -0.9)).greenBlue) < -0.4)
    #expect(!balance(SIMD3(1, 0.1, -0.9)).isLikelierLight)
  }

  @Test func `equal numbers of levels are a change of brightness in a gray picture alone`() throws {
    let gray = SIMD3<Double>(136, 128, 110)
    let brightness = try #require(balance(1 / gray, error: 1e-5, levels: gray).brightness)
    #expect(brightness > 0)
    #expect(balance(SIMD3(1, 1, 1)).brightness == nil)
  }

  @Test func `two colors have no order`() {
    let two = balance(SIMD3(1, 0, 0.6), usable: [0, 2])
    #expect(two.greenLead == nil && two.redBlue == nil && two.greenBlue == nil)
  }
}
