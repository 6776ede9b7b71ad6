public import VideoFrames

/// Writes a colour signal as text that `ColorSignalReader` reads back to the last bit.
public enum ColorSignalText {
  /// Seconds, mean levels from 0 to 255, and what describes the pictures; the last four may be
  /// empty or missing.
  static let columns = [
    "time_s", "red", "green", "blue", "spread", "clipped_share", "black_share", "skin_share",
  ]

  /// The header and a line for each colour frame. Numbers have the fewest digits that can be read
  /// back exactly. The last column is there only if skin was looked for.
  public static func text(of samples: [ColorSample]) -> String {
    let hasSkin = samples.contains { $0.skinShare != nil }
    let titles = hasSkin ? columns : columns.dropLast()
    return titles.joined(separator: ",") + "\n"
      + samples.map { line($0, hasSkin: hasSkin) }.joined()
  }

  private static func line(_ sample: ColorSample, hasSkin: Bool) -> String {
    var shares = [sample.spread, sample.clippedShare, sample.blackShare]
    if hasSkin { shares.append(sample.skinShare) }
    return "\(sample.time),\(sample.red),\(sample.green),\(sample.blue),"
      + shares.map { $0.map { "\($0)" } ?? "" }.joined(separator: ",") + "\n"
  }
}
