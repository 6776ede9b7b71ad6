import FoundationEssentials
package import Photoplethysmography

extension RecordingInput {
  /// The field that every form begins with.
  package static let field = ResultField<RecordingInput>.text(
    "input", "The recording, as it was named"
  ) { $0.name }.required
}

extension RecordingResult {
  /// The fields of a recording as a whole, in the order of every form.
  package static let fields: [ResultField<RecordingResult>] =
    [
      .time("start", "When the first frame was taken, ISO 8601") { $0.start }.required,
      startSource,
      .time("end", "When the last frame ended, ISO 8601") {
        $0.start.addingTimeInterval($0.duration)
      }.required,
      .number(
        "duration_s", "From the first frame to the last one's end", unit: "s", places: 3
      ) { $0.duration }.required,
      .count("frames", "Number of frames") { $0.frameCount }.required,
      .number("frame_rate", "Frames per second on average", unit: "1/s", places: 3) {
        $0.frameRate
      }.required,
      .text("channel", "The channel that most readings are from") { $0.channel?.rawValue },
    ]
    + HeartRateReading.Rate.fields.map { $0.of { $0.collector.rate } } + [
      .number("quality", HeartRateReading.Rate.qualityMeaning, places: 3) {
        $0.collector.quality ?? 0
      }.required,
      .number(
        "measured_s", "Seconds of readings with a rate: bpm is the average over these", unit: "s",
        places: 3
      ) { $0.collector.duration }.required,
      .text("reason", "Why there is no rate") { $0.reason?.rawValue },
      .text("content_identity", "What distinguishes its content from others'") {
        $0.contentIdentity
      }.required,
      .texts("warnings", "Problems that did not stop the measurement") { $0.warnings },
      .count("readings", "Number of readings") { $0.readings.count }.onlyInTables,
      .count("readings_with_rate", "Number of readings that have a rate") {
        $0.readings.count { $0.rate != nil }
      }.onlyInTables,
    ]
    + HeartRateVariability.fields.map { $0.of(group: "hrv") { $0.variability } } + [
      .text("rhythm", "Whether the beats follow a rhythm") { $0.rhythm.rawValue }.required
    ]
    + RespiratoryRate.fields.map { $0.of { $0.respiratoryRate } } + [
      .text("respiratory_rate_reason", "Why there is no rate of breathing") {
        if case .refused(let reason) = $0.respiration { reason.rawValue } else { nil }
      },
      .number(
        "perfusion_index", "Pulse over level of perfusion_channel", unit: "%", places: 3,
        display: ResultDisplay(
          "Perfusion index", unit: "%", places: 2, note: .init("perfusion", places: 2))
      ) { $0.perfusionIndex },
      .text("perfusion_channel", "The color of perfusion_index") { $0.perfusionChannel?.rawValue },
      .number(
        "derivative_skewness", HeartRateReading.derivativeSkewnessMeaning, places: 3,
        display: ResultDisplay("Skewness of the pulse's derivative", unit: "", places: 2)
      ) { $0.derivativeSkewness },
      .number(
        "skin_share", "Share of the region that has skin's color, 0 to 1", places: 3,
        display: ResultDisplay(
          "Skin in the region", unit: "%", places: 0, scale: 100, note: .init("skin"))
      ) { $0.skinShare },
      .count("damaged", "Number of packets, pictures or lines that damage has taken") {
        $0.lostCount ?? 0
      }.required,
      .count(
        "algorithm",
        "The calculation: with the same number, the same frames give this result; 0 if rates are by another method"
      ) { $0.method == nil ? HeartRateMonitor.algorithmVersion : 0 }.required,
    ]

  /// The field for the origin of the start.
  package static let startSource = ResultField<RecordingResult>.text(
    "start_source",
    "Source of start: given, clock, container, name, or a guess (modified, read)"
  ) { $0.began.source.rawValue }.required
}

extension HeartRateReading {
  fileprivate static let derivativeSkewnessMeaning =
    "Skewness of the pulse's derivative, above 0 if it rises faster than it falls"
}

