import SampleStore

extension Sample {
  /// Bytes of memory that it takes, roughly: what waits for something is bounded by them.
  var weight: Int {
    var bytes = 300
    for (key, value) in metadata {
      bytes += 100 + key.utf8.count
      if case .string(let text) = value { bytes += text.utf8.count }
    }
    switch self {
    case .correlation(let sample): bytes += sample.members.reduce(0) { $0 + $1.weight }
    case .workout(let sample): bytes += 32 * sample.events.count + 200 * sample.totals.count
    case .heartbeatSeries(let sample): bytes += 16 * sample.beats.count
    case .quantity, .category: break
    }
    return bytes
  }
}
