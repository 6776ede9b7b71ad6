package import Measurement
import Photoplethysmography

/// The text that `--beats` writes.
package enum BeatsCSV {
  /// One line a beat, with the columns of `PlacedBeat.fields`.
  /// - Parameter parts: What follows each other on one clock; most often a single recording.
  package static func text(of parts: [RecordingResult]) -> String {
    var text = CSVLine.text(of: PlacedBeat.fields.map(\.column))
    guard let first = parts.first else { return text }
    for beat in parts.flatMap(\.readings).flatMap(\.beats) {
      text += CSVLine.text(
        of: PlacedBeat.fields.cells(of: PlacedBeat(beat, from: first.firstTime)))
    }
    return text
  }
}
