/// How late things were, counted by the millisecond.
struct LatencyHistogram {
  private var counts = [Int](repeating: 0, count: 1001)
  private var total = 0

  /// Takes a delay in seconds; those above one second count as one second.
  mutating func add(_ seconds: Double) {
    guard seconds.isFinite else { return }
    counts[Int(min(max(seconds, 0), 1) * 1000)] += 1
    total += 1
  }

  /// Milliseconds that a share of all delays did not exceed; `nil` where there were none.
  func quantile(_ share: Double) -> Int? {
    guard total > 0 else { return nil }
    var left = Int((share * Double(total)).rounded(.up))
    for (milliseconds, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return milliseconds + 1 }
    }
    return nil
  }
}
