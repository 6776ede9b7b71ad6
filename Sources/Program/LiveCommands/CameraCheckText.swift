import CommandEnvironment
import JSONCoding
import Measurement
import V4L2Source

/// A camera's findings and their meaning, as lines for a person and as a line of JSON.
enum CameraCheckText {
  static func text(
    _ source: LiveSourceDescription, _ findings: CameraCheckup.Findings, _ verdict: CameraVerdict,
    lost: Int
  ) -> String {
    let levels = findings.levels
    let rows = [
      (
        "frames",
        "\(findings.frameRate.fixed(2)) a second, \(findings.frameCount) in "
          + "\(findings.duration.fixed(1)) s, \(lost) lost"
      ),
      ("jitter", "\(findings.jitter.fixed(2)) ms from frame to frame"),
      (
        "gaps",
        "\(findings.longestGap.fixed(0)) ms at most, \((100 * findings.gapShare).fixed(1))% of the time"
      ),
      (
        "levels",
        "red \(levels[0].fixed(0)), green \(levels[1].fixed(0)), blue \(levels[2].fixed(0)) of 255; "
          + "\((100 * findings.clippedShare).fixed(1))% clipped, "
          + "\((100 * findings.blackShare).fixed(1))% black"
      ),
      (
        "flicker",
        findings.flicker.map {
          "\((100 * $0.depth).fixed(1))%, of lamps on mains of \($0.mains.fixed(0)) Hz"
        } ?? "none"
      ),
      ("exposure", "can be held still: \(verdict.exposure.rawValue)"),
      ("white balance", "can be held still: \(verdict.whiteBalance.rawValue)"),
    ]
    let lines = rows.map { "  " + padded($0.0, 13, right: true) + "  " + $0.1 }
    return "\(source.name)  \(source.kind)  \(source.path)".withVisibleControls + "\n"
      + lines.joined(separator: "\n")
      + "\n\(verdict.title)\n" + verdict.sentences.map { "  - \($0)\n" }.joined()
  }

  static func json(
    _ source: LiveSourceDescription, _ findings: CameraCheckup.Findings, _ verdict: CameraVerdict,
    lost: Int
  ) -> JSONValue {
    [
      "name": .string(source.name), "path": .string(source.path), "kind": .string(source.kind),
      "duration_s": .rounded(findings.duration, 3), "frames": .integer(findings.frameCount),
      "lost_frames": .integer(lost), "frame_rate": .rounded(findings.frameRate, 3),
      "jitter_ms": .rounded(findings.jitter, 3), "longest_gap_ms": .rounded(findings.longestGap, 1),
      "gap_share": .rounded(findings.gapShare, 4),
      "levels": .array((0..<3).map { .rounded(findings.levels[$0], 2) }),
      "clipped_share": .rounded(findings.clippedShare, 4),
      "black_share": .rounded(findings.blackShare, 4),
      "flicker_mains_hz": .rounded(findings.flicker?.mains, 0),
      "flicker_share": .rounded(findings.flicker?.depth, 4),
      "exposure_lock": .string(verdict.exposure.rawValue),
      "white_balance_lock": .string(verdict.whiteBalance.rawValue),
      "verdict": .string(verdict.fitness.rawValue),
      "advice": .array(verdict.sentences.map(JSONValue.string)),
    ]
  }
}
