import Testing

@testable import FFmpegSource

/// Of two times of a picture, the one is taken that fails to advance less often.
struct PresentationTimesTests {
  private func times(_ pairs: [(Int64?, Int64?)]) -> [Int64?] {
    var times = PresentationTimes()
    return pairs.map { times.time(shown: $0, decoded: $1) }
  }

  @Test func `the time at which a picture is shown is taken, or the other if there is none`() {
    #expect(times([(5, 1), (6, 2), (nil, 3), (nil, nil), (9, nil)]) == [5, 6, 3, nil, 9])
  }

  @Test func `a time that stands still more often than the other is not taken`() {
    #expect(times([(5, 1), (5, 2), (5, 3), (6, nil)]) == [5, 2, 3, 6])
    #expect(times([(5, 1), (5, 1), (6, 1)]) == [5, 5, 6])
  }
}
