import CZlib
import FileAccess

/// Writes bytes to a descriptor, which remains the caller's; compressed with gzip, or as the entries of a
/// zip, on request.
public final class ByteOutput {
  /// The packing of the bytes.
  public enum Form: Sendable {
    /// Plain bytes.
    case plain

    /// One gzip file.
    case gzip

    /// The entries of a zip.
    case zip
  }

  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private let stream: UnsafeMutablePointer<z_stream>?
  private var packed: [UInt8] = []

  /// The entries for a zip's directory; `nil` for another form.
  private var directory: ZipDirectory?

  /// Bytes written to the descriptor so far.
  public private(set) var count = 0

  /// - Parameter isCompressed: Whether the file is to be a gzip file.
  public convenience init(descriptor: Int32, isCompressed: Bool = false) throws {
    try self.init(descriptor: descriptor, as: isCompressed ? .gzip : .plain)
  }

  /// Makes an output of a form.
  public init(descriptor: Int32, as form: Form) throws {
    self.descriptor = FileDescriptor(descriptor)
    directory = form == .zip ? ZipDirectory() : nil
    guard form != .plain else {
      stream = nil
      return
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = form == .zip ? heartcam_deflate_begin(stream) : heartcam_gzip_begin(stream)
    guard status == Z_OK else {
      stream.deallocate()
      throw FormatError(.system, "there is no memory to compress it")
    }
    self.stream = stream
    packed = [UInt8](repeating: 0, count: 1 << 17)
  }

  deinit {
    if let stream {
      deflateEnd(stream)
      stream.deallocate()
    }
  }

  /// Whether the bytes are those of entries.
  var isZip: Bool { directory != nil }

  /// Begins an entry of a zip; its content is everything written until `endEntry`.
  func beginEntry(_ name: String) throws {
    guard let header = directory?.begin(name, at: count) else { return }
    try put(header[...])
  }

  /// Ends an entry; throws `refused` if it has 4 GB or more.
  func endEntry() throws {
    guard let stream, directory != nil else { return }
    try flush(Z_FINISH)
    deflateReset(stream)
    guard let mark = directory?.end(at: count) else {
      throw FormatError(.refused, "a zip holds no file of 4 GB: export it as .xml.gz")
    }
    try put(mark[...])
  }

  /// Writes a text.
  public func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= 1 << 17 { try flush(Z_NO_FLUSH) }
  }

  /// Writes the rest; nothing may follow.
  public func finish() throws {
    guard let directory else { return try flush(Z_FINISH) }
    guard let bytes = directory.bytes(at: count) else {
      throw FormatError(.refused, "a zip holds no more than 65,535 files and 4 GB")
    }
    try put(bytes[...])
  }

  private func flush(_ mode: Int32) throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let stream else { return try put(buffer[...]) }
    directory?.add(buffer)
    try buffer.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      while true {
        let room = packed.count
        let (status, left) = packed.withUnsafeMutableBufferPointer { output in
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = UInt32(room)
          return (deflate(stream, mode), Int(stream.pointee.avail_out))
        }
        try put(packed[..<(room - left)])
        let isDone = mode == Z_FINISH ? status == Z_STREAM_END : left > 0
        if isDone { return }
        guard status == Z_OK || status == Z_BUF_ERROR else {
          throw FormatError(.system, "it cannot be compressed")
        }
      }
    }
  }

  private func put(_ bytes: ArraySlice<UInt8>) throws {
    do {
      try bytes.withUnsafeBytes { try descriptor.write($0) }
    } catch let error as FileError {
      throw FormatError(.system, error.description)
    }
    count += bytes.count
  }
}
