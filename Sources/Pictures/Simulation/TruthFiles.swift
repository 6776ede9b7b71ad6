import JSONCoding

extension SimulatedRecording {
  /// The text of `beats.csv`: one line a beat, its upstroke and the interval that ends there.
  public var beatsCSV: String {
    var text = "time_s,interval_ms\n"
    for (before, beat) in zip(beats, beats.dropFirst())
    where (0..<scenario.duration).contains(beat.time) {
      let interval = (1000 * (beat.time - before.time)).rounded(toPlaces: 1)
      text += "\(beat.time.rounded(toPlaces: 4)),\(interval)\n"
    }
    return text
  }

  /// The text of `bpm.csv`: the rate of each interval, at the beat that ends it.
  public var ratesCSV: String {
    var text = "time_s,bpm\n"
    for (before, beat) in zip(beats, beats.dropFirst())
    where (0..<scenario.duration).contains(beat.time) {
      text +=
        "\(beat.time.rounded(toPlaces: 4)),\((60 / (beat.time - before.time)).rounded(toPlaces: 3))\n"
    }
    return text
  }

  /// The text of `breaths.csv`: the moment of each breath at which the heart beats fastest.
  public var breathsCSV: String {
    "time_s\n" + breathTimes.map { "\($0.rounded(toPlaces: 4))\n" }.joined()
  }
}