extension HeartRateReading.Rate {
  fileprivate static let qualityMeaning = "The chance, 0 to 1, that bpm is within 5 of the truth"

  /// The fields of a rate with its interval.
  fileprivate static let fields: [ResultField<HeartRateReading.Rate>] = [
    .number("bpm", "Heart rate", unit: "beats/min", places: 2) { $0.beatsPerMinute },
    .number("bpm_low", "Lower end of its 95% interval", unit: "beats/min", places: 2) { $0.low },
    .number("bpm_high", "Upper end of its 95% interval", unit: "beats/min", places: 2) {
      $0.high
    },
  ]
}

/// A reading, and where it lies in its recording.
package struct PlacedReading: Sendable {
  /// The reading, whose times are on the stream's clock.
  package let reading: HeartRateReading

  /// The time from which its times are counted, in seconds on that clock.
  package let origin: Double

  package init(_ reading: HeartRateReading, from origin: Double) {
    self.reading = reading
    self.origin = origin
  }

  /// The fields of a reading, in the order of every form.
  package static let fields: [ResultField<PlacedReading>] =
    [
      .number("start_s", "When the interval starts, from the first frame", unit: "s", places: 3) {
        $0.reading.start - $0.origin
      }.required,
      .number("end_s", "When it ends, from the first frame", unit: "s", places: 3) {
        $0.reading.end - $0.origin
      }.required,
    ]
    + HeartRateReading.Rate.fields.map { $0.of { $0.reading.rate } } + [
      .number("quality", HeartRateReading.Rate.qualityMeaning, places: 3) {
        $0.reading.quality
      }.required,
      .text("reason", "Why there is no rate") { $0.reading.reason?.rawValue },
      .number("refused_bpm", "The likeliest rate if none is reported", unit: "beats/min", places: 2)
      {
        $0.reading.refusedRate?.beatsPerMinute
      },
      .number(
        "refused_chance", "The chance, 0 to 1, that refused_bpm is within 5 of the truth", places: 3
      ) {
        $0.reading.refusedRate?.chance
      },
      .text("against", "What speaks most against refused_bpm") {
        $0.reading.refusedRate?.against.rawValue
      },
      .text("channel", "The channel that the pulse is from") { $0.reading.channel?.rawValue },
      .number("perfusion_index", "Pulse over level", unit: "%", places: 3) {
        $0.reading.perfusionIndex
      },
      .number("derivative_skewness", HeartRateReading.derivativeSkewnessMeaning, places: 3) {
        $0.reading.derivativeSkewness
      },
    ]
}

extension HeartRateVariability {
  /// The fields of variability.
  static let fields: [ResultField<HeartRateVariability>] = [
    .number(
      "mean_nn_ms", "Mean of normal intervals", unit: "ms", places: 2,
      display: ResultDisplay("Mean interval", unit: "ms", places: 0)
    ) { $0.meanNN },
    .number(
      "sdnn_ms", "Standard deviation of normal intervals", unit: "ms", places: 2,
      display: ResultDisplay(
        "SDNN", unit: "ms", places: 1, note: .init("variability", name: "SDNN"))
    ) { $0.sdnn },
    .number(
      "rmssd_ms", "Root mean square of successive differences", unit: "ms", places: 2,
      display: ResultDisplay(
        "RMSSD", unit: "ms", places: 1, note: .init("variability", name: "RMSSD"))
    ) { $0.rmssd },
    .number(
      "rmssd_excess_ms", "By how much errors in the timing of beats may have raised rmssd_ms",
      unit: "ms", places: 2
    ) { $0.rmssdExcess },
    .number(
      "pnn50", "Share of successive differences above 50 ms, 0 to 1", places: 4,
      display: ResultDisplay("pNN50", unit: "%", places: 1, scale: 100)
    ) { $0.pnn50 },
    .number(
      "sd1_ms", "Standard deviation across the diagonal of the Poincaré plot", unit: "ms",
      places: 2, display: ResultDisplay("SD1", unit: "ms", places: 1)
    ) { $0.sd1 },
    .number(
      "sd2_ms", "Standard deviation along that diagonal", unit: "ms", places: 2,
      display: ResultDisplay("SD2", unit: "ms", places: 1)
    ) { $0.sd2 },
    .number(
      "lf_ms2", "Power from 0.04 to 0.15 Hz", unit: "ms^2", places: 1,
      display: ResultDisplay(
        "LF power", unit: "ms²", places: 0, note: .init("variability", name: "LF"))
    ) { $0.lowFrequencyPower },
    .number(
      "hf_ms2", "Power from 0.15 to 0.4 Hz", unit: "ms^2", places: 1,
      display: ResultDisplay(
        "HF power", unit: "ms²", places: 0, note: .init("variability", name: "HF"))
    ) { $0.highFrequencyPower },
    .number("lf_hf", "lf_ms2 over hf_ms2", places: 3) { $0.powerRatio },
    .count("beats", "Number of normal intervals that the measures are from") {
      $0.intervalCount
    }.required.column("normal_intervals"),
    .number("duration_s", "Length of the run of beats", unit: "s", places: 3) {
      $0.duration
    }.required.column("hrv_duration_s"),
    .count("early_beats", "Number of early beats in the recording") { $0.earlyBeatCount }.required,
    .text("reason", "Why the first missing measure is missing") {
      $0.reason?.rawValue
    }.column("hrv_reason"),
  ]
}

