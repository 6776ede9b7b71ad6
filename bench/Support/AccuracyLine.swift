/// The figures of one recording, of one person or of many, with those of beats if they are known.
package struct AccuracyLine: Sendable {
  package let name: String
  package var figures: AccuracyFigures

  /// The agreement of beats; `nil` if the reference has none.
  package var beats: BeatAgreement?

  package init(name: String, figures: AccuracyFigures = .init(), beats: BeatAgreement? = nil) {
    self.name = name
    self.figures = figures
    self.beats = beats
  }

  /// The sum of several lines under one name.
  package init(name: String, summing lines: some Sequence<AccuracyLine>) {
    self.init(name: name)
    for line in lines {
      figures.add(line.figures)
      guard let beats = line.beats else { continue }
      var sum = self.beats ?? BeatAgreement()
      sum.add(beats)
      self.beats = sum
    }
  }
}
