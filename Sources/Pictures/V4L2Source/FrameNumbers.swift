/// Counts the frames that are missing by the gaps in the driver's numbers, which may wrap, jump or
/// stand still.
struct FrameNumbers {
  /// Whether the numbers have jumped or stood still.
  private(set) var areWrong = false

  /// Whether there has been a step. The first may start at a frame that had waited for long.
  private var hasStep = false
  private var last: (number: UInt32, arrival: Double)?

  /// The highest number that can have come by now at twice the rate. Frames that waited while the
  /// program was held up arrive at once, and the gap after them later.
  private var allowance = 0.0

  /// Returns the number of frames that are missing before this one.
  /// - Parameter rate: The promised frame rate; a gap of far more frames than the time allows does not count.
  mutating func lost(before number: UInt32, arrival: Double, rate: Double?) -> Int {
    defer { last = (number, arrival) }
    guard let last else { return 0 }
    // Modulo 2^32, for numbers that wrap.
    let step = number &- last.number
    let pace = 2 * (rate ?? 60)
    allowance = min(allowance, 20 * pace) + (arrival - last.arrival) * pace
    defer { hasStep = true }
    guard step > 0, Double(step) <= allowance + 16 else {
      if hasStep { areWrong = true }
      return 0
    }
    allowance = max(0, allowance - Double(step))
    return Int(step) - 1
  }

  /// Forgets the last number: the stream was stopped.
  mutating func restart() {
    last = nil
    hasStep = false
    allowance = 0
  }
}
