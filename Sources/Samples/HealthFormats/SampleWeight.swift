import SampleStore

extension Sample {
  /// Bytes of memory that it takes, roughly: they limit the samples that wait for something.
  var weight: Int {
    var bytes = 300
    for (key, value) in metadata {
      bytes += 100 + key.utf8.count
      if case .string(let text) = value { bytes += text.utf8.count }
    }
    switch self {
    case .correlation(let sample): bytes += sample.members.reduce(0) { $0 + $1.weight }
    case .workout(let sample):
      bytes += 32 * sample.events.count + 200 * (sample.totals.count + sample.statistics.count)
      bytes += 1000 * sample.activities.count
    case .heartbeatSeries(let sample): bytes += 16 * sample.beats.count
    case .quantity(let sample): bytes += 24 * (sample.series?.entries.count ?? 0)
    case .record(let sample): bytes += sample.content.weight
    case .category: break
    }
    return bytes
  }
}

extension RecordContent {
  /// Bytes of memory beyond those of every sample, roughly.
  fileprivate var weight: Int {
    switch self {
    case .electrocardiogram(let content): 4 * content.voltages.count
    case .workoutRoute(let content): 64 * content.points.count
    case .document(let content): 1000 + 4 * content.text.utf8.count
    case .activitySummary: 1000
    }
  }
}
