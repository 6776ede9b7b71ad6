import VideoFrames

/// Looks for the flicker of lamps in the newest seconds of a stream.
struct FlickerWatch {
  private var samples: [ColorSample] = []

  /// Seconds that are looked at.
  private static let length = 20.0

  /// Takes the next frame.
  mutating func append(_ sample: ColorSample) {
    guard sample.time.magnitude <= FrameTimes.greatestTime else { return }
    // After the clock was set back, start over.
    if let last = samples.last, sample.time < last.time { samples = [] }
    samples.append(sample)
    guard samples.count > 64, let first = samples.first,
      sample.time - first.time > 2 * Self.length
    else { return }
    samples.removeAll { $0.time < sample.time - Self.length }
  }

  /// The frequencies of pulses and of their first harmonics, in hertz: flicker there may be a pulse.
  private static let pulses = 0.4...4.5

  /// The flicker in the newest seconds; `nil` without flicker, or if too little was seen to judge.
  var flicker: CameraCheckup.Flicker? {
    guard let last = samples.last else { return nil }
    var checkup = CameraCheckup()
    for sample in samples where sample.time >= last.time - Self.length { checkup.append(sample) }
    guard let findings = checkup.findings, findings.duration > 4 else { return nil }
    return findings.flicker.flatMap { Self.pulses.contains($0.shown) ? nil : $0 }
  }
}

extension CameraCheckup.Flicker: CustomStringConvertible {
  /// A sentence without a period.
  public var description: String {
    "the light flickers by \((depth * 1000).rounded() / 10)% with mains of \(Int(mains)) Hz: use daylight or "
      + "another lamp, or set the camera against it"
  }
}
