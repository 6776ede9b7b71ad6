import FileAccess
import FoundationEssentials
import Glibc
import VideoFrames

extension LiveFeed {
  /// Starts to play a recording as if it came from a camera.
  /// - Parameters:
  ///   - speed: How many times faster than it was recorded; infinite for as fast as it can be read.
  public static func replay(
    _ input: RecordingInput, options: MeasurementOptions, speed: Double
  ) -> LiveFeed {
    LiveFeed { outlet in
      do throws(MeasurementError) {
        try play(input, options, speed, into: outlet)
      } catch {
        outlet.send(.ended(.failed(.recording(error))))
      }
    }
  }

  private static func play(
    _ input: RecordingInput, _ options: MeasurementOptions, _ speed: Double,
    into outlet: LiveOutlet
  ) throws(MeasurementError) {
    // A read that waits for bytes could not be stopped.
    guard input.size != nil, !input.isStandardInput else {
      var status = stat()
      guard input.isStandardInput || input.name.withFileName({ stat($0, &status) }) == 0 else {
        throw MeasurementError(
          "open", input.name, "\(FileError(.open, path: input.name, code: errno))")
      }
      throw MeasurementError("replay", input.name, "a replay needs a file")
    }
    let reader = try input.colorSamples(options, isInterrupted: { !outlet.isOpen })
    var description = LiveSourceDescription(name: input.name, kind: reader.facts.kind)
    description.isSimulated = reader.facts.isSimulated
    description.start = input.start(
      given: options.start, container: reader.start, duration: reader.duration ?? 0)
    outlet.send(.opened(description))
    var pace: (first: Double, begin: Double)?
    while let sample = try reader.next() {
      let start = pace ?? (sample.time, MonotonicClock.now)
      pace = start
      var due = start.begin + (sample.time - start.first) / speed
      if MonotonicClock.now - due > Self.longestDelay {
        // The program was stopped meanwhile, or reading is slow: later frames keep their pace.
        pace = (sample.time, MonotonicClock.now)
        due = MonotonicClock.now
      }
      guard wait(until: due, outlet), outlet.send(sample, .measuring) else {
        outlet.send(.ended(.stopped))
        return
      }
    }
    outlet.send(
      .ended(
        .finished(
          ReplayEnding(
            contentIdentity: reader.facts.identity, end: input.end,
            warnings: reader.warnings(isPartial: false)))))
  }

  /// The maximum delay in seconds before later frames are no longer hurried.
  private static var longestDelay: Double { 1 }

  /// Waits, and checks often whether the receiver still listens; returns whether it does.
  private static func wait(until due: Double, _ outlet: LiveOutlet) -> Bool {
    while outlet.isOpen {
      let left = due - MonotonicClock.now
      guard left > 0 else { return true }
      MonotonicClock.sleep(min(left, 0.1))
    }
    return false
  }
}
