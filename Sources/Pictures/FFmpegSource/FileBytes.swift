import CFFmpeg
import FileAccess
import Glibc

/// Lets libav read an open file, and nothing else: owns the file and libavformat's context of it.
///
/// A regular file is read by offsets, so that its position, which other descriptors may share, does not
/// change. A pipe is read as it comes.
final class FileBytes {
  /// The context; libav may replace the buffer in it.
  private(set) var context: UnsafeMutablePointer<AVIOContext>

  private let file: OpenFile
  private let interruption: InterruptionCheck
  private var position = 0

  /// The size of a file that can be read from any offset; `nil` of a pipe.
  private let size: Int?

  /// Bytes that are read at a time, as libavformat reads files and pipes by itself.
  private static let (fileBlock, pipeBlock) = (1 << 18, 1 << 16)

  init(_ file: consuming OpenFile, interruption: InterruptionCheck) {
    let size = file.withDescriptor { descriptor -> Int? in
      let start = lseek(descriptor.number, 0, SEEK_CUR)
      guard start >= 0 else { return nil }
      let end = lseek(descriptor.number, 0, SEEK_END)
      guard end >= 0, lseek(descriptor.number, start, SEEK_SET) == start else { return nil }
      return Int(end)
    }
    self.size = size
    self.file = file
    self.interruption = interruption
    let block = size == nil ? Self.pipeBlock : Self.fileBlock
    let read:
      @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
        owner, bytes, count in
        guard let owner, let bytes else { return heartcam_error_end_of_file() }
        return Unmanaged<FileBytes>.fromOpaque(owner).takeUnretainedValue().read(bytes, Int(count))
      }
    let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64 = {
      owner, offset, whence in
      guard let owner else { return -1 }
      return Unmanaged<FileBytes>.fromOpaque(owner).takeUnretainedValue().seek(offset, whence)
    }
    guard let buffer = av_malloc(block)?.assumingMemoryBound(to: UInt8.self),
      let context = avio_alloc_context(
        buffer, Int32(block), 0, nil, read, nil, size == nil ? nil : seek)
    else { outOfMemory() }
    self.context = context
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    av_freep(&context.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_context_free(&context)
  }

  private func read(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    file.withDescriptor { descriptor in
      while true {
        guard !interruption.isRequested() else { return heartcam_error_exit() }
        let got =
          size == nil
          ? Glibc.read(descriptor.number, bytes, count)
          : pread(descriptor.number, bytes, count, off_t(position))
        if got > 0 {
          position += got
          return Int32(got)
        }
        if got == 0 { return heartcam_error_end_of_file() }
        let code = errno
        if code == EAGAIN {
          var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
          _ = poll(&request, 1, -1)
        } else if code != EINTR {
          return -code
        }
      }
    }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let size = Int64(size ?? 0)
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return size
    case SEEK_SET: base = 0
    case SEEK_CUR: base = Int64(position)
    case SEEK_END: base = size
    default: return Int64(-EINVAL)
    }
    let (target, isTooFar) = base.addingReportingOverflow(offset)
    guard !isTooFar, target >= 0 else { return Int64(-EINVAL) }
    position = Int(target)
    return target
  }
}
