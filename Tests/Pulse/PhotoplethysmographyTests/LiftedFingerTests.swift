import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// A finger that leaves the lens within an interval.
struct LiftedFingerTests {
  private func recording(_ off: Range<Double>, seed: Int) -> SimulatedRecording {
    fingertip(70, seed: UInt64(seed)) {
      $0.duration = 40
      $0.fingerOff = [off]
    }
  }

  @Test(arguments: [8.5..<10.0, 9..<10, 14..<14.6, 28..<31])
  func `a reading with a short lift is right or is refused`(off: Range<Double>) throws {
    for seed in 1...6 {
      let recording = recording(off, seed: seed)
      let readings = readings(of: recording.colorSamples())
      let touched = readings.filter { $0.start < off.upperBound && $0.end > off.lowerBound }
      #expect(!touched.isEmpty)
      for reading in touched {
        guard let rate = reading.rate else { continue }
        let truth = try #require(recording.heartRate(from: reading.start, to: reading.end))
        #expect((rate.low...rate.high).contains(truth), "\(reading.start): \(rate), \(truth)")
        #expect((reading.perfusionIndex ?? 0) < 3.5)
      }
      #expect(readings.contains { $0.rate != nil })
    }
  }

  @Test func `a lift of three seconds is refused with its reason`() {
    let readings = readings(of: recording(13..<16, seed: 2).colorSamples())
    #expect(readings.map { $0.rate != nil } == [true, false, true, true])
    #expect(readings[1].reason == .noFinger)
  }

  @Test func `a finger that is uneven throughout does not count as lifted`() {
    // The greatest spread that a finger may have, and a little more in every fifth frame.
    let samples = recording(100..<101, seed: 3).colorSamples().enumerated().map { index, sample in
      sample.changed {
        // Not so red that it would be a finger whatever its spread.
        $0.red *= 0.25
        $0.spread = index % 5 == 0 ? 0.3 : 0.22
      }
    }
    #expect(readings(of: samples).allSatisfy { $0.rate != nil })
  }

  @Test func `an interval with missing frames is refused with that reason`() {
    let samples = recording(100..<101, seed: 4).colorSamples().filter {
      !(11..<18).contains($0.time)
    }
    let readings = readings(of: samples)
    #expect(readings[1].reason == .irregularTimestamps)
    #expect(readings[3].rate != nil)
  }
}
