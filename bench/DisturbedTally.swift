import Photoplethysmography

extension DisturbedSets {
  /// What became of the readings of a kind.
  struct Tally: Sendable {
    var readings = 0
    var answered = 0

    /// Answers more than 5 beats per minute off, or, without a pulse, all answers; and those above a quality.
    var wrong = 0
    var wrongAboveHalf = 0

    /// Answers within 2 beats per minute.
    var close = 0
    var wrongSure = 0

    /// Sure answers: with a quality of `HeartRateMonitor.sureQuality` and more.
    var sure = 0

    /// Counts a reading.
    mutating func add(_ compared: Compared) {
      readings += 1
      guard compared.reading.rate != nil else { return }
      let quality = compared.reading.quality
      answered += 1
      if quality >= HeartRateMonitor.sureQuality { sure += 1 }
      if let error = compared.error, error <= 2 { close += 1 }
      guard compared.isWrong else { return }
      wrong += 1
      if quality > 0.5 { wrongAboveHalf += 1 }
      if quality >= HeartRateMonitor.sureQuality { wrongSure += 1 }
    }

    mutating func add(_ other: Tally) {
      readings += other.readings
      answered += other.answered
      wrong += other.wrong
      close += other.close
      wrongAboveHalf += other.wrongAboveHalf
      wrongSure += other.wrongSure
      sure += other.sure
    }
  }

  /// A reading with its truth; `nil` without a pulse.
  struct Compared {
    let reading: HeartRateReading
    let truth: Double?

    /// How far the rate is from the truth, in beats per minute; `nil` without either.
    var error: Double? {
      guard let rate = reading.rate, let truth else { return nil }
      return abs(rate.beatsPerMinute - truth)
    }

    var isWrong: Bool { reading.rate != nil && error.map { $0 > 5 } ?? true }
  }
}
