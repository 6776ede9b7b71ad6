import Glibc

/// Identifies a file by its device and inode number, so that two paths to one file are equal.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let number: UInt

  /// The name in a folder, for a file that is not there.
  private let name: String?

  /// Creates the file that a path leads to, or the place in a folder where it would be; `nil` if
  /// there is no such folder either.
  package init?(of path: String) {
    var status = stat()
    if Self.look(path, &status) {
      name = nil
    } else {
      guard Self.look(OpenFile.folder(of: path), &status) else { return nil }
      name = String(
        path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  /// Returns whether a path leads to something other than a regular file: a pipe, a terminal, a device, a
  /// folder. Names such as `/dev/stdout` and those below `/proc` mean files that are open already.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard look(path, &status) else { return false }
    return status.st_mode & S_IFMT != S_IFREG
      || ["/dev/std", "/dev/fd/", "/proc/"].contains(where: path.hasPrefix)
  }

  /// Returns whether a path leads to something.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return look(path, &status)
  }

  /// Returns whether a folder has an entry of this name, also a link that leads nowhere.
  package static func isNamed(_ path: String) -> Bool {
    var status = stat()
    return path.withFileName { lstat($0, &status) } == 0
  }

  /// Returns whether every user of the machine may write to a path's target, or replace files in that folder.
  package static func isWritableByAll(_ path: String) -> Bool {
    var status = stat()
    return look(path, &status) && status.st_mode & S_IWOTH != 0
      && (status.st_mode & S_IFMT != S_IFDIR || status.st_mode & S_ISVTX == 0)
  }

  /// Returns whether a path's target is neither this user's nor root's.
  package static func isOfAnotherUser(_ path: String) -> Bool {
    var status = stat()
    return look(path, &status) && status.st_uid != geteuid() && status.st_uid != 0
  }

  private static func look(_ path: String, _ status: inout stat) -> Bool {
    path.withFileName { stat($0, &status) } == 0
  }
}
