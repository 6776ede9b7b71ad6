import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// The advice to a person in front of a live camera.
struct LiveGuideTests {
  /// Returns the advice over a stream, each with the time at which it begins.
  private func course(
    _ samples: [ColorSample], hasRate: (Double) -> Bool = { _ in false }
  ) -> [(time: Double, advice: String)] {
    var guide = LiveGuide()
    var course: [(Double, String)] = []
    for sample in samples {
      guide.append(sample, hasRate: hasRate(sample.time))
      if guide.advice.name != course.last?.1 { course.append((sample.time, guide.advice.name)) }
    }
    return course
  }

  private func picture(
    _ red: Double, _ green: Double, _ blue: Double, spread: Double, clipped: Double = 0,
    black: Double = 0, seconds: Double = 4, rate: Double = 30
  ) -> [ColorSample] {
    (0..<Int(seconds * rate)).map {
      ColorSample(
        time: Double($0) / rate, red: red, green: green, blue: blue, spread: spread,
        clippedShare: clipped, blackShare: black)
    }
  }

  @Test func `each obstacle has its advice`() {
    #expect(course(picture(120, 110, 100, spread: 0.5)).last?.advice == "place_finger")
    #expect(course(picture(150, 90, 80, spread: 0.7)).last?.advice == "cover_lens")
    #expect(course(picture(4, 2, 2, spread: 0, black: 0.99)).last?.advice == "too_dark")
    #expect(course(picture(255, 253, 254, spread: 0, clipped: 1)).last?.advice == "too_bright")
    #expect(course(picture(25, 4, 3, spread: 0.1)).last?.advice == "too_dark")
    #expect(
      course(picture(25, 4, 3, spread: 0.1), hasRate: { _ in true }).last?.advice == "measured")
    #expect(course(picture(254, 60, 50, spread: 0, clipped: 0.9)).last?.advice == "too_bright")
    #expect(course(picture(200, 60, 45, spread: 0.1)).last?.advice == "measuring")
    #expect(course(picture(200, 60, 45, spread: 0.1, rate: 9)).last?.advice == "slow_frames")
    #expect(
      course(picture(200, 60, 45, spread: 0.1), hasRate: { $0 > 3 }).last?.advice == "measured")
  }

  @Test func `a fall of the frame rate is reported with the new rate`() {
    let fast = picture(200, 60, 45, spread: 0.1, seconds: 3, rate: 30)
    let slow = picture(200, 60, 45, spread: 0.1, seconds: 3, rate: 15).map { sample in
      sample.changed { $0.time += 3 }
    }
    var guide = LiveGuide()
    for sample in fast + slow { guide.append(sample, hasRate: true) }
    guard case .slowFrames(let rate) = guide.advice else {
      Issue.record("\(guide.advice)")
      return
    }
    #expect(abs(rate - 15) < 0.1)
    #expect(guide.advice.text.contains("15"))
  }

  @Test func `movement of a finger gives the advice to hold still, a pulse does not`() {
    let still = fingertip(seed: 3) { $0.perfusion *= 2 }
    #expect(!course(still.colorSamples()).contains { $0.advice == "hold_still" })
    let jolted = still.colorSamples().map { sample in
      sample.changed { if (10..<10.5).contains(sample.time) { $0.red *= 0.7 } }
    }
    let found = course(jolted).first { $0.advice == "hold_still" }
    #expect((10...10.6).contains(found?.time ?? 0))
    // The advice ends a second later.
    #expect(course(jolted).last?.advice != "hold_still")
  }

  @Test func `a lifted finger is noticed at once`() {
    let recording = fingertip(seed: 8) { $0.fingerOff = [12..<20] }
    let found = course(recording.colorSamples()).first { $0.time > 12 && $0.advice != "measuring" }
    #expect((found?.time ?? 99) < 13.2)
  }

  @Test func `a long time without a pulse gives the advice to press less`() {
    let bloodless = fingertip(seed: 8) { $0.perfusion = .zero }
    let found = course(bloodless.colorSamples())
    #expect(found.map(\.advice) == ["waiting", "measuring", "press_less"])
    #expect((12...13.5).contains(found.last?.time ?? 0))
  }

  @Test func `after frames were missing, everything starts again`() {
    var guide = LiveGuide()
    for sample in picture(200, 60, 45, spread: 0.1) { guide.append(sample, hasRate: false) }
    guide.frameIsMissing()
    #expect(guide.advice == .waiting)
    for sample in picture(200, 60, 45, spread: 0.1) {
      guide.append(sample.changed { $0.time += 100 }, hasRate: false)
    }
    #expect(guide.advice.name == "measuring")
  }

  @Test func `each advice has its own sentence and name`() {
    let all: [LiveAdvice] = [
      .waiting, .placeFinger, .coverLens, .tooDark, .tooBright, .holdStill, .slowFrames(rate: 9),
      .pressLess, .showSkin, .measuring(seconds: 3), .measured,
    ]
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(all.allSatisfy { $0.text.count <= 60 })
  }
}
