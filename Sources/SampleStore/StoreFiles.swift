import CSQLite
import Glibc

/// The folder and files of a store, as the file system sees them: every system call of this room is here.
///
/// A database file is never opened and closed here: closing any descriptor of a file drops the locks
/// that the whole process, SQLite included, holds on it.
enum StoreFiles {
  /// SQLite's companions of a database in WAL mode.
  private static let suffixes = ["", "-wal", "-shm"]

  enum Kind {
    case missing, file, other

    /// Shorter than the least page. SQLite would take a file of one byte for an empty one and write
    /// over it.
    case fragment
  }

  static func kind(of location: StoreLocation) throws(StoreError) -> Kind {
    var status = stat()
    if stat(location.path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return .other }
      return (1..<512).contains(status.st_size) ? .fragment : .file
    }
    guard errno == ENOENT else { throw failure("open", location, errno) }
    return .missing
  }

  /// Makes the file with mode 0600 and the folders that are missing with mode 0700, whatever the
  /// umask; a file that another program made meanwhile is left as it is.
  static func create(_ location: StoreLocation) throws(StoreError) {
    let path = location.path
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try createFolder(String(path[..<slash]), for: location)
    }
    if mknod(path, S_IFREG | 0o600, 0) == 0 {
      guard chmod(path, 0o600) == 0 else { throw failure("create", location, errno) }
    } else if errno != EEXIST {
      throw failure("create", location, errno)
    }
  }

  private static func createFolder(
    _ folder: String, for location: StoreLocation
  ) throws(StoreError) {
    var status = stat()
    if folder.isEmpty || stat(folder, &status) == 0 { return }
    if let slash = folder.lastIndex(of: "/") {
      try createFolder(String(folder[..<slash]), for: location)
    }
    if mkdir(folder, 0o700) == 0 {
      guard chmod(folder, 0o700) == 0 else { throw failure("create", location, errno) }
    } else if errno != EEXIST {
      throw failure("create", location, errno)
    }
  }

  /// Takes from everybody but the owner the right to read or write the store's files.
  ///
  /// - Returns: What was found, `nil` where all was in order; SQLite gives the file's mode to those
  ///   beside it, so the first is named for all.
  static func mendModes(of location: StoreLocation) -> String? {
    let database = resolved(location)
    let found: [String] = suffixes.compactMap { suffix in
      let path = database + suffix
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
      let octal = String(status.st_mode & 0o777, radix: 8)
      guard chmod(path, status.st_mode & 0o700) == 0 else {
        return "\(path) is open to other users (mode \(octal)), and this user may not change that"
      }
      return "\(path) was open to other users (mode \(octal)); now only its owner can read it"
    }
    return found.first
  }

  /// Whether this user could make a file there: the nearest folder that exists may be written.
  static func canCreate(_ location: StoreLocation) -> Bool {
    var folder = location.path.hasPrefix("/") ? location.path : "./\(location.path)"
    var status = stat()
    while let slash = folder.lastIndex(of: "/") {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      if stat(folder, &status) == 0 {
        return status.st_mode & S_IFMT == S_IFDIR && access(folder, W_OK | X_OK) == 0
      }
      if folder == "/" { return false }
    }
    return false
  }

  /// Whether the store lies where SQLite's write-ahead log cannot be shared: NFS or SMB.
  static func isOnNetwork(_ location: StoreLocation) -> Bool {
    let networks: [UInt32] = [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42]
    return networks.contains(heartcam_file_system_type(location.path))
  }

  /// Whether nobody can write beside the file as this user, and no log of changes lies there.
  static func isFrozen(_ location: StoreLocation) -> Bool {
    let path = resolved(location)
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// The path behind all links: SQLite keeps a database's companions beside the file, not the link.
  private static func resolved(_ location: StoreLocation) -> String {
    guard let path = realpath(location.path, nil) else { return location.path }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes sure that a file that was just written is on the disk, and its name in the folder too.
  static func synchronize(_ location: StoreLocation) throws(StoreError) {
    let slash = location.path.lastIndex(of: "/")
    let folder = slash.map { $0 == location.path.startIndex ? "/" : String(location.path[..<$0]) }
    for path in [location.path, folder ?? "."] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure("write", location, errno) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw failure("write", location, errno) }
    }
  }

  static func remove(_ location: StoreLocation) {
    unlink(location.path)
  }

  /// A small file's bytes; `nil` where it cannot be read or is longer.
  static func contents(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    return nil
  }

  static func pause(milliseconds: Int) {
    usleep(UInt32(milliseconds * 1000))
  }

  private static func failure(
    _ operation: String, _ location: StoreLocation, _ code: Int32
  ) -> StoreError {
    let reason: StoreError.Reason =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS: .readOnly
      case EACCES, EPERM: .permissionDenied
      case ENOENT: .notFound
      case ENOTDIR, ENAMETOOLONG, ELOOP: .locationIsUnusable
      default: .other
      }
    let sentence = String(cString: strerror(code))
    return StoreError(operation, location.path, reason, code: code, detail: sentence)
  }
}
