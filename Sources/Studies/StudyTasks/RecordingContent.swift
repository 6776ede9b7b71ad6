import FoundationEssentials
import JSONCoding

/// The content of a recorder's file: the number of its items, the end of the last one, and the beats among them.
struct RecordingContent {
  let count: Int

  /// `nil` if no item has a time.
  let end: Date?

  /// The beats in the order of the file; empty in a file of anything else.
  let beats: [RecordedBeat]

  /// Reads a file; `nil` if it cannot be read or is no recording.
  init?(ofFile path: String) {
    guard let text = try? RunFolder.text(of: path),
      let items = (try? JSONParser.value(of: Array(text.utf8)))?["items"]?.elements
    else { return nil }
    count = items.count
    end = items.compactMap { ($0["endTimestamp"] ?? $0["timestamp"])?.number }.max()
      .map { Date(timeIntervalSince1970: $0) }
    beats = items.compactMap(RecordedBeat.init)
  }
}

extension RecordedBeat {
  /// The beat as an item of a file.
  var json: JSONValue {
    [
      "timestamp": .rounded(date.timeIntervalSince1970, 6),
      "interval_ms": .rounded(interval.map { $0 * 1000 }, 3), "quality": .rounded(quality, 3),
      "frames_per_second": frameRate.map { .rounded($0, 2) },
    ]
  }

  /// Creates the beat of such an item; `nil` if it is of another kind.
  fileprivate init?(_ item: JSONValue) {
    guard let time = item["timestamp"]?.number, let quality = item["quality"]?.number else {
      return nil
    }
    self.init(
      date: Date(timeIntervalSince1970: time),
      interval: item["interval_ms"]?.number.map { $0 / 1000 },
      quality: quality, frameRate: item["frames_per_second"]?.number)
  }
}
