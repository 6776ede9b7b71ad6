import TestSamples
import FoundationEssentials
import Glibc
import Photoplethysmography
import Simulation
import Synchronization
import TestSupport
import Testing
import V4L2Source
import VideoFrames

@testable import Measurement

/// A live measurement as its observers see it, without any camera, terminal or store.
struct LiveMeasurementTests {
  /// Keeps what it receives, and its lines of JSON.
  private final class Recorder: LiveObserver {
    var events: [(event: LiveEvent, time: Double)] = []
    var lines: [String] = []

    func receive(_ event: LiveEvent, at time: Double) {
      events.append((event, time))
      if let line = event.jsonLine(at: time) { lines.append(line) }
    }

    /// The `type` of each line, repeated ones once.
    var types: [String] {
      var types: [String] = []
      for line in lines {
        let type = String(line.dropFirst(9).prefix { $0 != "\"" })
        if types.last != type { types.append(type) }
      }
      return types
    }
  }

  /// Two clocks that a test sets.
  private final class TestClocks {
    var now = 1000.0
    var date = Date(timeIntervalSince1970: 1_700_000_000)
    var clocks: LiveMeasurement.Clocks {
      LiveMeasurement.Clocks(now: { self.now }, date: { self.date })
    }
  }

  /// A flag that one thread raises and another reads.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    func raise() { value.store(true, ordering: .releasing) }
    var isRaised: Bool { value.load(ordering: .acquiring) }
  }

  /// A finger with a pulse of 72 beats per minute, which rises faster than it falls, as blood does.
  private static func samples(seconds: Double = 30) -> [ColorSample] {
    var scenario = Scenario()
    scenario.duration = seconds
    return SimulatedRecording(scenario).colorSamples().map { sample in
      var sample = sample
      sample.time += 1000
      return sample
    }
  }

  private static var camera: LiveSourceDescription {
    var source = LiveSourceDescription(name: "A Camera", kind: "640x480 YUYV")
    (source.isCamera, source.path) = (true, "/dev/video0")
    return source
  }

  private func wait(for measurement: LiveMeasurement, until isDone: () -> Bool) {
    for _ in 0..<10_000 where !isDone() {
      var descriptor = pollfd(fd: measurement.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 100)
      measurement.advance()
    }
    #expect(isDone())
  }

  private func measurement(
    limits: LiveMeasurement.Limits = .init(), clocks: TestClocks = TestClocks(),
    _ body: @escaping @Sendable (LiveOutlet) -> Void
  ) -> LiveMeasurement {
    LiveMeasurement(
      LiveFeed(body), of: nil, options: MeasurementOptions(), limits: limits, clocks: clocks.clocks)
  }

  @Test func `all observers receive the same events, in order`() throws {
    let setting = CameraSetting(id: ControlID.gain, name: "Gain", value: 3)
    let gone = V4L2Error(.disconnected, operation: "poll", device: "/dev/video0", reason: "gone")
    let measurement = measurement { outlet in
      outlet.send(.opened(Self.camera))
      for sample in Self.samples() { outlet.send(sample, .measuring) }
      outlet.send(.settings([setting]))
      outlet.send(.notice(.camera(.restarted)))
      outlet.send(.lost(2))
      outlet.send(.disconnected(LiveDisconnection(error: gone, isReopening: false)))
      outlet.send(.ended(.failed(.camera(gone))))
    }
    let (first, second) = (Recorder(), Recorder())
    measurement.add(first)
    measurement.add(second)
    wait(for: measurement) { measurement.isOver }
    #expect(measurement.stop().isEmpty)
    let result = try #require(measurement.finish())
    measurement.end()
    #expect(first.lines == second.lines && first.events.count == second.events.count)
    #expect(
      first.types.filter { !["rate", "reading", "advice", "beat", "pulse"].contains($0) } == [
        "source", "settings", "notice", "lost", "disconnected", "session", "error",
      ])
    #expect(first.types.prefix(2) == ["source", "advice"])
    #expect(first.types.contains("rate") && first.types.contains("reading"))
    #expect(result.warnings.contains("2 frames were lost") && measurement.lostFrameCount == 2)
    #expect(result.input.name == "/dev/video0" && measurement.hasRate)
    let readings = first.events.compactMap { event, _ -> HeartRateReading? in
      if case .reading(let reading, _) = event { reading } else { nil }
    }
    #expect(!readings.isEmpty && readings == Array(result.readings.prefix(readings.count)))
    #expect(
      first.lines.contains { line in
        line.contains(#""text":"/dev/video0: the camera is gone; waiting for it""#)
      })
    #expect(first.lines.last?.hasSuffix("\"text\":\"/dev/video0: poll failed: gone\"}\n") == true)
  }

  @Test func `what an observer reads as JSON has the numbers of the event`() throws {
    let line = LiveEvent.source(
      .settings([
        CameraSetting(id: ControlID.gain, name: "Gain", value: 3),
        CameraSetting(id: ControlID.exposure, name: "Exposure \"Time\"", value: 250),
      ])
    )
    .jsonLine(at: 1.23456)
    #expect(
      line
        == #"{"type":"settings","time_s":1.235,"settings":{"Gain":"3","Exposure \"Time\"":"250"}}"#
        + "\n")
    #expect(
      LiveEvent.advice(.slowFrames(rate: 9.6)).jsonLine(at: 0)
        == #"{"type":"advice","time_s":0.0,"advice":"slow_frames","text":"#
        + #""the frame rate fell to 10: more light or less load helps"}"# + "\n")
    #expect(LiveEvent.source(.ended(.stopped)).jsonLine(at: 0) == nil)
  }

  @Test func `a session starts when its first frame was taken, though the wall clock is set later`()
    throws
  {
    let clocks = TestClocks()
    let isSet = Flag()
    let measurement = measurement(clocks: clocks) { outlet in
      outlet.send(.opened(Self.camera))
      let samples = Self.samples()
      for sample in samples.prefix(450) { outlet.send(sample, .measuring) }
      while outlet.isOpen, !isSet.isRaised { usleep(1000) }
      for sample in samples.dropFirst(450) { outlet.send(sample, .measuring) }
      outlet.send(.ended(.stopped))
    }
    let began = clocks.date
    // Frames arrive a tenth of a second after they were taken.
    clocks.now = 1000.1
    wait(for: measurement) { measurement.session.firstTime != nil }
    let first = try #require(measurement.session.firstTime)
    clocks.date += 3600
    isSet.raise()
    wait(for: measurement) { measurement.isOver }
    let result = try #require(measurement.finish())
    #expect(abs(result.start.timeIntervalSince(began) - (first - 1000.1)) < 1e-6)
  }

  @Test func `each part has a start of its own`() throws {
    let clocks = TestClocks()
    let goesOn = Flag()
    let measurement = measurement(clocks: clocks) { outlet in
      outlet.send(.opened(Self.camera))
      let samples = Self.samples()
      for sample in samples.prefix(450) { outlet.send(sample, .measuring) }
      while outlet.isOpen, !goesOn.isRaised { usleep(1000) }
      for sample in samples.dropFirst(450) { outlet.send(sample, .measuring) }
      outlet.send(.ended(.stopped))
    }
    wait(for: measurement) { measurement.session.elapsed > 10 }
    let first = try #require(measurement.finish())
    clocks.now += 15
    clocks.date += 15
    goesOn.raise()
    wait(for: measurement) { measurement.isOver }
    let second = try #require(measurement.finish())
    let distance = second.start.timeIntervalSince(first.start)
    #expect(abs(distance - (second.firstTime - first.firstTime)) < 1e-6)
    #expect(measurement.finish() == nil)
  }

  @Test func `it ends at its limits`() {
    let timed = measurement(limits: .init(duration: 10)) { outlet in
      outlet.send(.opened(Self.camera))
      for sample in Self.samples() { outlet.send(sample, .measuring) }
      while outlet.isOpen { usleep(1000) }
    }
    wait(for: timed) { timed.isOver }
    #expect(timed.session.sample.map { $0.time < 1010 && $0.time > 1009.9 } == true)
    #expect(timed.ending == nil)
    let stable = measurement(limits: .init(endsWhenStable: true)) { outlet in
      outlet.send(.opened(Self.camera))
      for sample in Self.samples() { outlet.send(sample, .measuring) }
      while outlet.isOpen { usleep(1000) }
    }
    wait(for: stable) { stable.isOver }
    #expect(stable.session.isStable)
  }

  @Test func `a camera without frames is noticed, and its time is over all the same`() {
    let clocks = TestClocks()
    let measurement = measurement(limits: .init(duration: 60), clocks: clocks) { outlet in
      outlet.send(.opened(Self.camera))
      for sample in Self.samples(seconds: 20) { outlet.send(sample, .measuring) }
      while outlet.isOpen { usleep(1000) }
    }
    let recorder = Recorder()
    measurement.add(recorder)
    wait(for: measurement) {
      // All frames have come: the last is at 20 s less one frame.
      measurement.session.current != nil && (measurement.session.sample?.time ?? 0) > 1019.9
    }
    clocks.now += 2
    measurement.advance()
    guard case .advice(.waiting)? = recorder.events.last?.event else {
      Issue.record("\(String(describing: recorder.events.last))")
      return
    }
    #expect(!measurement.isOver && measurement.session.current == nil)
    clocks.now += 60
    measurement.advance()
    #expect(measurement.isOver)
  }

  @Test func `a replay gives what measuring the file gives, and one without frames is a failure`()
    throws
  {
    let folder = try TemporaryFolder()
    let text = ColorSignalText.text(of: Self.samples())
    let input = RecordingInput(try folder.write(text, to: "signal.csv"))
    func replay(_ input: RecordingInput) -> LiveMeasurement {
      let options = MeasurementOptions()
      let measurement = LiveMeasurement(
        .replay(input, options: options, speed: 1e6), of: input, options: options)
      wait(for: measurement) { measurement.isOver }
      _ = measurement.stop()
      return measurement
    }
    #expect(replay(input).finish() == (try input.measure()))
    let empty = RecordingInput(try folder.write("time_s,red,green,blue\n", to: "empty.csv"))
    guard case .failed(.recording(let error)) = replay(empty).ending else {
      Issue.record("it did not fail")
      return
    }
    #expect(error.description == "cannot replay \(empty.name): it holds no frame")
  }
}
