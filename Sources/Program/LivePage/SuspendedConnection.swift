import CMicroHTTPD

/// A connection that the library leaves alone until it is resumed.
///
/// Unchecked: the library guards a connection's suspension by its own lock, and a suspended
/// connection lives until it is resumed.
struct SuspendedConnection: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Suspends it. It is called from the library's thread, in a handler of this very connection.
  func suspend() { MHD_suspend_connection(pointer) }

  /// Resumes it. It is called once after each `suspend`, from any thread.
  func resume() { MHD_resume_connection(pointer) }
}
