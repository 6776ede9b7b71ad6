import SignalProcessing

/// The similarity of a signal's beats: the correlation of each beat with the mean of the others.
///
/// A pulse has one shape, beat after beat, in any rhythm. Noise at chosen rises has none. (The idea
/// is Orphanidou 2015's template matching. Each beat is compared with the mean of the others only,
/// so that it is not compared with itself.)
package struct TemplateCorrelation: Sendable {
  /// The correlation of each beat, from -1 to 1; `nil` for a beat too near an end to be seen whole.
  package let ofBeats: [Double?]

  /// The mean over the beats; 0 if fewer than three are seen whole.
  let mean: Double

  /// The median over the beats, which a burst of movement does not lower; 0 if fewer than three are
  /// seen whole.
  let median: Double

  init(ofBeats: [Double?], mean: Double, median: Double) {
    (self.ofBeats, self.mean, self.median) = (ofBeats, mean, median)
  }

  /// Creates the correlations of beats with the given onsets, in samples.
  package init(of signal: UnsafeBufferPointer<Double>, onsets: [Double], period: Double) {
    var workspace = Workspace()
    self.init(
      of: signal, beats: onsets.map { BeatTracker.Position(sample: $0, step: 1) }, period: period,
      using: &workspace)
  }

  /// Working memory.
  struct Workspace: Sendable {
    fileprivate var cuts: [Double] = []
    fileprivate var sum: [Double] = []
  }

  /// The part of a beat that is compared, in periods before and after its onset.
  private static let before = 0.3
  private static let after = 0.6

  init(
    of signal: UnsafeBufferPointer<Double>, beats: [BeatTracker.Position], period: Double,
    using workspace: inout Workspace
  ) {
    let leading = Int((Self.before * period).rounded())
    let trailing = Int((Self.after * period).rounded())
    let length = leading + trailing + 1
    workspace.sum.removeAll(keepingCapacity: true)
    let padded = (length + 3) & ~3
    workspace.sum.append(contentsOf: repeatElement(0, count: padded))
    if workspace.cuts.count < beats.count * padded {
      workspace.cuts = [Double](repeating: 0, count: beats.count * padded)
    }
    var correlations: [Double?] = []
    correlations.reserveCapacity(beats.count)
    var (seen, total) = (0, 0.0)
    workspace.cuts.withUnsafeMutableBufferPointer { cuts in
      workspace.sum.withUnsafeMutableBufferPointer { sum in
        for (index, beat) in beats.enumerated() {
          let first = beat.sample - Double(leading)
          guard first >= 0, beat.sample + Double(trailing) < Double(signal.count - 1) else {
            correlations.append(nil)
            continue
          }
          correlations.append(0)
          let start = Int(first)
          let fraction = first - Double(start)
          let row = index * padded
          var i = 0
          while i + 4 <= length {
            let value =
              Self.four(signal, at: start + i) * (1 - fraction)
              + Self.four(signal, at: start + i + 1) * fraction
            Self.put(value, into: cuts, at: row + i)
            Self.put(Self.four(sum, at: i) + value, into: sum, at: i)
            i += 4
          }
          while i < length {
            let value = signal[start + i] * (1 - fraction) + signal[start + i + 1] * fraction
            cuts[row + i] = value
            sum[i] += value
            i += 1
          }
          for i in length..<padded { cuts[row + i] = 0 }
        }
        for index in beats.indices where correlations[index] != nil {
          // Four running sums, since the compiler may not reorder one. The cut beat is followed by
          // zeros.
          var (products, owns, rests) = (
            SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
          )
          for i in stride(from: 0, to: padded, by: 4) {
            let cut = Self.four(cuts, at: index * padded + i)
            let other = Self.four(sum, at: i) - cut
            products += cut * other
            owns += cut * cut
            rests += other * other
          }
          let (product, own, others) = (products.sum(), owns.sum(), rests.sum())
          let correlation = own > 0 && others > 0 ? product / (own * others).squareRoot() : 0
          correlations[index] = correlation
          total += correlation
          seen += 1
        }
      }
    }
    ofBeats = correlations
    mean = seen >= 3 ? total / Double(seen) : 0
    workspace.sum.removeAll(keepingCapacity: true)
    for case let correlation? in correlations { workspace.sum.append(correlation) }
    median = seen >= 3 ? workspace.sum.selectUpperMedian() ?? 0 : 0
  }

  private static func put(
    _ four: SIMD4<Double>, into values: UnsafeMutableBufferPointer<Double>, at index: Int
  ) {
    UnsafeMutableRawPointer(values.baseAddress! + index).storeBytes(
      of: four, as: SIMD4<Double>.self)
  }

  private static func four(
    _ values: UnsafeMutableBufferPointer<Double>, at index: Int
  ) -> SIMD4<Double> {
    four(UnsafeBufferPointer(values), at: index)
  }

  private static func four(
    _ values: UnsafeBufferPointer<Double>, at index: Int
  ) -> SIMD4<Double> {
    UnsafeRawPointer(values.baseAddress! + index).loadUnaligned(as: SIMD4<Double>.self)
  }
}
