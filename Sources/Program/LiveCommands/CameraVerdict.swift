import JSONCoding
import Measurement
import V4L2Source

/// The meaning of a camera's findings for measuring a pulse.
struct CameraVerdict {
  enum Fitness: String {
    case fit, limited, unfit
  }

  let fitness: Fitness

  /// The obstacles and advice, one sentence each.
  let sentences: [String]
  let exposure: ControlHold
  let whiteBalance: ControlHold

  private static let (enoughFrames, fewestFrames) = (24.0, 12.0)

  /// - Parameter camera: `nil` if it is gone again.
  init(_ findings: CameraCheckup.Findings, lostCount: Int, camera: CameraDescription?) {
    exposure = camera?.exposureHold ?? .unknown
    whiteBalance = camera?.whiteBalanceHold ?? .unknown
    var limits: [String] = []
    var faults: [String] = []
    let rate = findings.frameRate
    if rate < Self.fewestFrames {
      faults.append(
        "\(rate.fixed(1)) frames per second are too few for a pulse; more light, or --fps, may help"
      )
    } else if rate < Self.enoughFrames {
      limits.append(
        "\(rate.fixed(1)) frames per second place beats less exactly; more light, or --fps, may help"
      )
    }
    let interval = 1000 / max(rate, 1e-9)
    if findings.jitter > 0.25 * interval {
      limits.append(
        "frames come unevenly (\(findings.jitter.fixed(1)) ms): single beats are less exact, rates are not"
      )
    }
    if findings.gapShare > 0.1 {
      faults.append(
        "\((100 * findings.gapShare).fixed(0))% of the time lies in gaps; plug the camera into another port, "
          + "or ask for a smaller --size")
    } else if findings.gapShare > 0.01 || lostCount > findings.frameCount / 100 {
      limits.append(
        "frames are lost or late now and then; a smaller --size or another port may help")
    }
    if let flicker = findings.flicker {
      let text =
        "lamps on mains of \(flicker.mains.fixed(0)) Hz flicker by \((100 * flicker.depth).fixed(1))%; "
        + "measuring sets the camera against it, --mains \(flicker.mains.fixed(0))"
      limits.append(text)
    }
    if findings.clippedShare > 0.3 {
      limits.append(
        "\((100 * findings.clippedShare).fixed(0))% of the picture is clipped; less light, or let measuring set "
          + "the exposure")
    }
    if findings.blackShare > 0.9 { limits.append("the picture is dark; more light is needed") }
    if exposure != .yes {
      limits.append(
        "exposure cannot be held still: keep light and finger as they are while measuring")
    }
    sentences = faults + limits
    fitness = !faults.isEmpty ? .unfit : (limits.isEmpty ? .fit : .limited)
  }

  /// The verdict in a few words.
  var title: String {
    switch fitness {
    case .fit: "fit for measuring a pulse"
    case .limited: "fit for measuring a pulse, with limits"
    case .unfit: "unfit for measuring a pulse as it is"
    }
  }
}
