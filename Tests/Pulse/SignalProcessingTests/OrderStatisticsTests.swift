import SignalProcessing
import Testing

struct OrderStatisticsTests {
  @Test func `every rank selects the element that sorting puts there`() {
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
      [-0.0, 0.0, -.infinity, .infinity, 2],
    ] as [[Double]])
  func `the median is right for even counts, sorted values and equal ones`(values: [Double]) {
    var scratch = values
    let sorted = values.sorted()
    #expect(scratch.selectUpperMedian() == sorted[values.count / 2])
    #expect(values.upperMedian == sorted[values.count / 2])
    #expect(values.median == (sorted[(values.count - 1) / 2] + sorted[values.count / 2]) / 2)
  }

  @Test func `an empty array has no median`() {
    var none: [Double] = []
    #expect(none.selectUpperMedian() == nil && none.upperMedian == nil && none.median == nil)
  }
}
