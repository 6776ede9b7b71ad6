import CFFmpeg
import Synchronization

/// Keeps libav from writing to standard error, and remembers the last error of each open file.
///
/// libav's log is one for the whole process and is written to from its own threads, so the memory
/// of it is behind a mutex, keyed by the address of the context that complains.
enum LibavLog {
  private static let lastErrors = Mutex<[UInt: String]>([:])

  /// Silences the log; to be called before anything else of libav.
  static let silence: Void = {
    av_log_set_callback { context, level, format, arguments in
      guard let context, let format, let arguments, level & 0xFF <= AV_LOG_ERROR else { return }
      LibavLog.remember(context, level, format, arguments)
    }
  }()

  static func watch(_ context: UnsafeRawPointer) {
    lastErrors.withLock { $0[UInt(bitPattern: context)] = "" }
  }

  static func unwatch(_ context: UnsafeRawPointer) {
    lastErrors.withLock { $0[UInt(bitPattern: context)] = nil }
  }

  /// The last error line about a watched context since `watch`, without its line end; nil if none.
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
