import Glibc
import VisibleText

/// Names of files as text. The system's are bytes, and mostly UTF-8.
///
/// A byte that is no part of UTF-8 stands as a scalar of the last private plane (`VisibleText`), so
/// that every name can be held as text, shown, and used to open the file that it came from. So does a
/// backslash that could be taken for the beginning of such a byte as it is shown: no two names look alike.
package enum FileName {
  /// Returns the text of a name's bytes.
  package static func text(of name: some Collection<UInt8>) -> String {
    let name = Array(name)
    // A character that represents a byte stands for itself byte by byte.
    if let text = String(validating: name, as: UTF8.self), !text.hasBytes {
      return unmistakable(text)
    }
    var text = String.UnicodeScalarView()
    var index = 0
    while index < name.count {
      let scalar = (1...4).lazy.compactMap { count -> (String, Int)? in
        guard index + count <= name.count else { return nil }
        return String(validating: name[index..<index + count], as: UTF8.self).map { ($0, count) }
      }.first { !$0.0.hasBytes }
      if let scalar {
        text.append(contentsOf: scalar.0.unicodeScalars)
        index += scalar.1
      } else {
        text.append(VisibleText.scalar(ofByte: name[index]))
        index += 1
      }
    }
    return unmistakable(String(text))
  }

  /// Returns the text of a name as it is shown and written into tables.
  package static func text(ofShown shown: String) -> String {
    VisibleText.original(of: shown)
  }

  /// Returns the text with a scalar in place of each backslash that begins an apparent escape.
  private static func unmistakable(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    let scalars = text.unicodeScalars
    var result = String.UnicodeScalarView()
    for index in scalars.indices {
      let isMistakable = scalars[index] == "\\" && VisibleText.escaped(text[index...]) != nil
      result.append(isMistakable ? VisibleText.scalar(ofByte: 0x5C) : scalars[index])
    }
    return String(result)
  }

  /// Returns the text of a name that the system gave.
  package static func text(of name: UnsafePointer<CChar>) -> String {
    text(of: UnsafeBufferPointer(start: name, count: length(of: name)).map(UInt8.init(bitPattern:)))
  }

  /// Returns the names in a folder, without `.` and `..`, in no order; none if it cannot be read.
  package static func names(inFolder folder: String) -> [String] {
    readableNames(inFolder: folder) ?? []
  }

  /// Returns the names in a folder, without `.` and `..`, in no order; `nil` if they cannot all be read.
  package static func readableNames(inFolder folder: String) -> [String]? {
    guard let stream = folder.withFileName({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { text(of: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return errno == 0 ? names : nil
  }

  private static func length(of name: UnsafePointer<CChar>) -> Int {
    var count = 0
    while name[count] != 0 { count += 1 }
    return count
  }
}

extension String {
  /// Lends the name as the system has it.
  package func withFileName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard hasBytes else { return withCString(body) }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if VisibleText.isByte(scalar) {
        bytes.append(CChar(truncatingIfNeeded: scalar.value & 0xFF))
      } else {
        bytes += String(scalar).utf8.map(CChar.init(bitPattern:))
      }
    }
    bytes.append(0)
    return body(&bytes)
  }

  /// Whether there are scalars that represent bytes.
  fileprivate var hasBytes: Bool {
    // All scalars of that plane begin with this byte.
    utf8.contains(0xF4) && unicodeScalars.contains(where: VisibleText.isByte)
  }
}
