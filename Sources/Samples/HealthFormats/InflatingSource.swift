import CZlib

/// The inflated bytes of a deflated source: gzip, one member after another, or the raw form of zip
/// entries.
final class InflatingSource: ByteSource {
  enum Form {
    case gzip

    /// Ends after this number of bytes, whose checksum must match.
    case raw(size: UInt64, checksum: UInt32)
  }

  private let source: any ByteSource
  private let form: Form
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableRawBufferPointer
  private var isAtEnd = false
  private var produced: UInt64 = 0
  private var checksum: UInt = 0

  var bytesRead: Int { source.bytesRead }

  init(_ source: any ByteSource, _ form: Form) throws {
    self.source = source
    self.form = form
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(byteCount: 1 << 17, alignment: 16)
    let bits: Int32 = if case .gzip = form { 15 + 16 } else { -15 }
    guard heartcam_inflate_begin(stream, bits) == Z_OK else {
      stream.deallocate()
      input.deallocate()
      throw FormatError(.system, "there is no memory to decompress it")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isAtEnd, memory.count > 0 else { return 0 }
    let room = min(memory.count, 1 << 30)
    stream.pointee.next_out = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(room)
    while stream.pointee.avail_out == UInt32(room), !isAtEnd {
      if stream.pointee.avail_in == 0 {
        let count = try source.read(into: input)
        guard count > 0 else {
          throw FormatError(.damaged, "the compressed data ends too early")
        }
        refill(count)
      }
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: try endMember()
      default: throw FormatError(.damaged, "the compressed data is damaged")
      }
    }
    let count = room - Int(stream.pointee.avail_out)
    produced += UInt64(count)
    if case .raw(let size, let expected) = form {
      checksum = crc32(
        checksum, memory.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(count))
      guard produced <= size else {
        throw FormatError(.refused, "the zip's entry is larger than the zip says")
      }
      guard !isAtEnd || (produced == size && UInt32(truncatingIfNeeded: checksum) == expected)
      else { throw FormatError(.damaged, "the zip's entry has a wrong size or checksum") }
    }
    return count
  }

  private func refill(_ count: Int) {
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(count)
  }

  /// Ends a member. A gzip file may hold several; anything else after the last one is ignored.
  private func endMember() throws {
    isAtEnd = true
    guard case .gzip = form else { return }
    if stream.pointee.avail_in == 0 { refill(try source.read(into: input)) }
    guard stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0x1F else { return }
    isAtEnd = inflateReset(stream) != Z_OK
  }
}
