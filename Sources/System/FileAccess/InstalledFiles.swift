import Glibc

/// Files that were installed with the program: those below `share/heartcam`, beside the `bin` that it runs from.
package enum InstalledFiles {
  /// Returns where a file of that name is, or `nil` where none was installed, as in a build's own folder.
  package static func path(of name: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let folders = buffer[..<count].split(separator: UInt8(ascii: "/")).dropLast(2)
    let prefix = folders.reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
    let path = "\(prefix)/share/heartcam/\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }
}
