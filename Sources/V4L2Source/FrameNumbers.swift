/// Counts the frames that are missing between the driver's numbers, which may wrap, jump or stand still.
struct FrameNumbers {
  /// Whether they were caught jumping or standing still.
  private(set) var areWrong = false

  /// The first of them may be of a frame that lay there since long before.
  private var hasStep = false
  private var last: (number: UInt32, arrival: Double)?

  /// How far the numbers may have come by now at twice the rate; what waited while the program was held
  /// up arrives at once, and the gap behind it later.
  private var allowance = 0.0

  /// How many frames are missing before this one.
  /// - Parameter rate: The promised frame rate; a gap of far more frames than the time allows is none.
  mutating func lost(before number: UInt32, arrival: Double, rate: Double?) -> Int {
    defer { last = (number, arrival) }
    guard let last else { return 0 }
    // Modulo 2^32: a number that wraps goes on.
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
