/// Chooses between a packet's two times as libavcodec does for `best_effort_timestamp`: the time at which it is shown, unless
/// that has failed to advance more often than the time at which it is decoded.
struct PresentationTimes {
  private var shown = Course()
  private var decoded = Course()

  /// The time at which a picture is shown; `nil` if it has none. In the units of its stream, in the order of the stream.
  mutating func time(shown shownTime: Int64?, decoded decodedTime: Int64?) -> Int64? {
    decoded.append(decodedTime, instead: shownTime)
    shown.append(shownTime, instead: decodedTime)
    guard let shownTime else { return decodedTime }
    return decodedTime == nil || shown.failures <= decoded.failures ? shownTime : decodedTime
  }

  private struct Course {
    private(set) var failures = 0
    private var last = Int64.min

    mutating func append(_ time: Int64?, instead other: Int64?) {
      if let time, time <= last { failures += 1 }
      last = time ?? other ?? last
    }
  }
}
