import CLinux
import Glibc

/// Files that were installed with the program: those below `share/heartcam`, beside the `bin` that it runs from or the `lib` of
/// the library that it is in.
package enum InstalledFiles {
  /// Returns where a file of that name is, or `nil` where none was installed, as in a build's own folder.
  package static func path(of name: String) -> String? {
    // `bin/heartcam`, `lib/libheartcam.so.0`, and `lib/heartcam/libheartcam.so.0` or one of a machine's own folder.
    let prefixes = [folder(program, up: 2), folder(library, up: 2), folder(library, up: 3)]
    return prefixes.lazy.compactMap(\.self).map { "\($0)/share/heartcam/\(name)" }
      .first { access($0, R_OK) == 0 }
  }

  /// The folder of the file that this code is in: the program itself, or a library in whatever program; `nil` if that
  /// cannot be found out.
  package static var libraryFolder: String? { folder(library, up: 1) }

  private static var program: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private static var library: String? {
    var library = heartcam_library()
    // For a program it is the word with which it was started, which is no path.
    guard heartcam_find_library(#dsohandle, &library) != 0, let path = realpath(library.path, nil)
    else { return nil }
    defer { free(path) }
    return FileName.text(of: path)
  }

  private static func folder(_ path: String?, up count: Int) -> String? {
    guard let parts = path?.split(separator: "/"), parts.count > count else { return nil }
    return parts.dropLast(count).reduce(into: "") { $0 += "/\($1)" }
  }
}
