import Measurement
import Photoplethysmography

/// What a recording tells besides heart rate, for a person: a line for each thing that there is.
enum MeasurementNotes {
  static func lines(of recording: MeasuredRecording) -> [String] {
    [
      ("variability", variability(recording.variability)),
      ("rhythm", rhythm(recording)),
      ("breathing", recording.respiratoryRate.map(breathing)),
      ("perfusion", recording.perfusionIndex.map { "\($0.fixed(2)) %" }),
      ("skin", recording.skinShare.map { "\((100 * $0).fixed(0)) % of what is looked at" }),
    ].compactMap { name, text in
      text.map { "  " + padded(name, 13, right: true) + "  " + $0 }
    }
  }

  private static func variability(_ variability: HeartRateVariability) -> String? {
    let measures = [
      ("RMSSD", variability.rmssd, "ms"), ("SDNN", variability.sdnn, "ms"),
      ("LF", variability.lowFrequencyPower, "ms²"), ("HF", variability.highFrequencyPower, "ms²"),
    ].compactMap { name, value, unit in value.map { "\(name) \($0.fixed(0)) \(unit)" } }
    guard !measures.isEmpty else { return nil }
    return measures.joined(separator: ", ")
      + " (\(variability.intervalCount) beats in \(variability.duration.fixed(0)) s)"
  }

  private static func rhythm(_ recording: MeasuredRecording) -> String? {
    let early = recording.variability.earlyBeatCount
    let beats = early == 1 ? "1 early beat" : "\(early) early beats"
    switch recording.rhythm {
    case .irregular: return "irregular: most intervals differ from the one before"
    case .regular: return early > 0 ? "regular, with \(beats)" : "regular"
    case .undetermined: return early > 0 ? beats : nil
    }
  }

  private static func breathing(_ rate: RespiratoryRate) -> String {
    "\(rate.breathsPerMinute.fixed(1)) a minute (\(rate.low.fixed(1)) to \(rate.high.fixed(1)))"
  }
}
