import FoundationEssentials
import JSONCoding

/// The optional `index.json` at the top of a folder of recordings.
///
/// It is a list of objects. `signal` is the path of the signal below the folder; all other fields are optional.
struct RecordingIndex {
  struct Entry: Decodable {
    let signal: String
    var dataset: String?
    var record: String?

    /// The person; a number or a word in the file.
    var person: String?

    /// `rr` or `beats` for beats, anything else for rates that an instrument showed.
    var referenceKind: String?

    /// The delay of the reference, in seconds.
    var referenceLag: Double?

    private enum CodingKeys: String, CodingKey {
      case signal, dataset, record, person, subject, participant
      case referenceKind = "reference_kind"
      case referenceLag = "reference_lag_s"
      case lag = "lag_s"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      func word(_ key: CodingKeys) -> String? {
        if let text = try? fields.decode(String.self, forKey: key) { return text }
        return (try? fields.decode(Int.self, forKey: key)).map { "\($0)" }
      }
      signal = try fields.decode(String.self, forKey: .signal)
      dataset = word(.dataset)
      record = word(.record)
      person = word(.person) ?? word(.subject) ?? word(.participant)
      referenceKind = word(.referenceKind)
      referenceLag =
        (try? fields.decode(Double.self, forKey: .referenceLag))
        ?? (try? fields.decode(Double.self, forKey: .lag))
    }
  }

  private let entries: [String: Entry]

  /// Reads `folder/index.json`; without that file the index is empty.
  init(folder: String) throws(RecordingFolderError) {
    let path = "\(folder)/index.json"
    guard FileManager.default.fileExists(atPath: path) else {
      entries = [:]
      return
    }
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      let list = try JSONDecoder().decode([Entry].self, from: data)
      entries = Dictionary(list.map { ($0.signal, $0) }, uniquingKeysWith: { first, _ in first })
    } catch {
      throw RecordingFolderError(
        path: path, reason: "must be a JSON list of objects that each have a \"signal\"")
    }
  }

  /// Returns the entry of the recording whose signal has this path below the folder.
  func entry(signal: String) -> Entry? { entries[signal] }
}
