import FoundationEssentials
import Glibc

/// A folder of mode 0700 for temporary files, removed with this value. Folders of servers that were
/// killed are removed by the next one.
package final class PrivateFolder: Sendable {
  package let path: String

  /// The open folder, locked while the server lives.
  private let descriptor: Int32

  private static let prefix = "heartcam-page-"

  package init?() {
    let parent = FileManager.default.temporaryDirectory.path
    Self.sweep(parent)
    var name = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { return nil }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Removes this user's folders whose server is gone: those that are not locked. One made in the last
  /// minute may not be locked yet.
  private static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = "\(parent)/\(name)"
      let opened = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else { continue }
      defer { close(opened) }
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_uid == geteuid(),
        time(nil) - status.st_mtim.tv_sec > 60, flock(opened, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
}
