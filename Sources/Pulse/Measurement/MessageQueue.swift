import CLinux
import Glibc

/// Passes messages from one thread to another, in order. It never holds more than its capacity,
/// except for those sent with `sendAlways`.
///
/// Its descriptor is readable while messages wait, so that the receiver can wait for them and for
/// other things at once.
///
/// Unchecked: every access to the stored values lies between lock and unlock of the mutex.
final class MessageQueue<Message: Sendable>: @unchecked Sendable {
  /// Readable while messages wait; -1 if no descriptor was left, which `poll` ignores.
  let descriptor: Int32

  private let capacity: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let space: UnsafeMutablePointer<pthread_cond_t>
  private var messages: [Message] = []
  private var isClosed = false

  init(capacity: Int) {
    self.capacity = capacity
    descriptor = heartcam_eventfd()
    mutex = .allocate(capacity: 1)
    space = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(space, nil)
  }

  deinit {
    pthread_cond_destroy(space)
    pthread_mutex_destroy(mutex)
    space.deallocate()
    mutex.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Adds a message unless there is no room for it; returns whether there was.
  func offer(_ message: Message) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed, messages.count < capacity else { return false }
    add(message)
    return true
  }

  /// Adds a message as soon as there is room for it; returns false if the queue is closed.
  @discardableResult
  func send(_ message: Message) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isClosed, messages.count >= capacity { pthread_cond_wait(space, mutex) }
    guard !isClosed else { return false }
    add(message)
    return true
  }

  /// Adds a message whether there is room for it or not, even after `close`.
  func sendAlways(_ message: Message) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    add(message)
  }

  /// Removes and returns all messages that wait.
  func drain() -> [Message] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var count: UInt64 = 0
    if descriptor >= 0 { _ = read(descriptor, &count, 8) }
    defer { messages.removeAll(keepingCapacity: true) }
    pthread_cond_broadcast(space)
    return messages
  }

  /// Refuses messages from now on, except those sent with `sendAlways`, and wakes all threads that
  /// wait for room.
  func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(space)
  }

  var isOpen: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return !isClosed
  }

  private func add(_ message: Message) {
    messages.append(message)
    var one: UInt64 = 1
    if descriptor >= 0 { _ = write(descriptor, &one, 8) }
  }

  private func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
