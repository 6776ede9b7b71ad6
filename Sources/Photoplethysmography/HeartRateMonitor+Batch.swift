public import VideoFrames

extension HeartRateMonitor {
  /// The readings of a whole recording: those of appending its samples and finishing.
  public static func readings(
    of samples: some Sequence<ColorSample>, _ configuration: Configuration = Configuration()
  ) -> [HeartRateReading] {
    var monitor = HeartRateMonitor(configuration)
    return monitor.append(contentsOf: samples) + monitor.finish()
  }

  /// The readings of many recordings, several at once; each has the bits that it has alone.
  ///
  /// A recording is one task and stays whole, since a reading may lean on the one before it.
  /// - Parameter width: How many are measured at once at most.
  /// - Returns: The readings of each recording, in the order of the recordings.
  /// - Throws: `CancellationError` where the task was cancelled.
  public static func readings(
    ofEach recordings: [[ColorSample]], _ configuration: Configuration = Configuration(),
    atOnce width: Int
  ) async throws -> [[HeartRateReading]] {
    precondition(width > 0)
    return try await withThrowingTaskGroup(of: (Int, [HeartRateReading]).self) { group in
      var results = [[HeartRateReading]](repeating: [], count: recordings.count)
      var next = 0
      func start() {
        guard next < recordings.count else { return }
        let index = next
        next += 1
        group.addTask {
          try Task.checkCancellation()
          return (index, readings(of: recordings[index], configuration))
        }
      }
      for _ in 0..<width { start() }
      while let (index, readings) = try await group.next() {
        results[index] = readings
        start()
      }
      return results
    }
  }
}
