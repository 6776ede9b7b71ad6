import SignalProcessing
import Testing

struct OrderStatisticTests {
  @Test func `every rank is what sorting puts there`() {
    for seed in 1...20 {
      let values = TestSignal.noise(37 + seed, seed: UInt64(seed))
      let sorted = values.sorted()
      for rank in values.indices {
        var scratch = values
        let found = scratch.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
        #expect(found == sorted[rank])
        #expect(scratch.sorted() == sorted)
      }
    }
  }

  @Test(
    arguments: [
      [1.0], [2, 1], [0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1],
      [1, 1, 0, 0, 1, 1],
      [-0.0, 0.0, -.infinity, .infinity],
    ] as [[Double]])
  func `the median of what is even, sorted or doubled is right`(values: [Double]) {
    var scratch = values
    #expect(scratch.selectMedian() == values.sorted()[values.count / 2])
  }

  @Test func `nothing has no median`() {
    var none: [Double] = []
    #expect(none.selectMedian() == nil)
  }
}
