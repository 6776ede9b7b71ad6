import CommandEnvironment
import Measurement

/// Writes a line of JSON for every event as it happens.
final class LiveJSONLines: LiveObserver {
  private let output: ResultOutput

  init(_ output: ResultOutput) { self.output = output }

  func receive(_ event: LiveEvent, at time: Double) {
    if let line = event.jsonLine(at: time) { output.write(line) }
  }
}
