import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Subjects are values that hold their rules.
struct PulseSubjectTests {
  @Test func `channels decide the subject unless it is given`() {
    typealias Configuration = HeartRateMonitor.Configuration
    #expect(Configuration().subject == .fingertip)
    #expect(Configuration(channels: .channel(.green)).subject == .fingertip)
    for channel in [ColorChannel.chrom, .pos] {
      #expect(Configuration(channels: .channel(channel)).subject == .skin)
    }
    #expect(Configuration(channels: .channel(.green), subject: .skin).subject == .skin)
  }

  @Test func `skin's pixels are chosen only if colors are combined`() {
    for channel in ColorChannel.allCases {
      let isCombined = channel == .chrom || channel == .pos
      #expect(
        PulseSubject.skin.pixelSelection(for: .channel(channel)) == (isCombined ? .skin : .all))
      #expect(PulseSubject.fingertip.pixelSelection(for: .channel(channel)) == .all)
    }
    #expect(PulseSubject.skin.pixelSelection(for: .automatic) == .all)
  }

  @Test func `the absence of a subject has that subject's reason and advice`() {
    let uneven = ColorSample.frames(300, spread: 0.8) { time in
      RGB(red: 150 + time, green: 110, blue: 90)
    }
    #expect(AnalysisStages(uneven).obstacle == .noFinger)
    #expect(AnalysisStages(uneven, of: .skin).obstacle == nil)
    let skinless = uneven.map { $0.changed { $0.skinShare = 0.01 } }
    #expect(AnalysisStages(skinless, of: .skin).obstacle == .noSkin)
    #expect(AnalysisStages(skinless).obstacle == .noFinger)
  }

  @Test func `a new subject needs only a new value`() {
    let palm = PulseSubject(
      name: "palm", isOnLens: false, selectionWhenCombined: .skin,
      picture: .init(finger: nil, leastSkinShare: 0.5, needsAllColors: false),
      evidenceMargin: .init(singleColor: 100, combined: 0), colorSignature: nil,
      liveWindows: .init(short: 8, long: 14),
      wording: .init(
        absence: .noSkin, absenceAdvice: .showSkin, partialAdvice: .showSkin,
        whitePictureAdvice: .tooBright))
    #expect(HeartRateFollower.leastTime(for: palm) == 8)
    let samples = fingertip(72).colorSamples().map { $0.changed { $0.skinShare = 0.3 } }
    func outcomes(_ samples: [ColorSample], _ subject: PulseSubject) -> [HeartRateReading.Outcome] {
      HeartRateMonitor.readings(of: samples, .init(subject: subject)).map(\.outcome)
    }
    let refused = HeartRateReading.Outcome.refused(.noSkin)
    #expect(outcomes(samples, palm) == [refused, refused, refused])
    // No pulse has so much evidence.
    let shown = samples.map { $0.changed { $0.skinShare = 0.8 } }
    #expect(outcomes(shown, palm).map(\.reason) == [.noPulse, .noPulse, .noPulse])
    #expect(outcomes(shown, .fingertip).allSatisfy { $0.rate != nil })
  }

  @Test func `each subject has its own margin and name`() {
    let (finger, skin) = (PulseSubject.fingertip, PulseSubject.skin)
    #expect(finger.name == "fingertip" && skin.name == "skin")
    #expect(finger.evidenceMargin(for: .automatic) == 0)
    #expect(
      skin.evidenceMargin(for: .channel(.green)) > skin.evidenceMargin(for: .channel(.pos)))
    #expect(finger.isOnLens && !skin.isOnLens)
  }
}
