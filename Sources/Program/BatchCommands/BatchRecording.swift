import FileAccess
import FoundationEssentials
import Glibc

/// A recording of a batch, as it was listed.
struct BatchRecording: Equatable, Codable {
  /// The path as it was given, which is its name in the tables.
  var name: String

  /// The path from which it is read.
  var path: String

  /// The recorded person.
  var participant: String?

  /// In which session.
  var session: String?

  /// When its first frame was taken; `nil` leaves that to the file.
  var start: Date?

  /// The measurement of another device, in beats per minute.
  var reference: Double?

  /// The path of a file of another device's heart rates or beats.
  var referenceFile: String?

  /// The cells of the manifest's further columns.
  var others: [String?] = []

  /// The path without parts that lead nowhere: two of a kind are one file.
  var plainPath: String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// A name for files about this recording that no other recording has and that every file system takes.
  var fileName: String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let stem = last.split(separator: ".").first.map(String.init) ?? last
    let plain = stem.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
    }
    let digits = TextHash.digits(of: name).prefix(10)
    return "\(String(plain.prefix(80)))-\(digits)"
  }
}

/// The recordings of a batch, sorted by their names, and the names of the further columns.
struct BatchListing: Equatable {
  var recordings: [BatchRecording] = []
  var columns: [String] = []

  /// Sorts by the names' bytes, which is the same in every locale.
  mutating func sort() {
    recordings.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

/// A file's state in the file system: enough to see that it has not changed.
struct FileState: Equatable, Codable {
  var size: Int

  /// Nanoseconds since 1970.
  var modified: Int

  /// `nil` if there is no such file.
  init?(of path: String) {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
  }
}
