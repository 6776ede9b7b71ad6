import Glibc

/// A thread that runs one closure.
///
/// Unchecked: `identifier` is set before the initialiser returns and only read later; `join` is called
/// by one thread, once.
final class SourceThread: @unchecked Sendable {
  private let identifier: pthread_t

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  init(_ body: @escaping @Sendable () -> Void) {
    var identifier = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    // Signals are for the main thread, whose waiting they must end.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let code = pthread_create(
      &identifier, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(code == 0, "no thread can be started")
    self.identifier = identifier
  }

  /// Waits until the closure has returned.
  func join() { pthread_join(identifier, nil) }
}
