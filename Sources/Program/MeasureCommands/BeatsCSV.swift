package import Measurement
import Photoplethysmography

/// The texts that `--beats` and `--pulse` write.
package enum BeatsCSV {
  /// Returns one line per beat, with the columns of `PlacedBeat.fields`.
  /// - Parameter parts: The results that follow each other on one clock; most often a single recording.
  package static func text(of parts: [RecordingResult]) -> String {
    var text = CSVLine.text(of: PlacedBeat.fields.map(\.column))
    guard let first = parts.first else { return text }
    for beat in parts.flatMap(\.readings).flatMap(\.beats) {
      text += CSVLine.text(
        of: PlacedBeat.fields.cells(of: PlacedBeat(beat, from: first.firstTime)))
    }
    return text
  }

  /// Returns one line per point of the pulse's curve, with the columns of `PlacedPulsePoint.fields`.
  package static func text(ofPulseOf result: RecordingResult) -> String {
    result.pulseWave.points.reduce(into: CSVLine.text(of: PlacedPulsePoint.fields.map(\.column))) {
      $0 += CSVLine.text(
        of: PlacedPulsePoint.fields.cells(of: PlacedPulsePoint($1, from: result.firstTime)))
    }
  }
}
