import FileAccess

/// A file of `{"items":[...]}` that is valid JSON after every item, whatever ends the program.
///
/// An item is written over the closing brackets by one call. The kernel may end a killed program's
/// write between two pages, so an item that would not fit into the last page is written with all
/// before it into a new file, which then takes the name. A file that has grown to `longest` is
/// followed by another, so that this costs little.
///
/// A write that fails, as on a full disk, leaves the earlier content.
final class RecordingFile {
  let path: String

  /// The number of items that it holds.
  private(set) var count = 0

  /// Bytes beyond which an item begins a new file.
  let longest: Int

  /// All bytes of the file.
  private var content: [UInt8]
  private var file: FileReplacement?

  private static let page = 4096
  private static let closing = Array("]}".utf8)

  /// Makes the file with its first item.
  init(_ path: String, longest: Int = 256 << 10, first item: String) throws(FileError) {
    self.path = path
    self.longest = longest
    content = Array("{\"items\":[\(item)]}".utf8)
    try rewrite(content, replacing: false)
    count = 1
  }

  /// Whether the next item belongs into a new file.
  var isFull: Bool { content.count >= longest }

  /// Adds an item, a JSON value as text. When this returns, a killed program does not lose it.
  func append(_ item: String) throws(FileError) {
    let offset = content.count - Self.closing.count
    let bytes = Array(",\(item)]}".utf8)
    if offset / Self.page == (offset + bytes.count - 1) / Self.page {
      try overwrite(bytes, at: offset)
      content.removeLast(Self.closing.count)
      content += bytes
    } else {
      let grown = content.dropLast(Self.closing.count) + bytes
      try rewrite(Array(grown), replacing: true)
      content = Array(grown)
    }
    count += 1
  }

  /// Waits until all is on the disk.
  func synchronize() throws(FileError) {
    try file?.withDescriptor { descriptor throws(FileError) in try descriptor.synchronize() }
  }

  private func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    guard file != nil else { return try rewrite(content, replacing: true) }
    try file?.withDescriptor { descriptor throws(FileError) in
      var failure = FileError(.write, path: path, code: 28)
      do throws(FileError) {
        let written = try descriptor.write(bytes, at: offset)
        if written == bytes.count { return }
      } catch {
        failure = error
      }
      // The brackets were there before, so that there is room for them.
      _ = try? descriptor.write(Self.closing, at: offset)
      try? descriptor.truncate(to: offset + Self.closing.count)
      throw failure
    }
  }

  /// Puts a whole new file in the place of the old one.
  private func rewrite(_ bytes: [UInt8], replacing: Bool) throws(FileError) {
    let replacement = try FileReplacement(of: path)
    let text = String(decoding: bytes, as: UTF8.self)
    try replacement.withDescriptor { descriptor throws(FileError) in try descriptor.write(text) }
    try replacement.commit(replacing: replacing)
    file = replacement
  }
}
