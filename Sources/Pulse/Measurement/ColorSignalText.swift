public import VideoFrames

/// Writes a colour signal as text that `ColorSignalReader` reads back to the last bit.
public enum ColorSignalText {
  /// Seconds, mean levels from 0 to 255, and what describes the pictures; one or two colours and
  /// everything after them may be empty or missing. A key frame of a codec is 1, any other frame 0.
  static let columns = [
    "time_s", "red", "green", "blue", "spread", "clipped_share", "black_share", "skin_share",
    "key_frame",
  ]

  /// The title of the one level of a camera without colour.
  static let gray = "gray"

  /// The header and a line for each colour frame. Numbers have the fewest digits that can be read
  /// back exactly. The last two columns are there only if skin was looked for, and if some frames are
  /// known not to be key frames.
  public static func text(of samples: [ColorSample]) -> String {
    let hasSkin = samples.contains { $0.skinShare != nil }
    let hasKeyFrames = samples.contains { $0.isKeyFrame == false }
    var titles = Array(columns.dropLast(2))
    if hasSkin { titles.append(columns[7]) }
    if hasKeyFrames { titles.append(columns[8]) }
    return titles.joined(separator: ",") + "\n"
      + samples.map { line($0, hasSkin: hasSkin, hasKeyFrames: hasKeyFrames) }.joined()
  }

  private static func line(
    _ sample: ColorSample, hasSkin: Bool, hasKeyFrames: Bool
  ) -> String {
    let levels = [sample.red, sample.green, sample.blue].map { $0.isNaN ? nil : $0 }
    var shares = [sample.spread, sample.clippedShare, sample.blackShare]
    if hasSkin { shares.append(sample.skinShare) }
    var fields = (levels + shares).map { $0.map { "\($0)" } ?? "" }
    if hasKeyFrames { fields.append(sample.isKeyFrame.map { $0 ? "1" : "0" } ?? "") }
    return "\(sample.time)," + fields.joined(separator: ",") + "\n"
  }
}
