import Glibc
import Photoplethysmography
import Simulation
import Synchronization
import TestSupport
import Testing
import VideoFrames

@testable import Measurement

/// A camera elsewhere: what it sends is measured as if it were here, and whatever else comes is refused.
struct RemoteCameraTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time: Mutex<Double>
    init(_ time: Double) { self.time = Mutex(time) }
    var now: Double {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  /// A frame as a phone writes it.
  private static func bytes(of sample: ColorSample, phase: Int32 = 2) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    add(sample.time.bitPattern)
    for value in [
      sample.red, sample.green, sample.blue, sample.spread ?? 0, sample.clippedShare ?? 0,
      sample.blackShare ?? 0,
    ] { add(Float(value).bitPattern) }
    for index in 0..<LightPattern.termCount {
      add(sample.pattern.map { Int32(($0.terms[index] * 1e6).rounded()) } ?? Int32.min)
    }
    add(phase)
    return bytes
  }

  /// What arrives of a frame.
  private static func rounded(_ sample: ColorSample) -> ColorSample {
    var sample = sample
    func float(_ value: Double?) -> Double { Double(Float(value ?? 0)) }
    (sample.red, sample.green, sample.blue) = (
      float(sample.red), float(sample.green), float(sample.blue)
    )
    (sample.spread, sample.clippedShare, sample.blackShare) = (
      float(sample.spread), float(sample.clippedShare), float(sample.blackShare)
    )
    sample.isKeyFrame = nil
    return sample
  }

  /// A finger at 72 beats per minute, 32 frames per second, whose times have no rounding.
  private static func samples(seconds: Double = 30) -> [ColorSample] {
    var scenario = Scenario()
    (scenario.duration, scenario.frameRate) = (seconds, 32)
    return SimulatedRecording(scenario).colorSamples().enumerated().map { index, sample in
      var sample = rounded(sample)
      sample.time = 1000 + Double(index) / 32
      return sample
    }
  }

  private func wait(for measurement: LiveMeasurement, until isDone: () -> Bool) {
    for _ in 0..<10_000 where !isDone() {
      var descriptor = pollfd(fd: measurement.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 10)
      measurement.advance()
    }
    #expect(isDone())
  }

  private func opened(_ clock: Clock) -> (RemoteCamera, LiveMeasurement) {
    let camera = RemoteCamera(name: "Pixel 7", kind: "320x240 in a browser") { clock.now }
    let measurement = LiveMeasurement(.remote(camera), options: MeasurementOptions())
    wait(for: measurement) { measurement.source != nil }
    return (camera, measurement)
  }

  /// Sends frames in messages of eight, each when its last frame has been taken.
  private func send(
    _ samples: [ColorSample], from start: Int = 0, to camera: RemoteCamera, _ clock: Clock
  ) throws {
    for first in stride(from: start, to: samples.count, by: 8) {
      let part = samples[first..<min(first + 8, samples.count)]
      clock.now = part.last?.time ?? 0
      let next = try camera.take(part.flatMap { Self.bytes(of: $0) }, first: first, missed: 0)
      #expect(next == first + part.count)
    }
  }

  @Test func `what a phone sends gives what measuring its color signal gives, to the bit`() throws {
    let clock = Clock(1000)
    let (camera, measurement) = opened(clock)
    let samples = Self.samples()
    try send(samples, to: camera, clock)
    wait(for: measurement) { measurement.session.sample?.time == samples.last?.time }
    let first = try #require(measurement.session.firstTime)
    _ = measurement.stop()
    let result = try #require(measurement.finish())
    let folder = try TemporaryFolder()
    let signal = ColorSignalText.text(of: samples.filter { $0.time >= first })
    let measured = try RecordingInput(folder.write(signal, to: "signal.csv")).measure()
    #expect(result.readings.count > 2 && result.readings == measured.readings)
    #expect(result.collector.rate == measured.collector.rate)
    #expect(abs((result.collector.rate?.beatsPerMinute ?? 0) - 72) < 1)
    #expect(measurement.details.camera == "Pixel 7" && result.kind == "320x240 in a browser")
  }

  @Test func `a message that comes again is taken once, and what is missing is counted`() throws {
    let clock = Clock(1000)
    let (camera, measurement) = opened(clock)
    let samples = Self.samples(seconds: 2)
    let message = samples[0..<8].flatMap { Self.bytes(of: $0) }
    // Taken as it comes, so that its times stay.
    clock.now = samples[7].time
    for _ in 0..<3 { #expect(try camera.take(message, first: 0, missed: 0) == 8) }
    // The last two of the first eight once more, then six new ones.
    clock.now = 1001
    #expect(
      try camera.take(samples[6..<14].flatMap { Self.bytes(of: $0) }, first: 6, missed: 0) == 14)
    // Six are lost on the way, and the camera has missed three.
    #expect(
      try camera.take(samples[20..<24].flatMap { Self.bytes(of: $0) }, first: 20, missed: 3) == 24)
    wait(for: measurement) { measurement.session.sample?.time == samples[23].time }
    _ = measurement.stop()
    #expect(measurement.lostFrameCount == 9)
    #expect(try camera.take(message, first: 24, missed: 0) == nil, "it is closed")
  }

  @Test func `a phone that falls silent or never ends is ended, and its result is kept`() throws {
    let clock = Clock(1000)
    let (camera, measurement) = opened(clock)
    let samples = Self.samples(seconds: 15)
    try send(samples, to: camera, clock)
    wait(for: measurement) { measurement.session.sample?.time == samples.last?.time }
    clock.now += 19
    usleep(200_000)
    measurement.advance()
    #expect(!measurement.isOver)
    clock.now += 2
    wait(for: measurement) { measurement.isOver }
    #expect(measurement.ending == .failed(.silence(20)))
    #expect(measurement.finish()?.reason == nil)
    let (other, long) = opened(clock)
    var sample = samples[0]
    _ = try other.take(Self.bytes(of: sample), first: 0, missed: 0)
    clock.now += 3601
    sample.time += 3601
    _ = try? other.take(Self.bytes(of: sample), first: 1, missed: 0)
    wait(for: long) { long.isOver }
    #expect(long.ending != nil)
  }

  @Test func `nonsense is refused as a whole, and what follows is taken`() throws {
    let clock = Clock(1000)
    let (camera, measurement) = opened(clock)
    let samples = Self.samples(seconds: 2)
    try send(Array(samples[0..<8]), to: camera, clock)
    func changed(_ index: Int = 9, _ change: (inout ColorSample) -> Void) -> [UInt8] {
      samples[8..<12].enumerated().flatMap { offset, sample in
        var sample = sample
        if offset + 8 == index { change(&sample) }
        return Self.bytes(of: sample)
      }
    }
    let plain = changed { _ in }
    let hostile: [(String, [UInt8])] = [
      ("nothing", []), ("a part of a frame", Array(plain.dropLast())),
      ("too many", Array(repeating: plain, count: 33).flatMap { $0 }),
      ("time that is no number", changed { $0.time = .nan }),
      ("time without end", changed { $0.time = .infinity }),
      ("a time twice", changed { $0.time = samples[8].time }),
      ("times that run back", changed { $0.time -= 5 }),
      ("too fast", changed { $0.time = samples[8].time + 0.001 }),
      ("before its time", changed(11) { $0.time += 10 }),
      ("no level", changed { $0.red = .nan }), ("too bright", changed { $0.green = 300 }),
      ("darker than dark", changed { $0.blue = -20 }),
      ("uneven beyond reason", changed { $0.spread = 9 }),
      ("a negative spread", changed { $0.spread = -0.1 }),
      ("more than all", changed { $0.clippedShare = 1.1 }),
      ("less than none", changed { $0.blackShare = -.infinity }),
      (
        "a pattern of no light",
        changed { $0.pattern = LightPattern(tiltX: 3, tiltY: 0, twist: 0, bowX: 0, bowY: 0) }
      ),
      ("an unknown phase", samples[8..<9].flatMap { Self.bytes(of: $0, phase: 3) }),
    ]
    for (what, message) in hostile {
      #expect(throws: RemoteCamera.Refusal.self, "\(what)") {
        try camera.take(message, first: 8, missed: 0)
      }
    }
    for (first, missed) in [(-1, 0), (8, -1), (Int.max, 0), (8, .max), (.min, .min)] {
      #expect(throws: RemoteCamera.Refusal.self) {
        try camera.take(plain, first: first, missed: missed)
      }
    }
    #expect(try camera.take(plain, first: 8, missed: 0) == 12)
    // Any bytes, and any change of good ones.
    var generator = TestSupport.SeededGenerator(seed: 56)
    var taken = 0
    for round in 0..<10_000 {
      var message = plain
      if round % 2 == 0 {
        message = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      } else {
        for _ in 0..<3 {
          message[Int.random(in: message.indices, using: &generator)] =
            UInt8.random(in: 0...255, using: &generator)
        }
      }
      if (try? camera.take(message, first: Int.random(in: 0...20, using: &generator), missed: 0))
        != nil
      {
        taken += 1
      }
    }
    #expect(taken < 5000)
    measurement.advance()
    let newest = try #require(measurement.session.sample)
    #expect(newest.time.isFinite && (-1...256).contains(newest.red))
    _ = measurement.stop()
  }
}
