import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// The pulse of a whole recording as a curve.
struct PulseWaveTests {
  private func wave(_ samples: [ColorSample], channels: ChannelSelection = .automatic) -> PulseWave
  {
    PulseWave(of: samples, readings: readings(of: samples, channels: channels))
  }

  @Test func `an inverted signal gives the same curve, systole upwards`() {
    let samples = fingertip().colorSamples()
    func mean(_ level: (ColorSample) -> Double) -> Double {
      samples.reduce(0) { $0 + level($1) } / Double(samples.count)
    }
    let (red, green, blue) = (mean(\.red), mean(\.green), mean(\.blue))
    let inverted = samples.map { sample in
      sample.withoutPicture.changed {
        ($0.red, $0.green, $0.blue) = (2 * red - $0.red, 2 * green - $0.green, 2 * blue - $0.blue)
      }
    }
    #expect(readings(of: inverted, channels: .channel(.green)).allSatisfy { $0.rate != nil })
    let (own, other) = (
      wave(samples.map(\.withoutPicture), channels: .channel(.green)),
      wave(inverted, channels: .channel(.green))
    )
    #expect(own.points.count == other.points.count && own.points.count > 890)
    for (point, twin) in zip(own.points, other.points) {
      #expect(abs(point.bandPassed - twin.bandPassed) < 1e-9)
      #expect(abs(point.detrended - twin.detrended) < 1e-9)
    }
  }

  @Test func `a shift in time shifts the curve and its marks`() {
    let samples = fingertip(95).colorSamples()
    let own = wave(samples)
    // A power of two seconds, so that no time is rounded.
    let other = wave(samples.map { $0.changed { $0.time += 64 } })
    #expect(own.points.map(\.mark) == other.points.map(\.mark))
    #expect(own.points.count { $0.mark == .peak } > 40)
    for (point, twin) in zip(own.points, other.points) {
      #expect(
        abs(twin.time - 64 - point.time) < 1e-9 && abs(point.bandPassed - twin.bandPassed) < 1e-6)
    }
  }

  @Test func `samples that a monitor leaves out change nothing`() {
    let samples = fingertip().colorSamples()
    var spoilt = samples
    spoilt.insert(samples[10], at: 300)
    spoilt.insert(samples[500].changed { $0.red = .infinity }, at: 500)
    spoilt.insert(samples[700].changed { $0.green = .nan }, at: 700)
    spoilt.append(samples[20].changed { $0.time = .nan })
    #expect(wave(spoilt) == wave(samples))
  }

  @Test(arguments: [0, 1, 2, 5])
  func `the shortest recordings have a curve`(count: Int) {
    let samples = Array(fingertip().colorSamples().prefix(count))
    let curve = PulseWave(of: samples, readings: readings(of: samples))
    #expect(curve.points.count == count)
    #expect(curve.points.allSatisfy { $0.bandPassed.isFinite && $0.channel == .green })
  }

  @Test func `frames far apart have a curve each`() {
    let samples = (0..<40).map {
      ColorSample(time: Double($0) * 1e6, red: 150, green: 40, blue: 30)
    }
    #expect(wave(samples).points.map(\.time) == samples.map(\.time))
  }
}
