import Measurement
import Photoplethysmography

/// Plain lines, for a person without a terminal that can be drawn on: rates on standard output, the rest
/// on standard error.
struct LiveLines: LiveOutput {
  let terminal: Terminal

  /// Seconds from one rate to the next.
  private static let step = 5.0

  private var told = -Double.infinity
  private var before: LiveAdvice?

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func opened(_ source: LiveSourceDescription, _ output: inout ResultOutput) {
    let remark = source.remark.isEmpty ? "" : " (\(source.remark))"
    report("\(source.name), \(source.kind)\(remark)")
  }

  mutating func changed(
    _ change: LiveSession.Change, at time: Double, origin: Double, _ output: inout ResultOutput
  ) {
    switch change {
    case .advice(let advice):
      guard advice.text != before?.text else { return }
      before = advice
      report("\(time.fixed(1)) s: \(advice.text)")
    case .look(let look):
      guard let rate = look.rate, time - told >= Self.step - HeartRateFollower.step / 2 else {
        return
      }
      told = time
      output.write(
        "\(padded(time.fixed(1), 8, right: true)) s  "
          + "\(padded(rate.beatsPerMinute.fixed(1), 6, right: true)) bpm  "
          + "\(rate.low.fixed(1)) to \(rate.high.fixed(1))  quality \(look.quality.fixed(2))\n")
    case .reading: break
    }
  }

  mutating func noticed(_ notice: LiveNotice, _ output: inout ResultOutput) { report(notice.text) }

  mutating func refresh(
    _ session: borrowing LiveSession, _ status: inout LiveStatus, _ output: inout ResultOutput
  ) {
    // Lines are written as things happen.
  }

  mutating func finished(
    _ recording: MeasuredRecording, _ status: LiveStatus, _ output: inout ResultOutput
  ) {
    output.write(MeasurementTable(terminal: terminal).text(of: recording))
  }

  mutating func close() {}
}
