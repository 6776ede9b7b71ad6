import FoundationEssentials

/// The files that an Apple export has beside its XML: electrocardiograms, routes, clinical records, and
/// what our own exports add. Each is read when it is asked for.
final class AppleCompanions {
  private enum Place {
    case folder(String)
    case zip(String)
  }

  private let place: Place

  /// By folder and name, in lower case; the value is the file's path, or the entry's name.
  private var files: [String: String] = [:]
  private var rest: [String] = []

  static let folders = ["electrocardiograms", "workout-routes", "clinical-records"]

  /// What XML has no element for, in our own form.
  static let samples = "heartcam.ndjson"

  /// A hostile file could fill the memory.
  private static let largest = 1 << 26

  /// Files of the folder in which an export's XML is.
  init(besideXML path: String) {
    let folder = path.contains("/") ? String(path[..<path.lastIndex(of: "/")!]) : "."
    place = .folder(folder)
    let manager = FileManager.default
    for part in Self.folders {
      for name in (try? manager.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? [] {
        files["\(part)/\(name)".lowercased()] = "\(folder)/\(part)/\(name)"
      }
    }
    rest = files.keys.sorted()
  }

  /// Entries of a zip.
  init(zip path: String, _ archive: ZipArchive) {
    place = .zip(path)
    for entry in archive.entries {
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
  func bytes(of reference: String) throws -> [UInt8]? {
    let key = reference.split(separator: "/").suffix(2).joined(separator: "/").lowercased()
    rest.removeAll { $0 == key }
    return try read(key)
  }

  /// The next file that no element referred to and that holds samples itself; `nil` after the last.
  func nextRest() throws -> (name: String, bytes: [UInt8])? {
    while !rest.isEmpty {
      let key = rest.removeFirst()
      guard !key.hasPrefix(Self.folders[2]), key != Self.samples else { continue }
      if let bytes = try read(key) { return (key, bytes) }
    }
    return nil
  }

  /// The samples of our own form; `nil` if there are none.
  func ownSamples() throws -> NDJSONReader? {
    guard case .zip(let path) = place, let name = files[Self.samples] else { return nil }
    let archive = try ZipArchive(try FileSource(path: path))
    guard let entry = archive.entries.first(where: { $0.name == name }) else { return nil }
    return NDJSONReader(try archive.source(of: entry))
  }

  private func read(_ key: String) throws -> [UInt8]? {
    guard let name = files[key] else { return nil }
    switch place {
    case .folder: return try FileSource(path: name).all(limit: Self.largest)
    case .zip(let path):
      let archive = try ZipArchive(try FileSource(path: path))
      guard let entry = archive.entries.first(where: { $0.name == name }) else { return nil }
      return try archive.source(of: entry).all(limit: Self.largest)
    }
  }
}
