package import FoundationEssentials
package import JSONCoding
import Photoplethysmography
import SampleStore
import VisibleText

/// Results as lines of JSON, a stable format that rounds its numbers; `Codable` is the form that keeps
/// every bit.
extension RecordingResult {
  /// The result on one line, with its end.
  public var jsonLine: String { JSONValue.object(jsonMembers).text + "\n" }

  /// The members of the result's object, in their order.
  package var jsonMembers: [(String, JSONValue)] {
    [RecordingInput.field].members(of: input) + Self.fields.members(of: self) + [
      (
        "readings",
        .array(
          readings.map {
            .object(PlacedReading.fields.members(of: PlacedReading($0, from: firstTime)))
          })
      )
    ]
  }
}

extension MeasurementError {
  /// Returns the line that replaces the result of a recording that could not be measured, with its
  /// newline.
  public func jsonLine(of input: RecordingInput) -> String {
    JSONValue.object(
      [RecordingInput.field].members(of: input) + [
        ("error", .string(VisibleText.bytes(of: description)))
      ]
    ).text + "\n"
  }
}

extension Date {
  /// Coordinated universal time to the millisecond, by ISO 8601.
  package var timestamp: String { TimeText.stamp(self) }
}
