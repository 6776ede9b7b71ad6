import Glibc
import JSONCoding
import LivePage
import Synchronization

/// A browser's order for the live session.
enum LiveOrder: Sendable, Equatable {
  /// Begin; a camera's path, or `nil` for the source in the command line.
  case start(camera: String?)

  /// End the session, and keep its result until it is saved or discarded.
  case stop

  /// Save the result, or try again.
  case save

  /// Forget the result.
  case discard
}

/// The queue for browsers' orders, and the one browser that steers.
///
/// Any browser may take the wheel of a session without one, and a browser that asks for it outright
/// gets it. Its descriptor is readable while orders wait.
final class SteeringWheel: Sendable {
  private struct State {
    var orders: [LiveOrder] = []
    var steerer: Int?
  }

  private let state = Mutex(State())
  private let ends: (reading: Int32, writing: Int32)

  /// The browsers' numbers, which the wheels of one server share.
  let numbers: VisitorNumbers

  init(numbers: VisitorNumbers = VisitorNumbers()) {
    self.numbers = numbers
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// A descriptor that is readable while orders wait; -1 if it could not be made. `poll` ignores -1.
  var descriptor: Int32 { ends.reading }

  /// The number of the browser that steers; `nil` if none does.
  var steerer: Int? { state.withLock { $0.steerer } }

  /// Gives a browser the wheel.
  func take(for visitor: String) {
    let number = numbers[visitor]
    state.withLock { $0.steerer = number }
  }

  /// Lets another browser steer.
  func letGo() { state.withLock { $0.steerer = nil } }

  /// The answer to an order: it waits, another browser steers, or too many wait.
  enum Answer { case taken, steered, full }

  /// Passes an order on.
  func give(_ order: LiveOrder, by visitor: String) -> Answer {
    let number = numbers[visitor]
    let answer = state.withLock { state in
      guard (state.steerer ?? number) == number else { return Answer.steered }
      guard state.orders.count < 100 else { return .full }
      state.steerer = number
      state.orders.append(order)
      return .taken
    }
    if answer == .taken {
      var byte: UInt8 = 1
      _ = write(ends.writing, &byte, 1)
    }
    return answer
  }

  /// Passes an order on, and returns the answer for the browser.
  func answer(to order: LiveOrder, by visitor: String) -> PageResponse {
    switch give(order, by: visitor) {
    case .taken: .json(["accepted": .bool(true)], status: 202)
    case .steered: .error(409, "another browser steers this session; take the wheel first")
    case .full: .error(503, "too many orders wait; try again")
    }
  }

  /// Returns the orders that have come since the last call.
  func orders() -> [LiveOrder] {
    var bytes = [UInt8](repeating: 0, count: 128)
    while read(ends.reading, &bytes, bytes.count) > 0 {}
    return state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }
}

/// Browsers by numbers that others may know.
final class VisitorNumbers: Sendable {
  private let numbers = Mutex<[String: Int]>([:])

  /// The number of a browser, from 1.
  subscript(visitor: String) -> Int {
    numbers.withLock { numbers in
      let number = numbers[visitor] ?? numbers.count + 1
      numbers[visitor] = number
      return number
    }
  }
}
