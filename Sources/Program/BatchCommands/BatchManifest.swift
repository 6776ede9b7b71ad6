import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats
import Measurement
import SampleSelection

/// The table of `--manifest`: one recording per line.
///
/// Its columns are `path` and, if it has them, `participant`, `session`, `start`, `reference_bpm` and `reference`, a file.
/// Others are carried through into the tables.
enum BatchManifest {

  /// Other names that tables in use have for the columns.
  private static let names = [
    "path": "path", "file": "path", "filename": "path", "participant": "participant",
    "participant_id": "participant", "subject": "participant", "session": "session",
    "session_id": "session", "start": "start", "start_time": "start", "acq_time": "start",
    "reference_bpm": "reference_bpm", "reference": "reference",
  ]

  /// The most recordings of a batch.
  private static let most = 10_000_000

  /// Reads a manifest. A path in it counts from the manifest's folder.
  static func read(_ path: String) throws(CommandError) -> BatchListing {
    do {
      return try listing(path)
    } catch let fault as CommandError {
      throw fault
    } catch {
      throw CommandError.badData("the manifest \(path) cannot be read: \(error)")
    }
  }

  private static func listing(_ path: String) throws -> BatchListing {
    var file = try CSVFile(path: path)
    guard let heading = try file.next() else {
      throw CommandError.badData("the manifest \(path) is empty; its first line names the columns")
    }
    if heading.cells.count == 1, let line = heading.cells[0],
      let mark = line.first(where: { $0 == ";" || $0 == "\t" })
    {
      throw CommandError.badData(
        "the manifest \(path) has \(mark == ";" ? "semicolons" : "tabulators") between its "
          + "columns; save it with commas, as CSV in UTF-8")
    }
    let columns = try Columns(heading.cells, path)
    let folder = path == "-" ? "" : OpenFile.folder(of: path)
    var listing = BatchListing(columns: columns.others.map(\.name))
    var lines: [String: Int] = [:]
    while let row = try file.next() {
      let recording = try columns.recording(row.cells, folder, "\(path), line \(row.line)")
      if let other = lines.updateValue(row.line, forKey: recording.plainPath) {
        throw CommandError.badData("\(path), line \(row.line): line \(other) names that file, too")
      }
      listing.recordings.append(recording)
      guard listing.recordings.count <= most else {
        throw CommandError.badData("the manifest \(path) has more than \(most) lines; divide it")
      }
    }
    guard !listing.recordings.isEmpty else {
      throw CommandError.badData("the manifest \(path) names no file below its first line")
    }
    return listing
  }

  /// The position of each column.
  private struct Columns {
    private var known: [String: Int] = [:]
    private(set) var others: [(name: String, at: Int)] = []
    private let count: Int

    init(_ heading: [String?], _ path: String) throws {
      count = heading.count
      for (index, cell) in heading.enumerated() {
        // A spreadsheet may put a mark before the first.
        let title = (cell ?? "").trimmingPrefix("\u{FEFF}")
        let name = String(title).trimmed
        if let role = BatchManifest.names[name.lowercased()] {
          guard known.updateValue(index, forKey: role) == nil else {
            throw CommandError.badData("the manifest \(path) has two columns for \(role)")
          }
        } else {
          let isTaken =
            BatchRow.columns.contains { $0.column == name }
            || others.contains { $0.name == name }
          guard !name.isEmpty, !isTaken else {
            throw CommandError.badData(
              name.isEmpty
                ? "the manifest \(path) has a column without a name"
                : "the manifest \(path) has a column \(name), which the tables have already; rename it"
            )
          }
          others.append((name, index))
        }
      }
      guard known["path"] != nil else {
        throw CommandError.badData("the manifest \(path) has no column path in its first line")
      }
    }

    func recording(_ cells: [String?], _ folder: String, _ place: String) throws -> BatchRecording {
      guard cells.count <= count else {
        throw CommandError.badData("\(place): \(cells.count) cells below \(count) columns")
      }
      func cell(_ role: String) -> String? {
        guard let index = known[role], index < cells.count, let text = cells[index]?.trimmed,
          !text.isEmpty, !["n/a", "na"].contains(text.lowercased())
        else { return nil }
        return text
      }
      guard let name = cell("path") else {
        throw CommandError.badData("\(place): there is no path")
      }
      // The form in which tables show it.
      let path = FileName.text(ofShown: name)
      var recording = BatchRecording(
        name: path, path: path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)")
      recording.participant = cell("participant")
      recording.session = cell("session")
      if let text = cell("start") {
        guard let start = try? StoreTypes.date.read(text), text.first?.isNumber == true else {
          throw CommandError.badData(
            "\(place): start must be a time like 2026-01-31T09:00:00Z, not \(text)")
        }
        recording.start = start
      }
      if let text = cell("reference"), Double(text) == nil {
        let file = FileName.text(ofShown: text)
        recording.referenceFile =
          file.hasPrefix("/") || folder.isEmpty ? file : "\(folder)/\(file)"
      } else if let text = cell("reference_bpm") ?? cell("reference") {
        guard let value = Double(text), value > 0, value < 1000 else {
          throw CommandError.badData(
            "\(place): reference_bpm must be beats per minute, not \(text)")
        }
        recording.reference = value
      }
      recording.others = others.map { $0.at < cells.count ? cells[$0.at] : nil }
      return recording
    }
  }
}

extension StringProtocol {
  /// Without spaces at both ends.
  var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
