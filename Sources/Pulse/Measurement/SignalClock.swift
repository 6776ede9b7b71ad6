import Glibc

/// Makes times that rise of those that a logger has written: its counter may wrap, its clock begin again, and the samples
/// of a packet share a time.
struct SignalClock {
  /// Samples that share a time: the fewest and the most, and whether they are about as many each time.
  private(set) var shared: (least: Int, most: Int, isRegular: Bool)?

  /// The median of seconds from one time to the next, and from one sample to the next.
  private(set) var (packetStep, step) = (0.0, Double?.none)

  /// How often the clock has begun again.
  private(set) var breakCount = 0

  /// Seconds in a unit of the counter.
  private var unit = 1.0

  /// Samples of a packet that came before the first one here.
  private var missing = 0
  private var last: (written: Double, count: Int, time: Double)?
  private var offset = 0.0

  private var first: Double?

  /// Seconds by which rows that are only out of order go back.
  private static let longestSwap = 1.0

  /// Seconds from one recording to the next: too many for a reading of both, and the next begins a usual interval.
  private static let (pause, interval) = (2.0, 10.0)

  init() {}

  /// Looks at the first times, in seconds.
  init(of times: [Double], unit: Double) {
    self.unit = unit
    var runs: [(time: Double, count: Int)] = []
    for time in times {
      if let run = runs.last, run.time == time {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((time, 1))
      }
    }
    let steps = zip(runs, runs.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }.sorted()
    if runs.count == 1, times.count > 1 { shared = (times.count, times.count, false) }
    guard !steps.isEmpty else { return }
    packetStep = steps[steps.count / 2]
    // The first packet and the last may not be whole.
    let counts = runs.dropFirst().dropLast().map(\.count).sorted()
    let usual = counts.isEmpty ? 1 : counts[counts.count / 2]
    guard usual > 1 else {
      step = packetStep
      return
    }
    let span = runs[runs.count - 1].time - runs[1].time
    step = span > 0 ? span / Double(counts.reduce(0, +)) : packetStep / Double(usual)
    let (least, most) = (counts[0], counts[counts.count - 1])
    let slack = max(1, usual / 10)
    shared = (least, most, counts.count > 1 && most - least <= 2 * slack)
    missing = max(usual - runs[0].count, 0)
  }

  /// Returns the time of the next sample; one that no recording has stays as it is.
  mutating func time(_ written: Double) -> Double {
    guard written.magnitude <= FrameTimes.greatestTime else { return written }
    var count = last == nil ? missing : 0
    if let last {
      let fall = last.written - written
      if fall == 0 {
        count = last.count + 1
      } else if fall > Self.longestSwap {
        // Of 16, 24 or 32 bits.
        let cycle = [16, 24, 32].map { exp2($0) * unit }.first { cycle in
          (0...10 * max(packetStep, unit)).contains(cycle - fall)
        }
        if cycle == nil { breakCount += 1 }
        let next = (last.time + Self.pause - (first ?? 0)) / Self.interval
        offset =
          cycle.map { offset + $0 } ?? ((first ?? 0) + next.rounded(.up) * Self.interval - written)
      }
    }
    let later = shared?.isRegular == true ? Double(count) * (step ?? 0) : 0
    let time = written + offset + later
    last = (written, count, time)
    first = first ?? time
    return time
  }
}
