import Glibc

extension SimulatedRecording {
  /// The text of `beats.csv`: one line a beat, its upstroke and the interval that ends there.
  public var beatsCSV: String {
    var text = "beat_time_s,rr_s\n"
    for (before, beat) in zip(beats, beats.dropFirst())
    where (0..<scenario.duration).contains(beat.time) {
      text +=
        "\(beat.time.rounded(toPlaces: 4)),\((beat.time - before.time).rounded(toPlaces: 4))\n"
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
    "breath_time_s\n" + breathTimes.map { "\($0.rounded(toPlaces: 4))\n" }.joined()
  }
}

extension Double {
  /// Returns the value rounded to n decimal places, so that it prints with no more.
  func rounded(toPlaces places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
