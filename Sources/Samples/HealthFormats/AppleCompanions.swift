package import FileAccess
import FoundationEssentials
import Glibc

/// The files beside an Apple export's XML, as its reader asks for them.
package protocol ExportCompanions: AnyObject {
  /// Returns the file that an element refers to, as `/workout-routes/route_2021-01-28_5.21pm.gpx`;
  /// `nil` if it is not there. It does not count as a rest any more.
  func bytes(of reference: String) -> [UInt8]?

  /// Returns the next file that no element referred to and that holds samples itself; `nil` after
  /// the last. One that cannot be read has no bytes.
  func nextRest() -> (name: String, bytes: [UInt8]?)?

  /// Returns a reader of the samples that Apple's XML cannot hold; `nil` if the export has no file of them.
  func ownSamples() throws -> NDJSONReader?
}

/// The files that an Apple export has beside its XML: electrocardiograms, routes, clinical records,
/// and the additions of our own exports. Each is read when it is asked for.
package final class AppleCompanions: ExportCompanions {
  /// The zip that the files are entries of, opened apart from its XML; `nil` for a folder.
  private let archive: ZipArchive?

  private var entries: [String: ZipArchive.Entry] = [:]

  /// File paths or entry names, by folder and name in lower case.
  private var files: [String: String] = [:]
  private var rest: [String] = []

  static let folders = ["electrocardiograms", "workout-routes", "clinical-records"]

  /// The content for which XML has no element, in our own form.
  static let samples = "heartcam.ndjson"

  /// A hostile file could fill the memory.
  package static let largest = 1 << 25

  /// Files of the folder in which an export's XML is.
  package init(besideXML path: String) {
    let folder = OpenFile.folder(of: path)
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
  init(of archive: ZipArchive) {
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

  package func bytes(of reference: String) -> [UInt8]? { read(key(of: reference)) }

  package func nextRest() -> (name: String, bytes: [UInt8]?)? {
    nextRestKey().map { ($0, read($0)) }
  }

  /// Opens the file that an element refers to, so that another process can read it; `nil` if the export is
  /// an archive or has no such file. A reference is compared with the names found in the folder and never used
  /// as a path.
  package func file(of reference: String) -> OpenFile? { opened(key(of: reference)) }

  /// The name of the next file that no element referred to, under which `file(of:)` opens it; `nil` after the last.
  package func nextRestName() -> String? { nextRestKey() }

  private func key(of reference: String) -> String {
    let key = reference.split(separator: "/").suffix(2).joined(separator: "/").lowercased()
    rest.removeAll { $0 == key }
    return key
  }

  private func nextRestKey() -> String? {
    while !rest.isEmpty {
      let key = rest.removeFirst()
      if !key.hasPrefix(Self.folders[2]), key != Self.samples { return key }
    }
    return nil
  }

  package func ownSamples() throws -> NDJSONReader? {
    guard let archive, let entry = files[Self.samples].flatMap({ entries[$0] }) else { return nil }
    return NDJSONReader(try archive.source(of: entry))
  }

  /// `nil` if the file is not there, too large or damaged: the rest of the export is read nevertheless.
  private func read(_ key: String) -> [UInt8]? {
    guard let archive else {
      guard let file = opened(key) else { return nil }
      return Self.bytes(of: file)
    }
    guard let name = files[key] else { return nil }
    return entries[name].flatMap { try? archive.source(of: $0).all(limit: Self.largest) }
  }

  private func opened(_ key: String) -> OpenFile? {
    guard archive == nil, let path = files[key] else { return nil }
    return try? OpenFile(path, for: .reading)
  }

  /// Returns the content of a companion; `nil` if it is too large or cannot be read.
  package static func bytes(of file: consuming OpenFile) -> [UInt8]? {
    try? FileSource(file).all(limit: largest)
  }
}
