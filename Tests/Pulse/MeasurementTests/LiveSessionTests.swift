import TestSamples
import FoundationEssentials
import Glibc
import Photoplethysmography
import Simulation
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// What a live session makes of color frames, without any camera or screen.
struct LiveSessionTests {
  /// A finger with a pulse of 72 beats per minute, after `room` seconds in which there is none.
  private func samples(seconds: Double = 40, room: Double = 0) -> [ColorSample] {
    var scenario = Scenario()
    scenario.duration = seconds
    return SimulatedRecording(scenario).colorSamples().map { sample in
      let time = 1000 + sample.time
      guard sample.time >= room else {
        return ColorSample(
          time: time, red: 120 + 30 * sin(time * 3), green: 110, blue: 100, spread: 0.5,
          clippedShare: 0)
      }
      var sample = sample
      sample.time = time
      return sample
    }
  }

  private func finish(_ session: inout LiveSession) -> RecordingResult? {
    session.finish(
      RecordingInput("/dev/video0"), kind: "YUYV 640x480",
      start: { RecordingStart(Date().addingTimeInterval(-$0), .clock) })
  }

  @Test func `its readings are those of measuring the same samples, to the bit`() throws {
    let samples = samples()
    var session = LiveSession(MeasurementOptions(), waitsForFinger: false)
    let changes = samples.flatMap { session.append($0) }
    let reported = changes.compactMap { change -> HeartRateReading? in
      if case .reading(let reading) = change { reading } else { nil }
    }
    let recording = try #require(finish(&session))
    let measured = HeartRateMonitor.readings(of: samples)
    #expect(recording.readings == measured)
    #expect(reported == Array(measured.prefix(reported.count)) && reported.count == 3)
    #expect(recording.frameCount == samples.count)
  }

  @Test func `what comes before the finger is no part of a camera's session`() throws {
    var session = LiveSession(MeasurementOptions(), waitsForFinger: true)
    for sample in samples(room: 6.5) { _ = session.append(sample) }
    let recording = try #require(finish(&session))
    #expect((6.5...8).contains(recording.firstTime - 1000))
    #expect(recording.readings.allSatisfy { $0.rate != nil })
    #expect(abs((recording.collector.average ?? 0) - 72) < 0.5)
    #expect(abs(recording.duration - (40 - (recording.firstTime - 1000))) < 0.1)
  }

  @Test func `frames taken while the camera is being set are no part of it either`() throws {
    var session = LiveSession(MeasurementOptions(), waitsForFinger: true)
    let samples = samples()
    var estimates = 0
    for sample in samples.prefix(90) {
      for case .estimate in session.append(sample, .settling) { estimates += 1 }
    }
    #expect(estimates == 0 && session.elapsed == 0)
    for sample in samples.dropFirst(90) { _ = session.append(sample) }
    let recording = try #require(finish(&session))
    #expect((3...5).contains(recording.firstTime - 1000))
  }

  @Test func `guidance, number, beats and stability come in their order`() throws {
    var session = LiveSession(MeasurementOptions(), waitsForFinger: true)
    var advice: [String] = []
    var (numberAt, stableAt): (Double?, Double?)
    for sample in samples(room: 3) {
      for case .advice(let change) in session.append(sample) { advice.append(change.name) }
      if numberAt == nil, session.current != nil { numberAt = sample.time - 1000 }
      if stableAt == nil, session.isStable { stableAt = sample.time - 1000 }
    }
    // A finger that arrives moves.
    #expect(advice.filter { $0 != "hold_still" } == ["place_finger", "measuring", "measured"])
    #expect((8...12).contains(numberAt ?? 0))
    #expect((16...22).contains(stableAt ?? 0))
    #expect(abs((session.current?.rate?.beatsPerMinute ?? 0) - 72) < 0.5)
    #expect(abs((session.frameRate ?? 0) - 30) < 0.1)
    let times = session.beatTimes.suffix(30)
    #expect(times.count == 30)
    for (a, b) in zip(times, times.dropFirst()) { #expect(abs(b - a - 60.0 / 72) < 0.05) }
  }

  @Test
  func `a wait for a stable rate ends with a reliable one, or says after a minute that it is none`()
  {
    var ends: [Bool] = []
    for noise in [0.0, 2, 4, 6, 8, 10, 12, 16] {
      var generator = TestSupport.SeededGenerator(seed: 5)
      var session = LiveSession(MeasurementOptions(), waitsForFinger: false)
      for sample in samples(seconds: 75) {
        var sample = sample
        sample.red += noise * Double.random(in: -1...1, using: &generator)
        sample.green += noise * Double.random(in: -1...1, using: &generator)
        sample.blue += noise * Double.random(in: -1...1, using: &generator)
        _ = session.append(sample)
        guard session.isStable else { continue }
        ends.append(session.isReliable)
        let quality = session.collector.quality ?? 0
        #expect(
          session.isReliable
            ? quality >= HeartRateMonitor.sureQuality : session.elapsed >= LiveSession.longestWait,
          "\(noise): \(session.elapsed) \(quality)")
        break
      }
    }
    // Both happen.
    #expect(Set(ends).count == 2, "\(ends)")
  }

  @Test func `a session knows when the lens was last uncovered`() {
    var scenario = Scenario()
    scenario.duration = 32
    scenario.fingerOff = [14..<19]
    var session = LiveSession(MeasurementOptions(), waitsForFinger: false)
    for sample in SimulatedRecording(scenario).colorSamples() {
      _ = session.append(sample)
      if (3..<13).contains(sample.time) { #expect(session.uncovered < 2) }
    }
    #expect((18..<21).contains(session.uncovered), "\(session.uncovered)")
    #expect(session.current != nil)
  }

  @Test func `a finished session begins anew with the next frame`() throws {
    let samples = samples()
    var session = LiveSession(MeasurementOptions(), waitsForFinger: false)
    for sample in samples.prefix(600) { _ = session.append(sample) }
    let first = try #require(finish(&session))
    #expect(session.elapsed == 0 && session.collector.count == 0 && session.current != nil)
    for sample in samples.dropFirst(600) { _ = session.append(sample) }
    let second = try #require(finish(&session))
    #expect(first.frameCount + second.frameCount == samples.count)
    #expect(first.contentIdentity != second.contentIdentity)
    #expect(abs((second.collector.average ?? 0) - 72) < 0.5)
    #expect(finish(&session) == nil)
  }

  @Test func `a camera that falls silent takes the number away`() {
    var session = LiveSession(MeasurementOptions(), waitsForFinger: true)
    for sample in samples() { _ = session.append(sample) }
    #expect(session.current != nil)
    #expect(session.frameIsMissing() == [.advice(.waiting)])
    #expect(session.current == nil && session.frameIsMissing().isEmpty)
  }
}
