extension UnsafeMutableBufferPointer<Double> {
  /// Returns the element that sorting would put at `rank`, in linear time on average (Hoare 1961,
  /// "Find") and without allocating; the elements are left in another order.
  /// - Precondition: `rank` is an index and no element is NaN.
  public func selectElement(atRank rank: Int) -> Double {
    precondition(indices.contains(rank))
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = Self.median(self[low], self[(low + high) / 2], self[high])
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return self[rank]
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
