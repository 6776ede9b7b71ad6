extension [Double] {
  /// Takes one lane of each of a row of vectors with four numbers.
  ///
  /// It is read as a number. To take a lane that is not known when this is compiled out of a vector goes through memory
  /// and takes several times as long.
  /// - Parameter vectors: The bytes of `SIMD4<Double>` or `RGB`, one after the other.
  init(lane: Int, of vectors: UnsafeRawBufferPointer) {
    self = []
    copy(lane: lane, of: vectors)
  }

  /// Replaces its elements by one lane of each of a row of vectors; its storage is reused.
  mutating func copy(lane: Int, of vectors: UnsafeRawBufferPointer) {
    precondition(0..<4 ~= lane)
    let stride = MemoryLayout<SIMD4<Double>>.stride
    let count = vectors.count / stride
    if self.count != count { self = [Double](repeating: 0, count: count) }
    withUnsafeMutableBufferPointer { numbers in
      for index in 0..<count {
        numbers[index] = vectors.load(
          fromByteOffset: index * stride + lane * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
  }
}
