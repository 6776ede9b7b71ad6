extension UnsafeMutableBufferPointer<Double> {
  /// Returns the element that sorting would put at `rank`, in linear time on average (Hoare 1961,
  /// "Find") and without allocating; the elements are left in another order.
  /// - Precondition: `rank` is an index and no element is NaN.
  public func selectElement(atRank rank: Int) -> Double {
    precondition(indices.contains(rank))
    var (low, end) = (0, count)
    while end - low > 1 {
      let pivot = Self.median(self[low], self[(low + end) / 2], self[end - 1])
      let middle = partition(low..<end) { $0 < pivot }
      if rank < middle {
        end = middle
        continue
      }
      low = partition(middle..<end) { $0 <= pivot }
      if rank < low { return pivot }
    }
    return self[rank]
  }

  /// Moves the elements of a range for which a condition holds before the others, and returns where these begin.
  /// No branch depends on an element, since none could be foreseen.
  @inline(__always)
  private func partition(_ range: Range<Int>, by holds: (Double) -> Bool) -> Int {
    var middle = range.lowerBound
    for index in range {
      let element = self[index]
      self[index] = self[middle]
      self[middle] = element
      middle += holds(element) ? 1 : 0
    }
    return middle
  }

  private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
    Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}

extension Array<Double> {
  /// Returns the upper median, as `upperMedian` does, in linear time and without allocating, or
  /// `nil` if the array is empty. The elements are left in another order.
  public mutating func selectUpperMedian() -> Double? {
    guard !isEmpty else { return nil }
    return withUnsafeMutableBufferPointer { $0.selectElement(atRank: $0.count / 2) }
  }

  /// The middle value of the sorted array, or the upper one if there are two; `nil` if the array is
  /// empty.
  public var upperMedian: Double? {
    var scratch = self
    return scratch.selectUpperMedian()
  }

  /// The middle value of the sorted array, or the mean of the two if there are two; `nil` if the
  /// array is empty.
  public var median: Double? {
    guard count % 2 == 0 else { return upperMedian }
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}