extension RespiratoryRate {
  /// The fields of breathing.
  fileprivate static let fields: [ResultField<RespiratoryRate>] = [
    .number(
      "respiratory_rate", "Breathing", unit: "breaths/min", places: 2,
      display: ResultDisplay("Breaths per minute", unit: "", places: 1)
    ) { $0.breathsPerMinute },
    .number(
      "respiratory_rate_low", "Lower end of its 95% interval", unit: "breaths/min", places: 2
    ) { $0.low },
    .number(
      "respiratory_rate_high", "Upper end of its 95% interval", unit: "breaths/min", places: 2
    ) { $0.high },
  ]
}

/// A beat, and the time from which its time is counted.
package struct PlacedBeat: Sendable {
  /// The beat, whose time is on the stream's clock.
  package let beat: Beat

  /// The time from which its time is counted, in seconds on that clock.
  package let origin: Double

  package init(_ beat: Beat, from origin: Double) {
    self.beat = beat
    self.origin = origin
  }

  /// The fields of a beat in a file of beats.
  package static let fields: [ResultField<PlacedBeat>] = [
    .number("time_s", "The beat's upstroke, from the first frame", unit: "s", places: 5) {
      $0.beat.time - $0.origin
    },
    .number("interval_ms", "Time since the previous beat, if known", unit: "ms", places: 2) {
      $0.beat.interval.map { $0 * 1000 }
    },
    .number("quality", "From 0 to 1", places: 3) { $0.beat.quality },
  ]
}

/// A point of the pulse's curve, and the time from which its time is counted.
package struct PlacedPulsePoint: Sendable {
  /// The point, whose time is on the stream's clock.
  package let point: PulseWave.Point

  /// The time from which its time is counted, in seconds on that clock.
  package let origin: Double

  package init(_ point: PulseWave.Point, from origin: Double) {
    (self.point, self.origin) = (point, origin)
  }

  /// The fields of a point in a file of the pulse.
  package static let fields: [ResultField<PlacedPulsePoint>] = [
    .exact("time_s", "From the first frame", unit: "s") { $0.point.time - $0.origin },
    .text("channel", "The channel that the pulse is from") { $0.point.channel.rawValue },
    .exact(
      "band_passed", "The pulse from 0.5 to 4 Hz, systole upwards: levels, or % of chrom and pos"
    ) {
      $0.point.bandPassed
    },
    .exact("detrended", "The pulse without its trend alone, in the same units") {
      $0.point.detrended
    },
    .text("mark", "onset or peak of an accepted beat") { $0.point.mark?.rawValue },
  ]
}
