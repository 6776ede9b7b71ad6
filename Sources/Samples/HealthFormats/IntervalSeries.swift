import FoundationEssentials
import SampleStore

/// Intervals from beat to beat, as straps write them, on their way to a heartbeat series with its variability.
struct IntervalSeries {
  private(set) var end: Date
  private let start: Date
  private let source: Source
  private var beats = [HeartbeatSeries.Beat(time: 0)]
  private var lengths: [Double] = []

  /// Beats of a day and a half.
  private static let most = 200_000

  init(start: Date, source: Source) {
    (self.start, end, self.source) = (start, start, source)
  }

  var isFull: Bool { lengths.count >= Self.most }

  /// Whether a record of this moment belongs to the same recording. Clocks of phones and straps differ by seconds.
  func isContinued(by date: Date, within slack: TimeInterval) -> Bool {
    abs(date.timeIntervalSince(end)) < slack
  }

  /// Adds an interval, in seconds. One that no heart has ends with a beat after a gap.
  mutating func add(_ length: Double) {
    end += length
    lengths.append(length)
    let time = ((end.timeIntervalSince(start)) * 1e6).rounded() / 1e6
    beats.append(.init(time: time, precededByGap: !(0.2...3).contains(length)))
  }

  /// The series, and its variability if it can be said.
  var samples: [Sample] {
    var identity = ContentIdentifier()
    identity.add(source.name)
    identity.add(start)
    for length in lengths { identity.add(length.bitPattern) }
    let id = identity.id(at: start)
    var samples: [Sample] = []
    if let series = try? HeartbeatSeries(id: id, beats: beats, start: start, source: source) {
      samples.append(.heartbeatSeries(series))
    }
    for (type, value) in variability {
      identity.add(type.identifier)
      if let sample = try? QuantitySample(
        SampleHead(id: identity.id(at: start), start: start, end: end, source: source), type: type,
        quantity: Quantity(value, .millisecond))
      {
        samples.append(.quantity(sample))
      }
    }
    return samples
  }

  /// The standard deviation of the intervals and the root mean square of their differences, in milliseconds, without
  /// intervals that differ by more than a fifth from the one before, which are no normal beats (Task Force of the ESC
  /// and NASPE 1996); nothing if more than a fifth of them do, or if there are fewer than five.
  private var variability: [(QuantityType, Double)] {
    var (normal, differences): ([Double], [Double]) = ([], [])
    for (length, before) in zip(lengths, [lengths[0]] + lengths)
    where (0.2...3).contains(length) && abs(length - before) <= before / 5 {
      normal.append(1000 * length)
      differences.append(1000 * (length - before))
    }
    guard normal.count >= 5, 5 * normal.count >= 4 * lengths.count else { return [] }
    let mean = normal.reduce(0, +) / Double(normal.count)
    let spread = normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(normal.count - 1)
    let steps = differences.dropFirst()
    let square = steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)
    return [
      (.heartRateVariabilitySDNN, spread.squareRoot()),
      (.heartRateVariabilityRMSSD, square.squareRoot()),
    ]
  }
}
