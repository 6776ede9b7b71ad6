import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats

/// What names and tables of the Brain Imaging Data Structure say of a recording.
enum BIDSFolder {
  /// The value of an entity in a file's name: "01" of `sub` in "sub-01_ses-2_task-rest_video.mp4".
  static func entity(_ key: String, in name: String) -> String? {
    for part in name.split(separator: "_") {
      let stem = part.split(separator: ".", maxSplits: 1).first ?? part
      guard stem.hasPrefix("\(key)-") else { continue }
      let value = stem.dropFirst(key.count + 1)
      return value.isEmpty ? nil : String(value)
    }
    return nil
  }

  /// When recordings began, by their paths, as the `_scans.tsv` tables below a folder say. Times
  /// without a zone are of this machine's.
  static func starts(below folder: String) -> [String: Date] {
    guard FileIdentity.exists("\(folder)/dataset_description.json") else { return [:] }
    var starts: [String: Date] = [:]
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for participant in FileName.names(inFolder: root) where participant.hasPrefix("sub-") {
      let place = "\(root)/\(participant)"
      let sessions = FileName.names(inFolder: place).filter { $0.hasPrefix("ses-") }
      for place in [place] + sessions.map({ "\(place)/\($0)" }) {
        for name in FileName.names(inFolder: place) where name.hasSuffix("_scans.tsv") {
          read("\(place)/\(name)", in: place, &starts)
        }
      }
    }
    return starts
  }

  private static func read(_ table: String, in folder: String, _ starts: inout [String: Date]) {
    guard let file = try? OpenFile(table, for: .reading),
      let bytes = file.withDescriptor({ try? $0.bytesToEnd(limit: 1 << 24) })
    else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    guard let heading = lines.first, let name = heading.firstIndex(of: "filename"),
      let time = heading.firstIndex(of: "acq_time")
    else { return }
    for line in lines.dropFirst() where line.count > max(name, time) {
      // Fractions of a second and a missing zone are both allowed there.
      let text = String(line[time])
      let date =
        (try? StoreTypes.date.read(text))
        ?? (try? StoreTypes.date.read(String(text.prefix { $0 != "." })))
      if let date, text.first?.isNumber == true {
        starts["\(folder)/\(line[name])"] = date
      }
    }
  }
}
