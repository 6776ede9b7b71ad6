import JSONCoding
package import Measurement
import Photoplethysmography

/// The text that `--beats` writes.
package enum BeatsCSV {
  /// One line a beat: seconds from the first frame, milliseconds since the beat before (empty if
  /// that one is not known), quality from 0 to 1.
  /// - Parameter parts: What follows each other on one clock; most often a single recording.
  package static func text(of parts: [RecordingResult]) -> String {
    var text = "time_s,interval_ms,quality\n"
    guard let first = parts.first else { return text }
    for beat in parts.flatMap(\.readings).flatMap(\.beats) {
      let interval = beat.interval.map { "\(($0 * 1000).rounded(toPlaces: 2))" } ?? ""
      let time = first.offset(of: beat.time).rounded(toPlaces: 5)
      text += "\(time),\(interval),\(beat.quality.rounded(toPlaces: 3))\n"
    }
    return text
  }
}
