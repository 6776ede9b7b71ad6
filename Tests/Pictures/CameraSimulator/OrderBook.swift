import Glibc

/// Orders at given times, and orders that come through a named pipe while the camera runs.
struct OrderBook {
  private var timed: [(time: Double, order: CameraOrder)]

  /// The descriptor that becomes readable when an order comes; -1 without a pipe.
  let descriptor: Int32

  init(_ timed: [(time: Double, order: CameraOrder)], pipe: String?) throws(SimulatorError) {
    self.timed = timed.sorted { $0.time < $1.time }
    guard let pipe else {
      descriptor = -1
      return
    }
    unlink(pipe)
    guard mkfifo(pipe, 0o600) == 0 else { throw SimulatorError("mkfifo \(pipe)", errno) }
    // Opened for writing too, so that the pipe stays open after a writer closes it.
    descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SimulatorError("open \(pipe)", errno) }
  }

  /// Returns the seconds until the next order at a given time, or `nil` if there is none.
  func wait(at time: Double) -> Double? { timed.first.map { max(0, $0.time - time) } }

  /// Removes and returns the orders that are due. Logs and skips invalid ones.
  mutating func due(at time: Double) -> [CameraOrder] {
    var orders: [CameraOrder] = []
    while !timed.isEmpty, timed[0].time <= time { orders.append(timed.removeFirst().order) }
    guard descriptor >= 0 else { return orders }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return orders }
    for line in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
      if let order = CameraOrder(line) {
        orders.append(order)
      } else {
        CameraLog.note("not an order: \(line)")
      }
    }
    return orders
  }
}
