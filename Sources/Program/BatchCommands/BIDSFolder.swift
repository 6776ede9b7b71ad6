import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import HealthFormats
import SampleSelection

/// The information that the tables of a Brain Imaging Data Structure dataset give about its recordings.
enum BIDSFolder {
  /// Returns when recordings began, by their paths, as the `_scans.tsv` tables below a folder say.
  /// Times without a zone are of this machine's.
  static func starts(below folder: String) -> [String: Date] {
    guard FileIdentity.exists("\(folder)/\(BIDSFile.description)") else { return [:] }
    var starts: [String: Date] = [:]
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for participant in FileName.names(inFolder: root) where participant.hasPrefix("sub-") {
      let place = "\(root)/\(participant)"
      let sessions = FileName.names(inFolder: place).filter { $0.hasPrefix("ses-") }
      for place in [place] + sessions.map({ "\(place)/\($0)" }) {
        for name in FileName.names(inFolder: place) where name.hasSuffix("_scans.tsv") {
          guard let bytes = try? OpenFile.bytes(of: "\(place)/\(name)", limit: 1 << 24) else {
            continue
          }
          starts.merge(self.starts(inTable: bytes, of: place)) { $1 }
        }
      }
    }
    return starts
  }

  /// Returns when recordings began, by their paths, as the bytes of a `_scans.tsv` table in a folder say.
  static func starts(inTable bytes: [UInt8], of folder: String) -> [String: Date] {
    var starts: [String: Date] = [:]
    let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    guard let heading = lines.first, let name = heading.firstIndex(of: "filename"),
      let time = heading.firstIndex(of: "acq_time")
    else { return starts }
    for line in lines.dropFirst() where line.count > max(name, time) {
      // Fractions of a second and a missing zone are both allowed there.
      let text = line[time]
      let date =
        (try? StoreTypes.date.read(text))
        ?? (try? StoreTypes.date.read(String(text.prefix { $0 != "." })))
      if let date, text.first?.isNumber == true {
        starts["\(folder)/\(line[name])"] = date
      }
    }
    return starts
  }
}
