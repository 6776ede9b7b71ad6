import FileAccess
import FoundationEssentials
import Glibc

/// The outcomes of a batch as they come: one line each, appended and on the disk before it counts.
///
/// A line is a header, a tab and the outcome, both JSON. The header has a hash of the outcome, so
/// that a line that a crash or a disk has cut or changed does not count. Every shard of a batch
/// writes a separate journal; all journals in the folder are read. Those of other settings than the
/// batch's are kept, but not their outcomes.
final class BatchJournal {
  /// The recording and the settings to which an outcome belongs.
  struct Header: Codable, Equatable, Sendable {
    /// The recording's name.
    var name: String

    /// The file's state when it was measured; `nil` if there was no file.
    var file: FileState?

    /// The hash of the file's bytes; `nil` if it could not be read.
    var content: String?

    /// The settings of the measurement.
    var settings: [String: String]
    var algorithm: Int
    var status: BatchOutcome.Status

    /// The hash of the page about the recording; `nil` without one.
    var page: String?

    /// The hash of the file of its pulse wave; `nil` without one.
    var pulse: String?

    /// Whether it is no outcome yet, but was being measured when the program crashed.
    var isSuspect: Bool?

    /// The hash of the outcome's text.
    var hash = ""

    /// The settings and the algorithm of the measurement.
    var conditions: BatchSettings { BatchSettings(values: settings, algorithm: algorithm) }
  }

  /// The location of an outcome.
  struct Entry: Sendable {
    let header: Header
    fileprivate let file: Int
    fileprivate let offset: Int
    fileprivate let count: Int
  }

  /// The settings of the batch.
  let settings: BatchSettings

  /// Lines that a crash or a disk has spoiled.
  private(set) var spoiltCount = 0

  private let paths: [String]
  private var files: [OpenFileBox] = []
  private var writer: OpenFileBox?
  private var end = 0
  private var byName: [String: Entry] = [:]
  private var newest: [String: Header] = [:]
  private var suspects: [String: Header] = [:]

  /// The newest outcome of each content.
  private(set) var contents: [String: Entry] = [:]

  /// A reference to an open file, so that an array can hold many.
  private final class OpenFileBox {
    let file: OpenFile
    init(_ file: consuming OpenFile) { self.file = file }
  }

  /// Another process writes this shard's journal.
  struct IsBusy: Error {}

  private static let (beginning, ending) = ("journal-", ".jsonl")

  /// Reads the journals of a folder, and opens one for writing.
  /// - Parameters:
  ///   - shard: Whose journal is written; `nil` for none.
  ///   - settings: Whose outcomes are wanted.
  /// - Throws: `FileError`, or `IsBusy` if another process writes it.
  init(folder: String, writing shard: BatchShard?, of settings: BatchSettings) throws {
    self.settings = settings
    let own = shard.map { "\(Self.beginning)\($0.label)\(Self.ending)" }
    var names = FileName.names(inFolder: folder).filter {
      $0.hasPrefix(Self.beginning) && $0.hasSuffix(Self.ending)
    }
    if let own, !names.contains(own) { names.append(own) }
    names.sort()
    paths = names.map { "\(folder)/\($0)" }
    for (index, name) in names.enumerated() {
      if name == own {
        let box = OpenFileBox(try OpenFile(paths[index], for: .appending))
        let isLocked = box.file.withDescriptor { flock($0.number, LOCK_EX | LOCK_NB) } == 0
        guard isLocked || errno != EWOULDBLOCK else { throw IsBusy() }
        files.append(box)
        writer = box
        end = try read(index)
        try box.file.withDescriptor { descriptor throws(FileError) in
          try descriptor.truncate(to: end)
        }
      } else {
        files.append(OpenFileBox(try OpenFile(paths[index], for: .reading)))
        _ = try read(index)
      }
    }
  }

