import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import MeasureCommands
import Measurement

/// The folder for a batch's results. The data that it needs to resume are in `.heartcam` there.
struct BatchFolder {
  let path: String

  /// The folder of journals and listings.
  var state: String { "\(path)/.heartcam" }

  /// Makes the folder, or takes one that an earlier batch has made.
  /// - Throws: `CommandError` if it holds something else or cannot be made.
  init(making path: String) throws(CommandError) {
    self.path = path
    let names = FileName.names(inFolder: path)
    if !names.isEmpty, !names.contains(".heartcam") {
      throw CommandError.usage(
        "\(path) holds other files, and is no folder of an earlier batch; name a new folder")
    }
    do throws(FileError) {
      try PrivateFile.makeFolder(path)
      try PrivateFile.makeFolder(state)
    } catch {
      throw CommandError.ioError("cannot make the folder \(error.path ?? path): \(error)")
    }
    // A link in there would lead to overwriting its target.
    for folder in [path]
      + ([".heartcam", "beats"] + BatchFile.allCases.map(\.folder)).map({ "\(path)/\($0)" })
    {
      for name in FileName.names(inFolder: folder) where Self.isLink("\(folder)/\(name)") {
        throw CommandError.usage(
          "\(folder)/\(name) is a symbolic link; remove it, or name a new folder")
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return path.withFileName { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Takes a folder that a batch has made.
  init(of path: String) throws(CommandError) {
    self.path = path
    guard FileIdentity.exists("\(path)/.heartcam") else {
      throw CommandError.usage("\(path) is no folder of a batch")
    }
  }

  /// Returns whether a recording with an outcome is without a file about it.
  func lacks(_ file: BatchFile, of recording: BatchRecording, _ header: BatchJournal.Header) -> Bool
  {
    guard !header.status.isFailure else { return false }
    guard let hash = header[file],
      let bytes = try? OpenFile.bytes(of: "\(path)/\(file.path(of: recording))")
    else { return true }
    return TextHash.digits(of: bytes) != hash
  }

  /// The recordings that a shard measures, for the merging of all.
  struct ShardListing: Codable {
    var number: Int
    var count: Int
    var settings: [String: String]
    var algorithm: Int
    var columns: [String]
    var recordings: [BatchRecording]

    /// The settings and the algorithm of the measurement.
    var conditions: BatchSettings { BatchSettings(values: settings, algorithm: algorithm) }
  }

  private static let (beginning, ending) = ("inputs-", ".json")

  /// Writes down the recordings of a shard. Listings of another number of shards are removed.
  func write(
    _ listing: BatchListing, of shard: BatchShard, _ settings: BatchSettings
  ) throws {
    let value = ShardListing(
      number: shard.number, count: shard.count, settings: settings.values,
      algorithm: settings.algorithm, columns: listing.columns,
      recordings: listing.recordings)
    try PrivateFile.write(
      BatchJSON.bytes(of: value), to: "\(state)/\(Self.beginning)\(shard.label)\(Self.ending)")
    for name in listingNames where !name.hasSuffix("-of-\(shard.count)\(Self.ending)") {
      _ = "\(state)/\(name)".withFileName { unlink($0) }
    }
  }

  private var listingNames: [String] {
    FileName.names(inFolder: state).filter {
      $0.hasPrefix(Self.beginning) && $0.hasSuffix(Self.ending)
    }.sorted()
  }

  /// Reads the recordings of the shards in this folder.
  func listings() throws -> [ShardListing] {
    try listingNames.map { name in
      let place = "\(state)/\(name)"
      let bytes = try OpenFile.bytes(of: place)
      guard let listing: ShardListing = try? BatchJSON.value(of: bytes) else {
        throw CommandError.usage("\(place) is no list of recordings; run that shard again")
      }
      return listing
    }
  }
}

/// A file about each recording that is made during its measurement, since its saved outcome does not hold the content.
enum BatchFile: CaseIterable {
  /// The page for a person.
  case page

  /// The pulse wave.
  case pulse

  /// The folder in the batch's own.
  var folder: String { self == .page ? "reports" : "pulses" }

  /// Returns the path of a recording's file in the batch's folder.
  func path(of recording: BatchRecording) -> String {
    "\(folder)/\(recording.fileName).\(self == .page ? "html" : "csv")"
  }

  /// Returns the files that are wanted: now, or by an earlier run, whose files would else belong to other results.
  static func wanted(_ context: CommandContext, in path: String) -> Set<BatchFile> {
    var wanted: Set<BatchFile> = []
    if context[BatchCommand.pages] || FileIdentity.exists("\(path)/index.html") {
      wanted.insert(.page)
    }
    if context[BatchCommand.pulses] || FileIdentity.exists("\(path)/\(BatchFile.pulse.folder)") {
      wanted.insert(.pulse)
    }
    return wanted
  }

  /// Returns the content of a result's file.
  func text(of result: RecordingResult) throws -> String {
    switch self {
    case .page: try RecordingReport(results: [result]).html()
    case .pulse: BeatsCSV.text(ofPulseOf: result)
    }
  }
}

extension BatchJournal.Header {
  /// The hash of a file about the recording; `nil` without one.
  subscript(file: BatchFile) -> String? {
    get { file == .page ? page : pulse }
    set { if file == .page { page = newValue } else { pulse = newValue } }
  }
}
