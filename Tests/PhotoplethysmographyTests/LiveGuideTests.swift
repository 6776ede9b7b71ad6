import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// What a person is told to do.
struct LiveGuideTests {
  /// What is said over a stream, each time with the moment at which it begins.
  private func course(
    _ samples: [ColorSample], isTelling: (Double) -> Bool = { _ in false }
  ) -> [(time: Double, advice: String)] {
    var guide = LiveGuide()
    var course: [(Double, String)] = []
    for sample in samples {
      guide.append(sample, isTelling: isTelling(sample.time))
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

  @Test func `each thing that is in the way has its word`() {
    #expect(course(picture(120, 110, 100, spread: 0.5)).last?.advice == "place_finger")
    #expect(course(picture(150, 90, 80, spread: 0.7)).last?.advice == "cover_lens")
    #expect(course(picture(4, 2, 2, spread: 0, black: 0.99)).last?.advice == "too_dark")
    // Blood keeps green and blue from the top: all white is no finger in glare but none at all.
    #expect(course(picture(255, 253, 254, spread: 0, clipped: 1)).last?.advice == "place_finger")
    #expect(course(picture(25, 4, 3, spread: 0.1)).last?.advice == "too_dark")
    #expect(
      course(picture(25, 4, 3, spread: 0.1), isTelling: { _ in true }).last?.advice == "measured")
    #expect(course(picture(254, 60, 50, spread: 0, clipped: 0.9)).last?.advice == "too_bright")
    #expect(course(picture(200, 60, 45, spread: 0.1)).last?.advice == "measuring")
    #expect(course(picture(200, 60, 45, spread: 0.1, rate: 9)).last?.advice == "slow_frames")
    #expect(
      course(picture(200, 60, 45, spread: 0.1), isTelling: { $0 > 3 }).last?.advice == "measured")
  }

  @Test func `a fall of the frame rate is told with its number`() {
    let fast = picture(200, 60, 45, spread: 0.1, seconds: 3, rate: 30)
    let slow = picture(200, 60, 45, spread: 0.1, seconds: 3, rate: 15).map { sample in
      sample.changed { $0.time += 3 }
    }
    var guide = LiveGuide()
    for sample in fast + slow { guide.append(sample, isTelling: true) }
    guard case .slowFrames(let rate) = guide.advice else {
      Issue.record("\(guide.advice)")
      return
    }
    #expect(abs(rate - 15) < 0.1)
    #expect(guide.advice.text.contains("15"))
  }

  @Test func `a finger that moves is told to hold still, a pulse is not`() {
    let still = fingertip(seed: 3) { $0.perfusion *= 2 }
    #expect(!course(still.colorSamples()).contains { $0.advice == "hold_still" })
    let jolted = still.colorSamples().map { sample in
      sample.changed { if (10..<10.5).contains(sample.time) { $0.red *= 0.7 } }
    }
    let told = course(jolted).first { $0.advice == "hold_still" }
    #expect((10...10.6).contains(told?.time ?? 0))
    // And it is forgotten a second later.
    #expect(course(jolted).last?.advice != "hold_still")
  }

  @Test func `a lifted finger is noticed at once`() {
    let recording = fingertip(seed: 8) { $0.fingerOff = [12..<20] }
    let told = course(recording.colorSamples()).first { $0.time > 12 && $0.advice != "measuring" }
    #expect((told?.time ?? 99) < 13.2)
  }

  @Test func `without a pulse for long a person is told to press less`() {
    let bloodless = fingertip(seed: 8) { $0.perfusion = .zero }
    let told = course(bloodless.colorSamples())
    #expect(told.map(\.advice) == ["waiting", "measuring", "press_less"])
    #expect((12...13.5).contains(told.last?.time ?? 0))
  }

  @Test func `a missing camera is waited for, and then everything begins anew`() {
    var guide = LiveGuide()
    for sample in picture(200, 60, 45, spread: 0.1) { guide.append(sample, isTelling: false) }
    guide.frameIsMissing()
    #expect(guide.advice == .waiting)
    for sample in picture(200, 60, 45, spread: 0.1) {
      guide.append(sample.changed { $0.time += 100 }, isTelling: false)
    }
    #expect(guide.advice.name == "measuring")
  }

  @Test func `every advice has a sentence and a name of its own`() {
    let all: [LiveAdvice] = [
      .waiting, .placeFinger, .coverLens, .tooDark, .tooBright, .holdStill, .slowFrames(rate: 9),
      .pressLess, .showSkin, .measuring(seconds: 3), .measured,
    ]
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(all.allSatisfy { $0.text.count <= 60 })
  }
}
