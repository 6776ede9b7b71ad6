import CommandEnvironment
import FileAccess
package import FoundationEssentials
import Glibc
import HealthFormats
package import SampleStore

/// Deleted samples that can be restored, by any program that deletes and restores: files beside the
/// store that only its owner can read, the newest twenty deletions.
///
/// A deletion is on the disk before anything is deleted, so that no sample is in neither.
package struct DeletedSamples {
  /// A deletion that can be undone.
  package struct Deletion {
    /// Its number, which grows from one to the next.
    package let number: Int

    /// When it happened.
    package let date: Date

    /// A permanent name: its number is another's once it was undone or forgotten.
    package var name: String { "\(number)-\(moment)" }

    /// When its file was written, in nanoseconds.
    fileprivate let moment: Int
    fileprivate let path: String
  }

  /// The reason why a deletion could not be kept or undone.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Deletions that are kept.
  private static let most = 20

  /// Samples that are saved at once.
  private static let batch = 2000

  private static let ending = ".ndjson.gz"
  private let folder: String
  private let store: HealthStore

  /// - Parameter environment: Says where files go if a server keeps the store.
  package init(
    of store: HealthStore, environment: [String: String]
  ) throws(StoreError) {
    self.store = store
    if let path = store.location.path {
      folder = path + ".deleted"
    } else {
      var environment = environment
      environment["HEARTCAM_STORE"] = nil
      let standard = try StoreLocation.standard(environment: environment).path ?? "."
      // Two stores never share a folder, whatever their addresses are.
      folder = "\(OpenFile.folder(of: standard))/deleted-\(try store.identity)"
    }
  }

  /// The deletions that can be undone, the newest last.
  package var all: [Deletion] {
    FileName.names(inFolder: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard name.hasSuffix(Self.ending), let number = Int(name.dropLast(Self.ending.count)),
        path.withFileName({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return Deletion(
        number: number, date: Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)),
        moment: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec, path: path)
    }.sorted { $0.number < $1.number }
  }

  /// Deletes the samples that a query finds, in a way that can be undone.
  ///
  /// Unreadable samples could not be restored either, and stay.
  /// - Returns: The number of samples, and the deletion's name; `nil` for none.
  package func delete(
    matching query: SampleQuery, isCancelled: () -> Bool = { false }
  ) throws -> (count: Int, name: String?)? {
    try PrivateFile.makeFolder(folder)
    if geteuid() == 0, let path = store.location.path {
      var owner = stat()
      // The name alone: it may have become a link.
      if stat(path, &owner) == 0 {
        _ = folder.withFileName { lchown($0, owner.st_uid, owner.st_gid) }
      }
    }
    FileReplacement.removeAbandoned(beginningWith: "\(folder)/")
    let number = (all.last?.number ?? 0) + 1
    var ids: [UUID] = []
    let file = try FileReplacement(of: path(of: number))
    file.giveToOwner(of: folder)
    try file.withDescriptor { descriptor in
      let output = try ByteOutput(descriptor: descriptor.number, isCompressed: true)
      var writer = NDJSONWriter(output)
      func keep(_ sample: Sample) throws {
        guard !isCancelled() else { throw CancellationError() }
        guard try writer.write(sample) else {
          throw Failure(
            description: "the sample \(sample.id.shortText) has a date that no file can hold")
        }
        ids.append(sample.id)
      }
      try store.forEachSampleOfAnyKind(matching: query, keep)
      // Deleting a part also deletes the correlations that cannot exist without it.
      let wholes = Set(try store.correlations(holding: ids)).subtracting(ids)
      if !wholes.isEmpty {
        let count = ids.count
        for sample in try store.allSamples(matching: SampleQuery(ids: Array(wholes))) {
          try keep(sample)
        }
        ids.removeLast(ids.count - count)
      }
      try writer.finish()
    }
    guard !ids.isEmpty else { return nil }
    do throws(FileError) {
      try file.commit(replacing: false)
    } catch {
      // Another program deletes at this moment, and has taken the number.
      guard error.code == EEXIST, !isCancelled() else { throw error }
      return try delete(matching: query, isCancelled: isCancelled)
    }
    let name = all.first { $0.number == number }?.name
    let count: Int
    do throws(StoreError) {
      count = try store.delete(ids)
    } catch {
      // A failed deletion cannot be undone. A server that was lost may have deleted them.
      if error.reason != .serverUnreachable { forget(number) }
      throw error
    }
    // Another program was first, and its deletion can be undone.
    guard count > 0 else {
      forget(number)
      return nil
    }
    for old in all.dropLast(Self.most) { _ = old.path.withFileName { unlink($0) } }
    return (count, name)
  }

  /// Restores a deletion's samples, and returns how many; those that are saved already stay as they
  /// are. An interrupted restoration can be repeated.
  package func undo(_ deletion: Deletion) throws -> Int {
    var (count, refused, isDamaged): (Int, [String], Bool) = (0, [], false)
    var waiting: [Sample] = []
    func save() throws {
      let outcome = try store.saveNew(waiting)
      count += outcome.saved
      refused += outcome.refused.map(\.reason)
      waiting = []
    }
    // Correlations come first: their members are saved as their own.
    for areWholes in [true, false] {
      var file = try SampleFile(path: deletion.path, format: .ndjson)
      while let sample = try file.input.next() {
        guard (sample.sampleType.kind == .correlation) == areWholes else { continue }
        waiting.append(sample)
        if waiting.count == Self.batch { try save() }
      }
      try save()
      isDamaged = isDamaged || !file.input.defects.isEmpty
    }
    guard refused.isEmpty, !isDamaged else {
      throw Failure(
        description: "\(count) samples are back, and others cannot be: "
          + "\(refused.first ?? "\(deletion.path) is damaged")")
    }
    _ = deletion.path.withFileName { unlink($0) }
    return count
  }

  /// Forgets all deleted samples; they cannot be restored then.
  package func forget() {
    for name in FileName.names(inFolder: folder)
    where name.hasSuffix(Self.ending) || name.hasSuffix(".part") {
      _ = "\(folder)/\(name)".withFileName { unlink($0) }
    }
    _ = folder.withFileName { rmdir($0) }
  }

  private func forget(_ number: Int) { _ = path(of: number).withFileName { unlink($0) } }

  private func path(of number: Int) -> String {
    "\(folder)/\(number)\(Self.ending)"
  }
}
