import Glibc

/// Orders at moments known before, and those that come through a named pipe while the camera runs.
struct OrderBook {
  private var timed: [(time: Double, order: CameraOrder)]

  /// Ready to be read when an order has come; -1 without a pipe.
  let descriptor: Int32

  init(_ timed: [(time: Double, order: CameraOrder)], pipe: String?) throws(SimulatorError) {
    self.timed = timed.sorted { $0.time < $1.time }
    guard let pipe else {
      descriptor = -1
      return
    }
    unlink(pipe)
    guard mkfifo(pipe, 0o600) == 0 else { throw SimulatorError("mkfifo \(pipe)", errno) }
    // Open for writing too, so that the end of one writer is not the end of the pipe.
    descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SimulatorError("open \(pipe)", errno) }
  }

  /// Seconds until the next order of those known before; nil when there is none.
  func wait(at time: Double) -> Double? { timed.first.map { max(0, $0.time - time) } }

  /// What is due. An order that is none is noted and passed over.
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
