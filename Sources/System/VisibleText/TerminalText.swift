import CLinux
import Glibc

extension StringProtocol {
  /// The cells of a terminal that the text takes, as the C library's wcwidth(3) counts: two for a Chinese character,
  /// none for an accent over another one and for a sequence that styles (`ESC [ ... m`).
  package var cells: Int {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? utf8.count : reach(within: .max).cells
  }

  /// Returns the beginning that takes at most this number of cells, its style ended.
  package func prefix(cells: Int) -> String {
    guard self.cells > cells else { return String(self) }
    let start = self[..<reach(within: cells).index]
    return start.utf8.contains(0x1B) ? start + "\u{1B}[0m" : String(start)
  }

  /// Returns the end that takes at most this number of cells, of a text without styles.
  package func suffix(cells: Int) -> String {
    String(String(reversed()).prefix(cells: cells).reversed())
  }

  /// Returns how far the text reaches in a number of cells, and how many it takes.
  private func reach(within most: Int) -> (index: Index, cells: Int) {
    withUnicodeLocale {
      var (index, cells) = (startIndex, 0)
      var isInSequence = false
      while index < endIndex {
        let character = self[index]
        var width = 0
        if isInSequence {
          isInSequence = !character.isLetter
        } else if character == "\u{1B}" {
          isInSequence = true
        } else {
          // Characters unknown to the library are shown in one.
          for scalar in character.unicodeScalars {
            let own = heartcam_cell_count(scalar.value)
            width += own < 0 ? 1 : Int(own)
          }
        }
        guard cells + width <= most else { break }
        cells += width
        index = self.index(after: index)
      }
      return (index, cells)
    }
  }

  /// The text for a terminal that shows ASCII alone: "Poincare", "m/s2", and a question mark for other characters.
  package var inASCII: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return String(self) }
    return withUnicodeLocale {
      guard let converter = iconv_open("ASCII//TRANSLIT", "UTF-8"), Int(bitPattern: converter) != -1
      else { return String(self) }
      defer { iconv_close(converter) }
      // The library has no word for a degree.
      let text = map { $0 == "°" ? "deg" : String($0) }.joined()
      var input = Array(text.utf8CString.dropLast())
      var output = [CChar](repeating: 0, count: 8 * input.count)
      return input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          var (from, left) = (input.baseAddress, input.count)
          var (to, room) = (output.baseAddress, output.count)
          _ = iconv(converter, &from, &left, &to, &room)
          return String(
            decoding: UnsafeRawBufferPointer(output)[..<(output.count - room)], as: UTF8.self)
        }
      }
    }
  }
}

/// The locale that every system has; the user's own may know ASCII alone.
nonisolated(unsafe) private let unicodeLocale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

/// Calls the C library in this thread with its knowledge of Unicode.
private func withUnicodeLocale<Value>(_ body: () -> Value) -> Value {
  guard let unicodeLocale else { return body() }
  let former = uselocale(unicodeLocale)
  defer { uselocale(former) }
  return body()
}
