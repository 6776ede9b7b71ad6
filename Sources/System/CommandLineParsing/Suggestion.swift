/// Finds the name that a person may have meant.
package enum Suggestion {
  /// Returns the candidate with the fewest typing errors, or `nil` if all are too far away to be
  /// meant: more than one error for every three letters, and one for short words.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, letters.count / 3)
    return
      candidates
      .map { ($0, distance(letters, Array($0.lowercased().unicodeScalars))) }
      .filter { $0.1 <= limit && $0.1 < $0.0.count }
      .min { $0.1 < $1.1 }?.0
  }

  /// Returns the minimum number of insertions, deletions, replacements and swaps of neighbors
  /// (optimal string alignment distance).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
      var current = [i + 1]
      for j in b.indices {
        var best = min(
          current[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
