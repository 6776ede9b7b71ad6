extension UnsafeMutableBufferPointer<Double> {
  /// The element that sorting would put at `rank`, in linear time on average (Hoare 1961, "Find"),
  /// without allocating; the elements are left in another order.
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
  /// The element that sorting would put in the middle, the upper one of two; the array is left in
  /// another order. `nil` where it is empty.
  public mutating func selectMedian() -> Double? {
    guard !isEmpty else { return nil }
    return withUnsafeMutableBufferPointer { $0.selectElement(atRank: $0.count / 2) }
  }
}
