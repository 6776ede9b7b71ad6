/// Whether a recording's beats follow a rhythm. It describes the intervals and names no cause.
public enum RhythmRegularity: String, Sendable, CaseIterable {
  /// They do: steady, swayed by breathing, or with early beats among them.
  case regular

  /// Most intervals differ from the one before by amounts that nothing foretells.
  case irregular

  /// Too few beats are sure, or it is neither clearly the one nor the other.
  case undetermined
}

extension RhythmRegularity {
  /// What most of the looks at 64 intervals each say; undetermined where fewer than half of them decide.
  public init(of series: BeatSeries) {
    let looks = RhythmFigures.looks(at: series).map(\.regularity)
    let decided = looks.filter { $0 != .undetermined }
    let irregular = decided.count { $0 == .irregular }
    guard 2 * decided.count >= looks.count, 2 * irregular != decided.count else {
      self = .undetermined
      return
    }
    self = 2 * irregular > decided.count ? .irregular : .regular
  }
}
