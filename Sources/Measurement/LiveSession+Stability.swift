import Photoplethysmography

extension LiveSession {
  /// Whether looks have said about the same for long enough.
  struct Stability {
    /// Seconds over which looks must agree, so that their intervals hardly overlap at both ends.
    static let duration = 8.0

    /// Looks may differ by so many beats a minute, or by this share where that is more.
    static let (difference, share) = (5.0, 0.06)
    static let quality = 0.4

    private var looks: [HeartRateReading] = []
    private(set) var isReached = false

    /// - Precondition: The look tells a rate.
    mutating func add(_ look: HeartRateReading) {
      if let last = looks.last, look.end - last.end > LiveSession.patience { looks = [] }
      looks.append(look)
      looks.removeAll { $0.end < look.end - Self.duration }
      let rates = looks.compactMap { $0.rate?.beatsPerMinute }
      guard let least = rates.min(), let most = rates.max() else { return }
      let quality = looks.reduce(0) { $0 + $1.quality } / Double(looks.count)
      isReached =
        look.end - looks[0].end >= Self.duration - HeartRateFollower.step * 1.5
        && most - least <= max(Self.difference, Self.share * most) && quality >= Self.quality
    }
  }
}
