import FoundationEssentials
import JSONCoding

/// How many items a recorder's file holds, and when the last one ends.
struct RecordingContent {
  let count: Int

  /// `nil` if no item has a time.
  let end: Date?

  /// Reads a file; `nil` if it cannot be read or is no recording.
  init?(ofFile path: String) {
    guard let text = try? RunFolder.text(of: path),
      let items = (try? JSONParser.value(of: Array(text.utf8)))?["items"]?.elements
    else { return nil }
    count = items.count
    end = items.compactMap { ($0["endTimestamp"] ?? $0["timestamp"])?.number }.max()
      .map { Date(timeIntervalSince1970: $0) }
  }
}
