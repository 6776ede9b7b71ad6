import CSQLite
import FileAccess
import FoundationEssentials
import Glibc

/// The folder and files of a store in the file system: every system call of this room is here.
///
/// A database file is never opened and closed here: closing any descriptor of a file drops the
/// locks that the whole process, SQLite included, holds on it.
enum StoreFiles {
  /// SQLite's companions of a database: in WAL mode, and before it enters that.
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  enum Kind {
    case missing, file, other

    /// The file is shorter than the smallest page. SQLite would take a file of one byte for an
    /// empty one and write over it.
    case fragment
  }

  static func kind(of path: String) throws(StoreError) -> Kind {
    var status = stat()
    // SQLite would wait for the other end of a pipe.
    let database = resolved(path)
    for suffix in suffixes
    where stat(database + suffix, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
      return .other
    }
    if stat(path, &status) == 0 {
      return (1..<512).contains(status.st_size) ? .fragment : .file
    }
    guard errno == ENOENT else { throw failure(.open, path, errno) }
    return .missing
  }

  /// Returns the size of a file in bytes; 0 if the file is missing.
  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Makes the file with mode 0600 and the folders that are missing with mode 0700, whatever the
  /// umask; a file that another program made meanwhile is left as it is.
  static func create(_ path: String) throws(StoreError) {
    try createFolder(of: path)
    if mknod(path, S_IFREG | 0o600, 0) == 0 {
      guard chmod(path, 0o600) == 0 else { throw failure(.create, path, errno) }
    } else if errno != EEXIST {
      throw failure(.create, path, errno)
    }
  }

  /// Makes the folders of a file that are missing, with mode 0700.
  static func createFolder(of path: String) throws(StoreError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    try createFolder(String(path[..<slash]), for: path)
  }

  private static func createFolder(
    _ folder: String, for path: String
  ) throws(StoreError) {
    var status = stat()
    if folder.isEmpty || stat(folder, &status) == 0 { return }
    if let slash = folder.lastIndex(of: "/") {
      try createFolder(String(folder[..<slash]), for: path)
    }
    if mkdir(folder, 0o700) == 0 {
      guard chmod(folder, 0o700) == 0 else { throw failure(.create, path, errno) }
    } else if errno != EEXIST {
      throw failure(.create, path, errno)
    }
  }

  /// Gives a store's files further names, and takes from those beside the database the names that they had:
  /// another database in its place must not find them.
  static func keep(_ path: String, as name: String) throws(StoreError) {
    let database = resolved(path)
    for suffix in suffixes {
      guard link(database + suffix, name + suffix) == 0 || errno == ENOENT else {
        throw failure(.restore, name + suffix, errno)
      }
    }
    for suffix in suffixes.dropFirst() {
      guard unlink(database + suffix) == 0 || errno == ENOENT else {
        throw failure(.restore, database + suffix, errno)
      }
    }
  }

  /// Returns whether a path leads to one of a store's files, or would if it were there.
  static func isKept(_ store: String, in path: String) -> Bool {
    guard let identity = FileIdentity(of: path) else { return false }
    let database = resolved(store)
    return suffixes.contains { FileIdentity(of: database + $0) == identity }
  }

  /// Gives the files beside a database its own mode. They have another if the database's mode was
  /// changed while they existed, and could then not be written.
  static func alignModes(of path: String) {
    let database = resolved(path)
    var status = stat()
    guard stat(database, &status) == 0 else { return }
    let mode = status.st_mode & 0o600
    for suffix in suffixes.dropFirst()
    where stat(database + suffix, &status) == 0 && status.st_mode & 0o600 != mode {
      chmod(database + suffix, status.st_mode & 0o177 | mode)
    }
  }

  /// Makes the store's files readable and writable by their owner alone.
  ///
  /// - Returns: The fault found; `nil` if all was in order. SQLite gives the file's mode to those
  ///   beside it, so the first stands for all.
  static func mendModes(of path: String) -> String? {
    let database = resolved(path)
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

  /// Returns the problem with the folder of a store, a sentence, or `nil` without one: anyone who
  /// may write in it could put another file in the store's place.
  static func problem(ofFolderOf path: String) -> String? {
    let folder = OpenFile.folder(of: resolved(path))
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0
    else { return nil }
    let octal = String(status.st_mode & 0o777, radix: 8)
    return
      "other users may write in the folder \(folder) (mode \(octal)), and could replace the store"
  }

  /// Returns whether this user could make a file there: the nearest folder that exists may be written.
  static func canCreate(_ path: String) -> Bool {
    var folder = path.hasPrefix("/") ? path : "./\(path)"
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

  /// Returns the network file system that the store is on, whose machines cannot share SQLite's
  /// write-ahead log; `nil` if it is on none.
  static func network(of path: String) -> String? {
    let type = heartcam_file_system_type(path)
    guard type == fuse else { return networks[type] }
    let mounts = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
    return network(ofFUSE: resolved(path), mounts: mounts ?? "")
  }

  /// The names by the number that statfs(2) gives, from its manual and the kernel's magic.h.
  static let networks: [UInt32: String] = [
    0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "SMB", 0xFE53_4D42: "SMB", 0x0102_1997: "9P",
    0x00C3_6400: "Ceph", 0x0BD0_0BD0: "Lustre", 0x5346_414F: "AFS", 0x6B41_4653: "AFS",
    0x7375_7245: "Coda", 0x564C: "NCP", 0x4750_4653: "GPFS", 0x1983_0326: "BeeGFS",
  ]

  private static let fuse: UInt32 = 0x6573_5546

  /// Returns the name from the mounts: one number stands for all file systems that programs make.
  static func network(ofFUSE path: String, mounts: String) -> String? {
    var best: (place: Substring, type: Substring)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2 else { continue }
      let isBelow = words[1] == "/" || path == words[1] || path.hasPrefix(words[1] + "/")
      if isBelow, words[1].utf8.count >= best?.place.utf8.count ?? 0 { best = (words[1], words[2]) }
    }
    let names = [
      "sshfs", "rclone", "s3fs", "glusterfs", "ceph", "davfs", "smbnetfs", "gcsfuse", "curlftpfs",
      "gvfsd-fuse",
    ]
    return names.first { best?.type == "fuse.\($0)" }
  }

  /// Returns whether this user cannot write in the file's folder, and there is no log of changes in it.
  static func isFrozen(_ path: String) -> Bool {
    let path = resolved(path)
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return access(folder, W_OK) != 0 && access(path + "-wal", F_OK) != 0
  }

  /// Returns the path with all links resolved: SQLite keeps a database's companions beside the
  /// file, not the link.
  private static func resolved(_ path: String) -> String {
    guard let path = realpath(path, nil) else { return path }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the error of a copy that could not be written.
  static func failure(of error: any Error, writing path: String) -> StoreError {
    guard let error = error as? FileError else {
      return StoreError(.copy, path, .other, detail: "\(error)")
    }
    if error.code == EEXIST {
      return StoreError(.copy, path, .fileExists, detail: "there is a file already")
    }
    return failure(.copy, path, error.code)
  }

  static func pause(milliseconds: Int) {
    usleep(UInt32(milliseconds * 1000))
  }

  private static func failure(
    _ operation: StoreError.Operation, _ path: String, _ code: Int32
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
    return StoreError(operation, path, reason, code: code, detail: sentence)
  }
}
