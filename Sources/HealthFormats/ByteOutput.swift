import CZlib
import FileAccess

/// Writes bytes to a descriptor, which remains the caller's; compressed with gzip on request.
public final class ByteOutput {
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private let stream: UnsafeMutablePointer<z_stream>?
  private var packed: [UInt8] = []

  /// Bytes written to the descriptor so far.
  public private(set) var count = 0

  /// - Parameter isCompressed: Whether the file is to be a gzip file.
  public init(descriptor: Int32, isCompressed: Bool = false) throws {
    self.descriptor = FileDescriptor(descriptor)
    guard isCompressed else {
      stream = nil
      return
    }
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard heartcam_gzip_begin(stream) == Z_OK else {
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

  func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= 1 << 17 { try flush(Z_NO_FLUSH) }
  }

  /// Writes the rest; nothing may follow.
  public func finish() throws { try flush(Z_FINISH) }

  private func flush(_ mode: Int32) throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let stream else { return try put(buffer[...]) }
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
