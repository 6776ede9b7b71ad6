/// What is told of one recording, of one person, or of many: figures, and beats where they are known.
package struct AccuracyLine: Sendable {
  package let name: String
  package var figures: AccuracyFigures

  /// `nil` where the reference has no beats.
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
