import Glibc
import Threads
import VideoFrames

/// A live source on a separate thread, and the messages that it sends.
///
/// The source is opened, read and closed on that thread; only values of a few dozen bytes leave it.
/// When a feed is deallocated it stops its source and waits for its end.
public final class LiveFeed: Sendable {
  private let queue: MessageQueue<LiveMessage>
  private let thread: OwnThread

  /// Messages that may wait: a minute of a fast camera.
  static let capacity = 4096

  /// Starts a thread that runs `body`, which sends messages into the outlet until it is closed.
  init(_ body: @escaping @Sendable (LiveOutlet) -> Void) {
    let queue = MessageQueue<LiveMessage>(capacity: Self.capacity)
    self.queue = queue
    thread = OwnThread { body(LiveOutlet(queue: queue)) }
    if !thread.hasStarted {
      queue.sendAlways(.event(.ended(.failed(.noThread))))
    }
  }

  deinit {
    queue.close()
    thread.join()
  }

  /// A file descriptor that is readable while messages wait; -1 if none could be created; the
  /// caller then polls.
  public var descriptor: Int32 { queue.descriptor }

  /// Returns the messages that have come since the last call.
  public func messages() -> [LiveMessage] { queue.drain() }

  /// Asks the source to end, waits until it has closed everything that it had opened, and returns
  /// its last messages, which include the errors at its end.
  public func stop() -> [LiveMessage] {
    queue.close()
    thread.join()
    return queue.drain()
  }
}

/// The source's end of a feed.
struct LiveOutlet: Sendable {
  let queue: MessageQueue<LiveMessage>

  /// Whether the receiver still listens.
  var isOpen: Bool { queue.isOpen }

  /// Sends an event as soon as there is room for it; returns whether the receiver still listens.
  @discardableResult
  func send(_ event: LiveSourceEvent) -> Bool { queue.send(.event(event)) }

  /// Sends a frame as soon as there is room for it; returns whether the receiver still listens.
  @discardableResult
  func send(_ sample: ColorSample, _ phase: LivePhase) -> Bool {
    queue.send(.sample(sample, phase))
  }

  /// Sends a frame unless there is no room for it; returns whether there was.
  func offer(_ sample: ColorSample, _ phase: LivePhase) -> Bool {
    queue.offer(.sample(sample, phase))
  }

  /// Sends an event even if there is no room or no listener left: one of the few that must not be
  /// lost.
  func sendAlways(_ event: LiveSourceEvent) { queue.sendAlways(.event(event)) }
}
