import Glibc

/// A new file of mode 0600 that takes its name, or the place of another, as a whole.
///
/// It is written beside the other under a temporary name. A reader sees the old file or the new
/// one, never a part, whatever ends the program in between. A symbolic link stays, and its target
/// is replaced. A replacement that is not committed is removed when it is deallocated.
package final class FileReplacement {
  /// The new file's name until it is committed, for those that write it by its path.
  package let temporary: String

  private let path: String
  private let file: OpenFile
  private var isCommitted = false

  /// Creates the new file beside the one at `path`, which need not exist.
  /// - Parameter isAlone: Whether another program that does the same is an error of code `EBUSY`.
  package init(of path: String, isAlone: Bool = false) throws(FileError) {
    let target = Self.target(of: path)
    if isAlone {
      (self.path, temporary) = (target, "\(target).part")
      file = try Self.locked("\(target).part", for: target)
      return
    }
    var attempt = 0
    while true {
      let name = "\(target).\(getpid())\(attempt == 0 ? "" : "-\(attempt)").part"
      do throws(FileError) {
        file = try OpenFile(name, for: .creating)
        // For `removeAbandoned`; a file system without locks does without.
        file.withDescriptor { _ = flock($0.number, LOCK_EX | LOCK_NB) }
        self.path = target
        temporary = name
        return
      } catch {
        // A killed program with the same process ID left its file.
        guard error.code == EEXIST, attempt < 100 else { throw error }
        attempt += 1
      }
    }
  }

  /// Opens a file for one program at a time; one that a killed program has left is taken over.
  private static func locked(_ name: String, for target: String) throws(FileError) -> OpenFile {
    while true {
      let number = name.withFileName {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      }
      guard number >= 0 else { throw FileError(.open, path: target, code: errno) }
      let file = OpenFile(adopting: FileDescriptor(number))
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
        throw FileError(.open, path: target, code: errno == EWOULDBLOCK ? EBUSY : errno)
      }
      var (own, there) = (stat(), stat())
      guard fstat(number, &own) == 0 else { throw FileError(.open, path: target, code: errno) }
      // Another user's file would show them the content.
      guard own.st_mode & S_IFMT == S_IFREG, own.st_uid == geteuid() else {
        throw FileError(.open, path: target, code: EACCES)
      }
      // The program before has given it its name in between.
      guard name.withFileName({ lstat($0, &there) }) == 0, own.st_ino == there.st_ino,
        own.st_nlink == 1
      else { continue }
      guard fchmod(number, 0o600) == 0, ftruncate(number, 0) == 0 else {
        throw FileError(.open, path: target, code: errno)
      }
      return file
    }
  }

  /// Removes the leftovers of killed programs: files whose paths begin so. A file on which a
  /// program works, or one that is younger than a minute, stays.
  package static func removeAbandoned(beginningWith path: String) {
    let folder = OpenFile.folder(of: path)
    let names = FileName.names(inFolder: folder).filter {
      "\(folder)/\($0)".hasPrefix(path) && $0.contains(/\.[0-9]+(-[0-9]+)?\.part(-journal)?$/)
    }
    for file in names.map({ "\(folder)/\($0)" }) {
      let number = file.withFileName {
        open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      }
      guard number >= 0 else { continue }
      defer { close(number) }
      var status = stat()
      guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), time(nil) - status.st_mtim.tv_sec > 60,
        flock(number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      _ = file.withFileName { unlink($0) }
    }
  }

  deinit {
    if !isCommitted { _ = temporary.withFileName { unlink($0) } }
  }

  /// Lends the descriptor for writing the new content.
  package func withDescriptor<Result, Failure>(
    _ body: (FileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }

  /// Gives the file to the owner of another, if root runs this program: root's changes to a user's
  /// files must not lock the user out.
  package func giveToOwner(of other: String) {
    var status = stat()
    guard geteuid() == 0, other.withFileName({ stat($0, &status) }) == 0 else { return }
    file.withDescriptor { _ = fchown($0.number, status.st_uid, status.st_gid) }
  }

  /// Waits until the new file is on the disk, renames it, and waits until the name is on the disk too.
  ///
  /// - Parameters:
  ///   - name: Its path if not the one that it was made for, in the same folder.
  ///   - replacing: Whether a file that has the name is replaced. If not, it stays, and the
  ///     error's code is `EEXIST`.
  package func commit(as name: String? = nil, replacing: Bool = true) throws(FileError) {
    let path = name ?? path
    try file.withDescriptor { descriptor throws(FileError) in try descriptor.synchronize() }
    try replacing ? Self.move(temporary, onto: path) : Self.move(temporary, to: path)
    isCommitted = true
    try Self.synchronizeFolder(of: path)
  }

  /// Renames a file and replaces a file of that name. If this fails, neither has changed.
  package static func move(_ path: String, onto name: String) throws(FileError) {
    let code = path.withFileName { path in name.withFileName { rename(path, $0) } }
    guard code == 0 else { throw FileError(.replace, path: name, code: errno) }
  }

  /// Renames a file to a name that no other file has. On a file system without links, another program
  /// that takes the name at the same moment is replaced.
  private static func move(_ path: String, to name: String) throws(FileError) {
    let isLinked = path.withFileName { path in name.withFileName { link(path, $0) } } == 0
    guard !isLinked else {
      _ = path.withFileName { unlink($0) }
      return
    }
    let code = errno
    // Some file systems know no second name of a file.
    var status = stat()
    guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(code),
      name.withFileName({ lstat($0, &status) }) != 0
    else {
      throw FileError(.replace, path: name, code: code)
    }
    try move(path, onto: name)
  }

  /// Waits until the names in a file's folder are on the disk.
  package static func synchronizeFolder(of path: String) throws(FileError) {
    let folder = OpenFile.folder(of: path)
    try OpenFile(folder, for: .reading).withDescriptor { descriptor throws(FileError) in
      do throws(FileError) {
        try descriptor.synchronize()
      } catch {
        // Some file systems cannot, and need not.
        guard error.code == EINVAL || error.code == EROFS else { throw error }
      }
    }
  }

  /// Returns where a path leads if it is a symbolic link, also to a file that does not exist yet.
  private static func target(of path: String) -> String {
    var path = path
    // The number that the kernel follows.
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = path.withFileName { readlink($0, &buffer, buffer.count) }
      guard count > 0 else { break }
      let link = FileName.text(of: buffer[..<count])
      path = link.hasPrefix("/") ? link : OpenFile.folder(of: path) + "/" + link
    }
    return path
  }
}
