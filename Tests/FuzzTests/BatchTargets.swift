import FoundationEssentials

@testable import BatchCommands
import CommandEnvironment
import HealthFormats

/// What a batch reads before its first recording.
enum BatchTargets {
  /// A manifest that is accepted names files, each once, and has a cell for each of its columns.
  static func manifest(_ bytes: [UInt8]) {
    MemoryFile.shared.withContent(bytes) { path in
      let listing: BatchListing
      do throws(CommandError) {
        listing = try BatchManifest.read(path)
      } catch {
        return FuzzTarget.require(!error.description.isEmpty, "a refusal has a reason")
      }
      let recordings = listing.recordings
      FuzzTarget.require(!recordings.isEmpty, "a manifest without recordings is refused")
      FuzzTarget.require(
        Set(recordings.map(\.plainPath)).count == recordings.count, "each file is named once")
      FuzzTarget.require(
        Set(recordings.map(\.fileName)).count == Set(recordings.map(\.name)).count,
        "two names have two file names")
      for recording in recordings {
        FuzzTarget.require(!recording.name.isEmpty, "a recording has a name")
        FuzzTarget.require(
          recording.others.count == listing.columns.count, "a recording has a cell a column")
        FuzzTarget.require(
          recording.reference.map { $0 > 0 && $0 < 1000 } ?? true, "a reference is a heart rate")
        FuzzTarget.require(
          recording.participant != "" && recording.session != "", "what is empty is missing")
        FuzzTarget.require(
          recording.fileName.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
            && recording.fileName.utf8.count < 100, "every file system takes a file's name")
      }
    }
  }

  /// The first line is a name, the rest a table of scans: what they say stands in them.
  static func bids(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    for key in ["sub", "ses"] {
      guard let value = BIDSFile.entity(key, in: name) else { continue }
      FuzzTarget.require(!value.isEmpty, "a value is not empty")
      FuzzTarget.require(
        !value.utf8.contains { [0x5F, 0x2E].contains($0) }, "a value ends at its end")
      FuzzTarget.require(
        name.utf8.firstRange(of: "\(key)-\(value)".utf8) != nil, "a value stands in the name")
    }
    let starts = BIDSFolder.starts(inTable: Array(bytes[end...].dropFirst()), of: "/folder")
    for (path, date) in starts {
      FuzzTarget.require(
        path.utf8.starts(with: "/folder/".utf8), "a path is below the table's folder")
      FuzzTarget.require(date.timeIntervalSinceReferenceDate.isFinite, "a start is a time")
    }
  }
}
