/// The smoothness priors of one stiffness for the last few lengths of signals, since the lengths of windows differ by
/// a sample or two.
public struct RecentPriors: Sendable {
  /// The stiffness of the trend, in samples squared.
  public let lambda: Double

  private static let mostKept = 6

  /// The last used last.
  private var kept: [SmoothnessPriors] = []

  /// Creates an empty store of priors of one stiffness.
  public init(lambda: Double) { self.lambda = lambda }

  /// Returns the priors for signals of `count` samples, factored if they were not used lately.
  public mutating func priors(count: Int) -> SmoothnessPriors {
    if let index = kept.lastIndex(where: { $0.count == count }) {
      if index < kept.count - 1 { kept.append(kept.remove(at: index)) }
    } else {
      if kept.count == Self.mostKept { kept.removeFirst() }
      kept.append(SmoothnessPriors(count: count, lambda: lambda))
    }
    return kept[kept.count - 1]
  }
}
