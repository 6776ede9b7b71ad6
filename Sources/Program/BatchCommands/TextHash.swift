import FFmpegSource
import FileAccess

/// Hashes that distinguish contents; they do not withstand deliberate forgery.
enum TextHash {
  /// Returns 32 hexadecimal digits of a text.
  static func digits(of text: String) -> String {
    digits(of: text.utf8)
  }

  /// Returns 32 hexadecimal digits of some bytes.
  static func digits(of bytes: some Sequence<UInt8>) -> String {
    let hash = ContentHash()
    Array(bytes).withUnsafeBufferPointer { hash.update($0) }
    return String(hash.description.suffix(32))
  }

  /// Returns the hash of all of a file's bytes; `nil` if it was stopped.
  static func content(
    of path: String, isStopped: () -> Bool = { false }
  ) throws(FileError) -> String? {
    let file = try OpenFile(path, for: .reading)
    let hash = ContentHash()
    var block: [UInt8] = []
    while !isStopped() {
      block.removeAll(keepingCapacity: true)
      let count = try file.withDescriptor { descriptor throws(FileError) in
        try descriptor.read(1 << 20, appendingTo: &block)
      }
      if count == 0 { return hash.description }
      block.withUnsafeBufferPointer { hash.update($0) }
    }
    return nil
  }

  /// Returns a hash of a file's size and of its first and last 64 KiB, by which a shard is chosen.
  /// It does not depend on the name, and costs no reading of the whole.
  static func sketch(of path: String) -> String? {
    guard let state = FileState(of: path), let file = try? OpenFile(path, for: .reading) else {
      return nil
    }
    let part = 1 << 16
    return file.withDescriptor { descriptor in
      guard let head = try? descriptor.bytes(at: 0, count: part),
        let tail = try? descriptor.bytes(at: max(0, state.size - part), count: part)
      else { return nil }
      return digits(of: Array("\(state.size)\n".utf8) + head + tail)
    }
  }
}
