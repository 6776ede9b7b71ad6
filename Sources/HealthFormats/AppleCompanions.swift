import FoundationEssentials
import Glibc

/// The files that an Apple export has beside its XML: electrocardiograms, routes, clinical records, and
/// what our own exports add. Each is read when it is asked for.
final class AppleCompanions {
  /// The zip that the files are entries of, opened apart from its XML; `nil` for a folder.
  private let archive: ZipArchive?

  private var entries: [String: ZipArchive.Entry] = [:]

  /// By folder and name, in lower case; the value is the file's path, or the entry's name.
  private var files: [String: String] = [:]
  private var rest: [String] = []

  static let folders = ["electrocardiograms", "workout-routes", "clinical-records"]

  /// What XML has no element for, in our own form.
  static let samples = "heartcam.ndjson"

  /// A hostile file could fill the memory.
  private static let largest = 1 << 25

  /// Files of the folder in which an export's XML is.
  init(besideXML path: String) {
    let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."
    archive = nil
    let manager = FileManager.default
    for part in Self.folders {
      for name in (try? manager.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? [] {
        // A pipe would never end.
        let file = "\(folder)/\(part)/\(name)"
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        files["\(part)/\(name)".lowercased()] = file
      }
    }
    rest = files.keys.sorted()
  }

  /// Entries of a zip.
  init(zip path: String) throws {
    let archive = try ZipArchive(try FileSource(path: path))
    self.archive = archive
    for entry in archive.entries {
      entries[entry.name] = entry
      let parts = entry.name.split(separator: "/").suffix(2).map { $0.lowercased() }
      if parts.count == 2, Self.folders.contains(parts[0]) {
        files[parts.joined(separator: "/")] = entry.name
      } else if parts.last == Self.samples {
        files[Self.samples] = entry.name
      }
    }
    rest = files.keys.sorted()
  }

  /// The file that an element refers to, as `/workout-routes/route_2021-01-28_5.21pm.gpx`; `nil` if it is
  /// not there. It does not count as a rest any more.
  func bytes(of reference: String) -> [UInt8]? {
    let key = reference.split(separator: "/").suffix(2).joined(separator: "/").lowercased()
    rest.removeAll { $0 == key }
    return read(key)
  }

  /// The next file that no element referred to and that holds samples itself; `nil` after the last. One
  /// that cannot be read has no bytes.
  func nextRest() -> (name: String, bytes: [UInt8]?)? {
    while !rest.isEmpty {
      let key = rest.removeFirst()
      if !key.hasPrefix(Self.folders[2]), key != Self.samples { return (key, read(key)) }
    }
    return nil
  }

  /// A reader of the samples that Apple's XML cannot hold; `nil` if the archive has no file of them.
  func ownSamples() throws -> NDJSONReader? {
    guard let archive, let entry = files[Self.samples].flatMap({ entries[$0] }) else { return nil }
    return NDJSONReader(try archive.source(of: entry))
  }

  /// `nil` if the file is not there, too large or damaged: the rest of the export is read nevertheless.
  private func read(_ key: String) -> [UInt8]? {
    guard let name = files[key] else { return nil }
    guard let archive else {
      return try? FileSource(path: name).all(limit: Self.largest)
    }
    return entries[name].flatMap { try? archive.source(of: $0).all(limit: Self.largest) }
  }
}
