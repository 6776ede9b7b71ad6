import CommandEnvironment
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// Writes plain lines for a person without a terminal that can be drawn on: rates to standard
/// output, the rest to standard error.
final class LiveLines: LiveObserver {
  private let output: ResultOutput
  private var table: ResultTable

  /// Seconds from one rate to the next.
  private static let step = 5.0

  private var lastRateTime = -Double.infinity
  private var lastAdvice: LiveAdvice?

  init(_ output: ResultOutput, _ terminal: Terminal) {
    self.output = output
    table = ResultTable(output, terminal)
  }

  func receive(_ event: LiveEvent, at time: Double) {
    switch event {
    case .source(.opened(let source)):
      let remark = source.remark.isEmpty ? "" : " (\(source.remark))"
      note("\(source.name), \(source.kind)\(remark)")
    case .advice(let advice):
      guard advice.text != lastAdvice?.text else { return }
      lastAdvice = advice
      note("\(time.fixed(1)) s: \(advice.text)")
    case .estimate(let estimate, _): take(estimate, at: time)
    case .finished(let result, _): table.take(result)
    case .beat, .pulse, .reading, .notSaved, .source(.ended): break
    case .source, .saved:
      guard let text = event.text else { return }
      if case .saved = event { note(text) } else { report(text) }
    }
  }

  private func take(_ estimate: HeartRateReading, at time: Double) {
    guard let rate = estimate.rate,
      time - lastRateTime >= Self.step - HeartRateFollower.step / 2
    else { return }
    lastRateTime = time
    output.write(
      "\(padded(time.fixed(1), 8, right: true)) s  "
        + "\(padded(rate.beatsPerMinute.fixed(1), 6, right: true)) bpm  "
        + "\(rate.low.fixed(1)) to \(rate.high.fixed(1))  quality \(estimate.quality.fixed(2))\n")
  }
}
