public import VideoFrames

extension HeartRateMonitor {
  /// Returns the readings of a whole recording: those of appending its samples and finishing.
  public static func readings(
    of samples: some Sequence<ColorSample>, _ configuration: Configuration = Configuration()
  ) -> [HeartRateReading] {
    var monitor = HeartRateMonitor(configuration)
    return monitor.append(contentsOf: samples) + monitor.finish()
  }

  /// Returns the readings of many recordings, measured several at once. Each has the bits that it
  /// has alone.
  ///
  /// A recording is one task and stays whole, since a reading may depend on the one before it.
  /// - Parameter width: The greatest number of recordings that are measured at once.
  /// - Returns: The readings of each recording, in the order of the recordings.
  /// - Throws: `CancellationError` if the task was cancelled.
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
