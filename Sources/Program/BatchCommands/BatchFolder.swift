import CommandEnvironment
import FileAccess
import FoundationEssentials
import Glibc
import Photoplethysmography

/// The folder that a batch's results go to. What it needs to go on lies in `.heartcam` there.
struct BatchFolder {
  let path: String

  /// Where journals and listings lie.
  var state: String { "\(path)/.heartcam" }

  /// Makes the folder, or takes one that an earlier batch has made.
  /// - Throws: `CommandError` if it holds something else, or `FileError`.
  init(making path: String) throws {
    self.path = path
    let names = FileName.names(inFolder: path)
    if !names.isEmpty, !names.contains(".heartcam") {
      throw CommandError.usage(
        "\(path) holds other files, and is no folder of an earlier batch; name a new folder")
    }
    try PrivateFile.makeFolder(path)
    try PrivateFile.makeFolder(state)
    // What a link in there leads to would be written over.
    for folder in [path] + [".heartcam", "beats", "reports"].map({ "\(path)/\($0)" }) {
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

  /// What a shard measures, for the merging of all.
  struct ShardListing: Codable {
    var number: Int
    var count: Int
    var settings: [String: String]
    var algorithm: Int
    var columns: [String]
    var recordings: [BatchRecording]
  }

  private static let (beginning, ending) = ("inputs-", ".json")

  /// Writes down what a shard measures. Listings of another number of shards go.
  func write(
    _ listing: BatchListing, of shard: BatchShard, _ settings: BatchSettings
  ) throws {
    let value = ShardListing(
      number: shard.number, count: shard.count, settings: settings.values,
      algorithm: HeartRateMonitor.algorithmVersion, columns: listing.columns,
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

  /// Reads what the shards in this folder measure.
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
