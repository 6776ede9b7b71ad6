import CHeartcam
import Glibc
import Synchronization

/// The target of a pointer of the C interface: a value that one thread at a time uses, in the process that made it.
///
/// `Value` is used inside the mutex alone, whatever thread calls.
final class Handle<Value>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private let process = getpid()
  private var value: Value

  /// Texts that callers have pointers to, until the handle is freed.
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ value: Value) { self.value = value }

  deinit { for text in texts { Glibc.free(text) } }

  /// Makes a pointer of a value; `free` ends it.
  static func pointer(to value: Value) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
  }

  /// Returns the handle of a pointer.
  static func of(_ pointer: OpaquePointer) -> Handle {
    Unmanaged.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Frees the target of a pointer. One that belongs to another process, from which this one was forked, stays.
  static func free(_ pointer: OpaquePointer?) {
    guard let pointer, of(pointer).process == getpid() else { return }
    Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }

  /// Uses the value, alone.
  func use<Result>(_ work: (inout Value) throws -> Result) throws -> Result {
    guard process == getpid() else {
      throw LibraryError.usage(
        "this was made before a fork and belongs to the parent process: make another one")
    }
    return try lock.withLock { _ in try work(&value) }
  }

  /// Returns a copy of a text that is there until the handle is freed; asked for again, it is the same copy.
  func keep(_ text: String) -> UnsafePointer<CChar>? {
    var kept: UnsafeMutablePointer<CChar>?
    lock.withLock { _ in
      kept = texts.first { strcmp($0, text) == 0 }
      if kept == nil, let copy = strdup(text) {
        texts.append(copy)
        kept = copy
      }
    }
    return kept.map { UnsafePointer($0) }
  }
}
