import Glibc
import Testing
import VideoFrames

@testable import Simulation

/// A simulated recording keeps what its scenario promises.
struct SimulatedRecordingTests {
  private func recording(_ change: (inout Scenario) -> Void = { _ in }) -> SimulatedRecording {
    var scenario = Scenario()
    scenario.duration = 20
    change(&scenario)
    return SimulatedRecording(scenario)
  }

  @Test(arguments: Scenario.Scene.allCases)
  func `the same seed gives the same signal and the same truth`(scene: Scenario.Scene) {
    let make = {
      recording {
        $0.scene = scene
        $0.seed = 42
        $0.motionBurstsPerMinute = 6
        $0.exposureStepsPerMinute = 6
        $0.droppedShare = 0.1
        $0.timeJitter = 0.2
      }
    }
    let (a, b) = (make(), make())
    #expect(a.colorSamples() == b.colorSamples())
    #expect(a.beatsCSV == b.beatsCSV && a.ratesCSV == b.ratesCSV)
  }

  @Test func `another seed gives another signal`() {
    let (a, b) = (recording { $0.seed = 1 }, recording { $0.seed = 2 })
    #expect(a.colorSamples() != b.colorSamples())
    #expect(a.beats != b.beats)
  }

  @Test(arguments: [40.0, 72, 120, 180])
  func `a beat's time is where its pulse rises most steeply`(rate: Double) {
    let made = recording {
      $0.heart.course = .constant(rate)
      $0.frameRate = 1000
      $0.drift = 0
      $0.sensorNoise = 0
    }
    let samples = made.colorSamples()
    for beat in made.beats where (0.2..<19.8).contains(beat.time) {
      let first = Int((beat.time - 0.1) * 1000)
      // More blood absorbs more green light.
      let steepest = (first..<(first + 200)).max { i, j in
        samples[i - 1].green - samples[i + 1].green < samples[j - 1].green - samples[j + 1].green
      }
      #expect(abs(samples[steepest ?? 0].time - beat.time) < 0.005)
    }
    #expect(made.beats.count > Int(rate / 3))
  }

  @Test func `the pulse's amplitude is the scenario's perfusion`() throws {
    let made = recording {
      $0.drift = 0
      $0.sensorNoise = 0
      $0.frameRate = 200
    }
    let samples = made.colorSamples()
    let channels: [(level: Double, perfusion: Double, values: [Double])] = [
      (210, 0.012, samples.map(\.red)), (60, 0.03, samples.map(\.green)),
      (45, 0.015, samples.map(\.blue)),
    ]
    for channel in channels {
      let high = try #require(channel.values.max()) / channel.level
      let low = try #require(channel.values.min()) / channel.level
      #expect(high <= 1 && high > 1 - 0.3 * channel.perfusion)
      #expect(abs(1 - low - channel.perfusion) < 0.25 * channel.perfusion)
    }
  }

  @Test func `frames have the requested times, jitter and losses`() {
    let plain = recording { $0.frameRate = 25 }.colorSamples().map(\.time)
    #expect(plain == (0..<500).map { Double($0) / 25 })
    let uneven = recording {
      $0.timeJitter = 0.4
      $0.droppedShare = 0.2
    }.colorSamples().map(\.time)
    #expect((420..<540).contains(uneven.count))
    #expect(uneven.first == 0)
    for (a, b) in zip(uneven, uneven.dropFirst()) { #expect(b - a > 0.09 / 30) }
  }

  @Test func `only a finger and a face have beats`() {
    for scene in Scenario.Scene.allCases {
      let made = recording { $0.scene = scene }
      let hasSkin = scene == .finger || scene == .face
      #expect(made.beats.isEmpty != hasSkin)
      #expect((made.heartRate(from: 2, to: 12) == nil) != hasSkin)
    }
  }

  @Test func `a lifted finger uncovers the room and returns`() {
    let made = recording {
      $0.fingerOff = [8.0..<12]
      $0.drift = 0
      $0.sensorNoise = 0
    }
    for (frame, sample) in zip(made.frames, made.colorSamples()) {
      switch frame.time {
      case 0..<8, 12..<20:
        #expect(frame.sceneShare == 0)
        #expect(sample.red > 2 * sample.green && (sample.spread ?? 1) < 0.1)
      case 8.25..<11.75:
        #expect(frame.sceneShare == 1)
        #expect(sample.red == 118 && sample.green == 112 && sample.blue == 104)
        #expect((sample.spread ?? 0) > 0.4)
      default: #expect((0...1).contains(frame.sceneShare))
      }
    }
  }

  @Test func `the rate between two times counts beats and fractions of beats`() throws {
    let made = recording {
      $0.heart.course = .constant(90)
      $0.heart.respiratoryDepth = 0
      $0.heart.jitter = 0
    }
    let rate = try #require(made.heartRate(from: 3.3, to: 11.7))
    #expect(abs(rate - 90) < 1e-9)
    #expect(made.heartRate(from: 5, to: 5) == nil)
    #expect(made.heartRate(from: -100, to: 5) == nil)
  }
}
