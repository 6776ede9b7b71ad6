import Glibc
import Synchronization
import Threads

/// Notes which recordings are being measured when this program crashes.
///
/// A crash ends all threads at once, and only the handler of its signal can still write. Whole lines are
/// ready for it; the program ends in the same way as without them.
enum CrashNotes {
  /// The lines of the recordings that are being measured, by their names.
  private static let lines = Mutex<[String: [UInt8]]>([:])

  /// The address of all these lines as a C string; 0 for none. The code that exchanges it owns the string.
  private static let text = Atomic<UInt>(0)
  private static let file = Atomic<Int32>(-1)

  /// Writes into an open file, if the program crashes.
  static func listen(writingTo descriptor: Int32) {
    // A handler must not be the first to read these, which would initialize them.
    _ = text.load(ordering: .relaxed)
    file.store(descriptor, ordering: .relaxed)
    for signal in OwnThread.crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { CrashNotes.take($0) }
      sigaction(signal, &action, nil)
    }
  }

  /// Keeps a line for as long as the work on something lasts.
  static func with<Value>(_ line: [UInt8], of name: String, _ work: () -> Value) -> Value {
    change(name, line)
    defer { change(name, nil) }
    return work()
  }

  private static func change(_ name: String, _ line: [UInt8]?) {
    lines.withLock { lines in
      lines[name] = line
      let joined = String(decoding: lines.values.joined(), as: UTF8.self)
      let copy = joined.isEmpty ? nil : strdup(joined)
      let old = text.exchange(UInt(bitPattern: copy), ordering: .acquiringAndReleasing)
      free(UnsafeMutablePointer<CChar>(bitPattern: old))
    }
  }

  /// Runs in a signal's handler: nothing here allocates or locks.
  private static func take(_ number: Int32) {
    let address = text.exchange(0, ordering: .acquiringAndReleasing)
    if let lines = UnsafePointer<CChar>(bitPattern: address) {
      _ = write(file.load(ordering: .relaxed), lines, strlen(lines))
    }
    // It ends the process when the handler returns.
    signal(number, SIG_DFL)
    raise(number)
  }
}
