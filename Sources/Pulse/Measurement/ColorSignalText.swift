public import VideoFrames

/// Writes a color signal as text that `ColorSignalReader` reads back to the last bit.
public enum ColorSignalText {
  /// Seconds, mean levels from 0 to 255, and descriptions of the pictures; one or two colors and
  /// everything after them may be empty or missing. A key frame of a codec is 1, any other frame 0.
  static let columns = [
    "time_s", "red", "green", "blue", "spread", "clipped_share", "black_share", "skin_share",
    "key_frame", "tilt_x", "tilt_y", "twist", "bow_x", "bow_y",
  ]

  /// The title of a last column that only simulated signals have; each line has a 1 there.
  static let simulated = "simulated"

  /// The title of the one level of a camera without color.
  static let gray = "gray"

  /// Returns the header and one line per color frame. Numbers have the fewest digits that can be
  /// read back exactly. The columns after `black_share` appear only if skin was looked for, if some
  /// frames are certainly not key frames, and if the pattern of the light was measured.
  /// - Parameter isSimulated: Whether the color frames were made by a program.
  public static func text(of samples: [ColorSample], isSimulated: Bool = false) -> String {
    let hasSkin = samples.contains { $0.skinShare != nil }
    let hasKeyFrames = samples.contains { $0.isKeyFrame == false }
    let hasPattern = samples.contains { $0.pattern != nil }
    var titles = columns[..<7]
    if hasSkin { titles.append(columns[7]) }
    if hasKeyFrames { titles.append(columns[8]) }
    if hasPattern { titles += columns[9...] }
    if isSimulated { titles.append(simulated) }
    return titles.joined(separator: ",") + "\n"
      + samples.map { sample in
        var fields = fields(sample)
        if hasSkin { fields.append(text(sample.skinShare)) }
        if hasKeyFrames { fields.append(sample.isKeyFrame.map { $0 ? "1" : "0" } ?? "") }
        if hasPattern {
          let terms = sample.pattern?.terms
          for index in 0..<LightPattern.termCount { fields.append(text(terms?[index])) }
        }
        if isSimulated { fields.append("1") }
        return fields.joined(separator: ",") + "\n"
      }.joined()
  }

  /// Returns the fields of a line.
  private static func fields(_ sample: ColorSample) -> [String] {
    let levels = [sample.red, sample.green, sample.blue].map { $0.isNaN ? nil : $0 }
    return ["\(sample.time)"]
      + (levels + [sample.spread, sample.clippedShare, sample.blackShare]).map(text)
  }

  private static func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "" }
}
