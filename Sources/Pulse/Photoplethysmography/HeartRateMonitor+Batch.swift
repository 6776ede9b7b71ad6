public import VideoFrames

extension HeartRateMonitor {
  /// Returns the readings of a whole recording: those of appending its samples and finishing.
  public static func readings(
    of samples: some Sequence<ColorSample>, _ configuration: Configuration = Configuration()
  ) -> [HeartRateReading] {
    var monitor = HeartRateMonitor(configuration)
    return monitor.append(contentsOf: samples) + monitor.finish()
  }
}