  /// Reads a journal's headers; returns where its last whole line ends.
  private func read(_ index: Int) throws(FileError) -> Int {
    let block = 1 << 20
    var (offset, lineStart) = (0, 0)
    var line: [UInt8] = []
    while true {
      let bytes = try files[index].file.withDescriptor { descriptor throws(FileError) in
        try descriptor.bytes(at: offset, count: block)
      }
      if bytes.isEmpty { return lineStart }
      var from = bytes.startIndex
      while let stop = bytes[from...].firstIndex(of: 0x0A) {
        line += bytes[from..<stop]
        add(line, index, lineStart)
        line.removeAll(keepingCapacity: true)
        lineStart = offset + stop + 1
        from = stop + 1
      }
      line += bytes[from...]
      offset += bytes.count
    }
  }

  private func add(_ line: [UInt8], _ file: Int, _ start: Int) {
    guard let tab = line.firstIndex(of: 0x09),
      let header: Header = try? BatchJSON.value(of: line[..<tab]),
      TextHash.digits(of: line[(tab + 1)...]) == header.hash
    else {
      spoiltCount += 1
      return
    }
    index(
      Entry(
        header: header, file: file, offset: start + tab + 1, count: line.count - tab - 1))
  }

  private func index(_ entry: Entry) {
    let header = entry.header
    let isOurs = header.conditions == settings
    if header.isSuspect == true {
      if isOurs { (suspects[header.name], byName[header.name]) = (header, nil) }
      return
    }
    newest[header.name] = header
    guard isOurs else { return }
    suspects[header.name] = nil
    byName[header.name] = entry
    if let content = header.content { contents[content] = entry }
  }

  /// Returns the newest outcome of a recording of that name.
  func entry(named name: String) -> Entry? { byName[name] }

  /// Returns the header of a recording of that name that has been measured once when the program crashed.
  func suspect(named name: String) -> Header? { suspects[name] }

  /// Returns the newest outcome of a recording of that name, whatever its settings.
  func newestHeader(named name: String) -> Header? { newest[name] }

  /// Whether any outcome is of a file of that size.
  lazy var sizes: Set<Int> = Set(byName.values.compactMap { $0.header.file?.size })

  /// Reads an outcome.
  /// - Throws: `FileError`, or `DecodingError` if another version has written it.
  func outcome(_ entry: Entry) throws -> BatchOutcome {
    try BatchOutcome(json: bytes(entry))
  }

  /// Returns an outcome's JSON.
  func bytes(_ entry: Entry) throws(FileError) -> [UInt8] {
    try files[entry.file].file.withDescriptor { descriptor throws(FileError) in
      try descriptor.bytes(at: entry.offset, count: entry.count)
    }
  }

  /// Lets a crash of this program write what `CrashNotes` holds into the journal.
  func listenForCrashes() {
    writer?.file.withDescriptor { CrashNotes.listen(writingTo: $0.number) }
  }

  /// Returns a line of the journal, and how many of its bytes precede the outcome.
  static func line(
    _ header: inout Header, _ outcome: [UInt8]
  ) throws -> (bytes: [UInt8], start: Int) {
    header.hash = TextHash.digits(of: outcome)
    let head = try BatchJSON.bytes(of: header) + [0x09]
    return (head + outcome + [0x0A], head.count)
  }

  /// Appends an outcome, as JSON; it is on the disk when this returns.
  @discardableResult
  func append(_ header: Header, _ outcome: [UInt8]) throws -> Entry {
    guard let writer, let file = files.firstIndex(where: { $0 === writer }) else {
      preconditionFailure("this journal is read only")
    }
    var header = header
    let line = try Self.line(&header, outcome)
    try writer.file.withDescriptor { descriptor throws(FileError) in
      do throws(FileError) {
        try descriptor.write(line.bytes)
        try descriptor.synchronize()
      } catch {
        // The beginning of a failed line must not precede the next line.
        try? descriptor.truncate(to: end)
        throw error
      }
    }
    let entry = Entry(
      header: header, file: file, offset: end + line.start, count: outcome.count)
    end += line.bytes.count
    index(entry)
    return entry
  }
}
