import CommandEnvironment
import FileAccess
package import FoundationEssentials
import Glibc
import HealthFormats
package import SampleStore

/// Changes of a store that can be undone, by any program that changes it: the newest twenty deletions and the newest
/// twenty imports, in files beside the store that only its owner can read.
///
/// A deletion is on the disk before anything is deleted, so that no sample is in neither.
package struct UndoHistory {
  /// A change that can be undone.
  package struct Change {
    package enum Kind: CaseIterable {
      case deletion, importing

      /// The end of its file's name: deleted samples, or the bytes of the identifiers of saved ones.
      fileprivate var ending: String { self == .deletion ? ".ndjson.gz" : ".saved" }
    }

    package let kind: Kind

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

  /// The reason why a change could not be kept or undone.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Changes of each kind that are kept: an import never makes room by what was deleted.
  private static let most = 20

  /// The numbers of changes. A stranger's file with another is none.
  private static let numbers = 1..<1_000_000_000

  /// Samples that are saved at once.
  private static let batch = 2000

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

  /// The changes that can be undone, the newest last.
  package var all: [Change] {
    FileName.names(inFolder: folder).compactMap { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard let kind = Change.Kind.allCases.first(where: { name.hasSuffix($0.ending) }),
        let number = Int(name.dropLast(kind.ending.count)), Self.numbers.contains(number),
        path.withFileName({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return Change(
        kind: kind, number: number,
        date: Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)),
        moment: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec, path: path)
    }.sorted { ($0.number, $0.moment) < ($1.number, $1.moment) }
  }

  /// Deletes the samples that a query finds, in a way that can be undone.
  ///
  /// Unreadable samples could not be restored either, and stay.
  /// - Returns: The number of samples, and the deletion's name; `nil` for none.
  package func delete(
    matching query: SampleQuery, isCancelled: () -> Bool = { false }
  ) throws -> (count: Int, name: String?)? {
    var ids: [UUID] = []
    let file = try newFile()
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
    let change = try keep(file, as: .deletion)
    let count: Int
    do throws(StoreError) {
      count = try store.delete(ids)
    } catch {
      // A failed deletion cannot be undone. A server that was lost may have deleted them.
      if error.reason != .serverUnreachable { remove(change) }
      throw error
    }
    // Another program was first, and its deletion can be undone.
    guard count > 0 else {
      remove(change)
      return nil
    }
    return (count, change.name)
  }

  // MARK: Imports

  /// What an import has saved so far, on the way to a change that can be undone.
  package final class Import {
    private let history: UndoHistory
    private var file: FileReplacement?
    private var failure: (any Error)?

    fileprivate init(_ history: UndoHistory) { self.history = history }

    /// Adds samples that are saved now.
    package func add(_ ids: [UUID]) {
      guard !ids.isEmpty, failure == nil else { return }
      let bytes = ids.flatMap { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
      do {
        let file = try self.file ?? history.newFile()
        self.file = file
        try file.withDescriptor { try $0.write(bytes) { false } }
      } catch {
        failure = error
      }
    }

    /// Makes it a change; returns whether anything was saved. Throws if it cannot be undone.
    package func finish() throws -> Bool {
      if let failure { throw failure }
      if let file { _ = try history.keep(file, as: .importing) }
      return file != nil
    }
  }

  /// Begins to note what an import saves.
  package func beginImport() -> Import { Import(self) }

  /// Returns the identifiers of the samples that an import saved.
  private static func savedIDs(_ change: Change) throws -> [UUID] {
    let bytes = try OpenFile.bytes(of: change.path)
    return stride(from: 0, to: bytes.count & ~15, by: 16).map { start in
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: start, as: uuid_t.self)) }
    }
  }

  // MARK: Undoing

  /// Returns what a change deleted or saved, as "3 samples: HeartRate, BodyMass".
  package func samples(of change: Change) throws -> String {
    var samples: [Sample] = []
    let count: String
    switch change.kind {
    case .deletion:
      var file = try SampleFile(path: change.path, format: .ndjson)
      while samples.count <= Self.mostCounted, let sample = try file.input.next() {
        samples.append(sample)
      }
      let isMore = samples.count > Self.mostCounted
      count = (isMore ? "over " : "") + counted(min(samples.count, Self.mostCounted), "sample")
    case .importing:
      let ids = try Self.savedIDs(change)
      count = counted(ids.count, "sample")
      samples = try store.allSamples(
        matching: SampleQuery(ids: Array(ids.prefix(Self.mostCounted))))
    }
    var types: [String] = []
    for name in samples.map(\.sampleType.shortName) where !types.contains(name) {
      types.append(name)
    }
    let named = types.prefix(4) + (types.count > 4 ? ["..."] : [])
    return count + (named.isEmpty ? "" : ": \(named.joined(separator: ", "))")
  }

  /// Samples that are looked at to describe a change.
  private static let mostCounted = 1000

  /// Undoes a change, and returns the number of samples that were put back or, of an import, deleted.
  package func undo(_ change: Change) throws -> Int {
    guard change.kind == .importing else { return try putBack(change) }
    // A deletion like another: undoing again puts them back.
    let count = try delete(matching: SampleQuery(ids: try Self.savedIDs(change)))?.count ?? 0
    remove(change)
    return count
  }

  /// Restores a deletion's samples, and returns how many; those that are saved already stay as they
  /// are. An interrupted restoration can be repeated.
  private func putBack(_ deletion: Change) throws -> Int {
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
    remove(deletion)
    return count
  }

  /// Forgets all changes; they cannot be undone then.
  package func forget() {
    let endings = [".part"] + Change.Kind.allCases.map(\.ending)
    for name in FileName.names(inFolder: folder)
    where endings.contains(where: { name.hasSuffix($0) }) {
      _ = "\(folder)/\(name)".withFileName { unlink($0) }
    }
    _ = folder.withFileName { rmdir($0) }
  }

  private func remove(_ change: Change) { _ = change.path.withFileName { unlink($0) } }

  // MARK: Files

  /// Opens a file of the history's folder, which is made if it is missing.
  private func newFile() throws -> FileReplacement {
    try PrivateFile.makeFolder(folder)
    if geteuid() == 0, let path = store.location.path {
      var owner = stat()
      // The name alone: it may have become a link.
      if stat(path, &owner) == 0 {
        _ = folder.withFileName { lchown($0, owner.st_uid, owner.st_gid) }
      }
    }
    FileReplacement.removeAbandoned(beginningWith: "\(folder)/")
    let file = try FileReplacement(of: "\(folder)/new")
    file.giveToOwner(of: folder)
    return file
  }

  /// Gives a file the next number, and removes what is too old to be kept.
  private func keep(_ file: FileReplacement, as kind: Change.Kind) throws(FileError) -> Change {
    var number = all.last?.number ?? 0
    while true {
      number += 1
      do throws(FileError) {
        try file.commit(as: "\(folder)/\(number)\(kind.ending)", replacing: false)
        break
      } catch {
        // Another program has taken the number at this moment, or what is no change has the name.
        guard error.code == EEXIST else { throw error }
      }
    }
    let changes = all.filter { $0.kind == kind }
    for old in changes.dropLast(Self.most) { remove(old) }
    guard let change = changes.last(where: { $0.number == number }) else {
      throw FileError(.open, path: folder, code: ENOENT)
    }
    return change
  }
}
