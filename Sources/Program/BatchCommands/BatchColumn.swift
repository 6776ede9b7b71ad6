import MeasureCommands

/// A column of a table, as its description file explains it.
struct BatchColumn: Equatable {
  let name: String
  let description: String
  var units: String?

  /// What its cells are, in a table that has types.
  var kind = ArrowTable.Kind.text

  /// How sure a heart rate is.
  private static let certainty = [
    Self(
      name: "bpm_low", description: "Lower end of its 95 % interval", units: "beats/min",
      kind: .number),
    Self(
      name: "bpm_high", description: "Upper end of its 95 % interval", units: "beats/min",
      kind: .number),
    Self(
      name: "quality", description: "The chance, 0 to 1, that bpm is within 5 of the truth",
      kind: .number),
  ]

  private static let names = [
    Self(name: "input", description: "The recording, as it was named"),
    Self(name: "participant", description: "Who was recorded"),
    Self(name: "session", description: "In which session"),
  ]

  /// Those of `recordings.csv`, before the manifest's own.
  static let recordings =
    names + [
      Self(
        name: "status",
        description: "measured, no_rate (see reason), unreadable or worker_died (see error)"),
      Self(name: "start", description: "When the first frame was taken, ISO 8601", kind: .time),
    ]
    + ResultSummary.columns[2..<(ResultSummary.columns.count - 1)].map {
      summaryDescriptions[$0] ?? Self(name: $0, description: "")
    } + [
      Self(name: "error", description: "Why it could not be measured"),
      Self(
        name: "reference_bpm", description: "What another device measured", units: "beats/min",
        kind: .number),
      Self(
        name: "error_bpm", description: "bpm less reference_bpm", units: "beats/min", kind: .number),
      Self(name: "beats", description: "The file of its beats"),
    ]

  private static let summaryDescriptions: [String: Self] = {
    let columns =
      certainty + [
        Self(
          name: "duration_s", description: "From the first frame to the last one's end", units: "s",
          kind: .number),
        Self(name: "frames", description: "Number of frames", kind: .count),
        Self(
          name: "frame_rate", description: "Frames a second on average", units: "1/s", kind: .number
        ),
        Self(name: "channel", description: "The channel that most readings are from"),
        Self(
          name: "bpm", description: "Heart rate, averaged over the readings", units: "beats/min",
          kind: .number),
        Self(name: "reason", description: "Why there is no rate"),
        Self(name: "readings", description: "Number of readings", kind: .count),
        Self(
          name: "readings_with_rate", description: "Number of readings that have a rate",
          kind: .count
        ),
        Self(
          name: "rmssd_ms", description: "Root mean square of successive differences", units: "ms",
          kind: .number),
        Self(
          name: "sdnn_ms", description: "Standard deviation of normal intervals", units: "ms",
          kind: .number),
        Self(
          name: "pnn50", description: "Share of successive differences above 50 ms, 0 to 1",
          kind: .number),
        Self(
          name: "lf_ms2", description: "Power from 0.04 to 0.15 Hz", units: "ms^2", kind: .number),
        Self(
          name: "hf_ms2", description: "Power from 0.15 to 0.4 Hz", units: "ms^2", kind: .number),
        Self(name: "early_beats", description: "Number of early beats", kind: .count),
        Self(name: "rhythm", description: "Whether the beats follow a rhythm"),
        Self(
          name: "respiratory_rate", description: "Breathing", units: "breaths/min", kind: .number),
        Self(
          name: "respiratory_rate_low", description: "Lower end of its 95 % interval",
          units: "breaths/min", kind: .number),
        Self(
          name: "respiratory_rate_high", description: "Upper end of its 95 % interval",
          units: "breaths/min", kind: .number),
        Self(
          name: "perfusion_index", description: "Pulse over level of perfusion_channel", units: "%",
          kind: .number),
        Self(name: "perfusion_channel", description: "The colour of perfusion_index"),
        Self(
          name: "skin_share", description: "Share of the picture that has skin's colour, 0 to 1",
          kind: .number),
        Self(name: "content_identity", description: "What tells its content from others'"),
        Self(name: "warnings", description: "What was wrong without stopping the measurement"),
      ]
    return Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
  }()

  /// Those of `readings.csv`.
  static let readings =
    names + [
      Self(name: "start", description: "When the interval starts, ISO 8601", kind: .time),
      Self(
        name: "start_s", description: "The same from the first frame", units: "s", kind: .number),
      Self(
        name: "end_s", description: "When it ends, from the first frame", units: "s", kind: .number),
      Self(name: "bpm", description: "Heart rate", units: "beats/min", kind: .number),
    ] + certainty + [
      Self(name: "channel", description: "The channel that the pulse is from"),
      Self(name: "reason", description: "Why there is no rate"),
    ]

  /// Those of a file of beats.
  static let beats = [
    Self(name: "time_s", description: "The beat's upstroke, from the first frame", units: "s"),
    Self(
      name: "interval_ms", description: "Since the beat before, if that is known", units: "ms"),
    Self(name: "quality", description: "From 0 to 1"),
  ]
}
