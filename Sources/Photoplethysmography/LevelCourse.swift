/// A level's deviation from its mean over one beat around each sample; that mean holds no pulse.
struct LevelCourse {
  /// At each sample; not numbers too near an end.
  private var deviations: [Double]
  private var means: [Double]

  /// - Parameters:
  ///   - levels: On an even grid.
  ///   - width: Of the mean, in samples.
  init(_ levels: [Double], width: Double) {
    let count = levels.count
    deviations = [Double](repeating: .nan, count: count)
    means = deviations
    // Whole samples on each side of the middle one, and what is left of the next.
    let side = Int((width - 1) / 2)
    let rest = (width - 1) / 2 - Double(side)
    guard width >= 1, count >= 2 * side + 3 else { return }
    var sum = 0.0
    for i in 1...(2 * side + 1) { sum += levels[i] }
    let scale = 1 / width
    for i in (side + 1)..<(count - side - 1) {
      let mean = (sum + rest * (levels[i - side - 1] + levels[i + side + 1])) * scale
      means[i] = mean
      deviations[i] = levels[i] - mean
      sum += levels[i + side + 1] - levels[i - side]
    }
  }

  /// - Parameter position: In samples, with a fraction.
  func light(at position: Double) -> (deviation: Double, mean: Double) {
    let index = Int(position)
    guard position >= 0, index + 1 < means.count else { return (.nan, .nan) }
    let share = position - Double(index)
    return (
      deviations[index] + share * (deviations[index + 1] - deviations[index]),
      means[index] + share * (means[index + 1] - means[index])
    )
  }
}
