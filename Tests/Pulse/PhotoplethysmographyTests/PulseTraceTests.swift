import Glibc
import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// The curve that is shown live.
struct PulseTraceTests {
  private func trace(_ samples: [ColorSample]) -> PulseTrace {
    var trace = PulseTrace()
    for sample in samples { trace.append(sample) }
    return trace
  }

  @Test(arguments: [15.0, 30, 60, 120])
  func `a pulse has its height, with blood upwards, at any frame rate`(frameRate: Double) {
    let samples = (0..<Int(20 * frameRate)).map { index in
      let time = Double(index) / frameRate
      // More blood, less light: 2 % of the red level, peak to trough 4 %.
      let red = 200 * (1 - 0.02 * sin(2 * .pi * 1.2 * time))
      return ColorSample(time: time, red: red, green: 50, blue: 40)
    }
    let trace = trace(samples)
    let red = trace.points(of: .red, seconds: 10)
    #expect(red.count == 300)
    #expect(abs((red.max() ?? 0) - 0.02) < 0.003 && abs((red.min() ?? 0) + 0.02) < 0.003)
    #expect(trace.points(of: .green, seconds: 10).allSatisfy { abs($0) < 1e-9 })
    // The curve rises while the light falls, a few frames late.
    let time = trace.time ?? 0
    var (along, across) = (0.0, 0.0)
    for (index, value) in red.enumerated() {
      let phase = 2 * .pi * 1.2 * (time - Double(red.count - 1 - index) / PulseTrace.pointRate)
      along += value * sin(phase)
      across += value * cos(phase)
    }
    #expect(along > 0)
    #expect(abs(atan2(across, along)) < 1)
  }

  @Test func `a frame shows at once`() {
    var samples = (0..<300).map {
      ColorSample(time: Double($0) / 30, red: 200, green: 50, blue: 40)
    }
    let before = trace(samples).points(of: .red, seconds: 1)
    samples.append(ColorSample(time: 10, red: 190, green: 50, blue: 40))
    samples.append(ColorSample(time: 10 + 1.0 / 30, red: 190, green: 50, blue: 40))
    let after = trace(samples).points(of: .red, seconds: 1)
    #expect(before.allSatisfy { abs($0) < 1e-9 })
    #expect((after.last ?? 0) > 0.005)
  }

  @Test func `a gap starts a new curve, and no more than its length is kept`() {
    var trace = PulseTrace()
    for index in 0..<6000 {
      trace.append(ColorSample(time: Double(index) / 30, red: 200, green: 50, blue: 40))
    }
    #expect(trace.points(of: .red, seconds: 1000).count <= Int(2 * PulseTrace.length * 30))
    trace.append(ColorSample(time: 1e6, red: 100, green: 50, blue: 40))
    #expect(trace.points(of: .red, seconds: 1000).isEmpty)
    trace.append(ColorSample(time: 1e6 + 0.05, red: 100, green: 50, blue: 40))
    #expect(trace.points(of: .red, seconds: 1000).allSatisfy { abs($0) < 1e-9 })
    trace.append(ColorSample(time: .nan, red: 100, green: 50, blue: 40))
    trace.append(ColorSample(time: -1e11, red: 100, green: 50, blue: 40))
  }

  @Test(arguments: [40.0, 70, 150], [0.5, 2, 5, 15])
  func `a jolt does not change the usual swing, and one of any length is over within two seconds`(
    beatsPerMinute: Double, length: Double
  ) throws {
    let points = (0..<1200).map { index in
      let time = Double(index) / PulseTrace.pointRate
      let phase = (time * beatsPerMinute / 60).truncatingRemainder(dividingBy: 1)
      let jolt = time > 20 && time < 20 + length ? 0.5 * sin(3 * time) : 0
      return 0.01 * exp(-pow((phase - 0.2) / 0.08, 2)) - 0.003 + jolt
    }
    func height(at time: Double) throws -> Double {
      let end = Int(time * PulseTrace.pointRate)
      let swing = try #require(PulseTrace.usualSwing(of: Array(points[..<end])))
      return swing.upperBound - swing.lowerBound
    }
    let before = try height(at: 20)
    #expect(abs(try height(at: 22 + length) / before - 1) < 0.1)
    if length <= 5 { #expect(abs(try height(at: 20 + length) / before - 1) < 0.1) }
  }

  @Test func `a curve that has only begun has a swing`() {
    #expect(PulseTrace.usualSwing(of: []) == nil)
    #expect(PulseTrace.usualSwing(of: [-0.5, 0.25]) == -0.5...0.25)
  }
}
