import CFFmpeg
import Glibc
import Synchronization

/// Keeps libav from writing to standard error, remembers the last error of each open file, and counts the
/// errors of decoders.
///
/// libav's log is one for the whole process and is written to from its own threads, so the memory
/// of it is behind a mutex, keyed by the address of the context that complains. A decoder's threads
/// have separate contexts, which share the decoder's value for its user.
enum LibavLog {
  private static let lastErrors = Mutex<[UInt: String]>([:])
  private static let decoderErrors = Mutex<[UInt: Int]>([:])

  /// Silences the log; to be called before anything else of libav.
  static let silence: Void = {
    av_log_set_callback { context, level, format, arguments in
      guard let context, let format, let arguments else { return }
      let isError = level & 0xFF <= AV_LOG_ERROR
      // That a picture was completed from its neighbors is said at a lower level.
      guard isError || strncmp(format, "concealing", 10) == 0 else { return }
      if let user = heartcam_decoder_user(context) {
        LibavLog.decoderErrors.withLock { $0[UInt(bitPattern: user)]? += 1 }
      }
      if isError { LibavLog.remember(context, level, format, arguments) }
    }
  }()

  /// Counts a decoder's complaints, by its value for its user.
  static func count(ofUser user: UnsafeRawPointer) {
    decoderErrors.withLock { $0[UInt(bitPattern: user)] = 0 }
  }

  static func uncount(ofUser user: UnsafeRawPointer) {
    decoderErrors.withLock { $0[UInt(bitPattern: user)] = nil }
  }

  /// Returns how often that decoder has complained.
  static func errorCount(ofUser user: UnsafeRawPointer) -> Int {
    decoderErrors.withLock { $0[UInt(bitPattern: user)] ?? 0 }
  }

  static func watch(_ context: UnsafeRawPointer) {
    lastErrors.withLock { $0[UInt(bitPattern: context)] = "" }
  }

  static func unwatch(_ context: UnsafeRawPointer) {
    lastErrors.withLock { $0[UInt(bitPattern: context)] = nil }
  }

  /// Returns the last error line about a watched context since `watch`, without its line end; nil if none.
  static func lastError(of context: UnsafeRawPointer) -> String? {
    lastErrors.withLock { errors in
      errors[UInt(bitPattern: context)].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  private static func remember(
    _ context: UnsafeMutableRawPointer, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) {
    let key = UInt(bitPattern: context)
    lastErrors.withLock { errors in
      guard errors[key] != nil else { return }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let base = buffer.baseAddress else { return }
        var printsPrefix: Int32 = 0
        av_log_format_line(nil, level, format, arguments, base, 512, &printsPrefix)
        var line = Substring(String(cString: base))
        while let last = line.last, last.isWhitespace { line.removeLast() }
        // Some of its messages have several lines; ours have one.
        if !line.isEmpty { errors[key] = String(line.map { $0.isNewline ? " " : $0 }) }
      }
    }
  }
}
