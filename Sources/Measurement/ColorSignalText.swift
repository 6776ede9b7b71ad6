public import VideoFrames

/// The text form of a colour signal: what `ColorSignalReader` reads, to the last bit.
public enum ColorSignalText {
  /// Seconds, mean levels from 0 to 255, and what the pictures were like; the last four may be empty or
  /// absent.
  static let columns = [
    "time_s", "red", "green", "blue", "spread", "clipped_share", "black_share", "skin_share",
  ]

  /// The first line, with its end.
  public static let header = columns.joined(separator: ",") + "\n"

  /// The line of one sample, with its end. Numbers are as short as they can be read back exactly.
  public static func line(_ sample: ColorSample) -> String {
    let shares = [sample.spread, sample.clippedShare, sample.blackShare, sample.skinShare]
      .map { $0.map { "\($0)" } ?? "" }
    return "\(sample.time),\(sample.red),\(sample.green),\(sample.blue),"
      + shares.joined(separator: ",") + "\n"
  }
}
