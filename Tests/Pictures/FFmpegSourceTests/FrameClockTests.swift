import FFmpegSource
import Testing

@Suite struct FrameClockTests {
  private func times(_ timestamps: [Double?], duration: Double = 0.04) -> [Double] {
    var clock = FrameClock()
    return timestamps.map { clock.time(timestamp: $0, duration: duration) }
  }

  private func expect(_ found: [Double], _ expected: [Double]) {
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-9) }
  }

  @Test func `times that increase are left unchanged`() {
    let given = [5.0, 5.01, 5.5, 9]
    #expect(times(given) == given)
  }

  @Test func `a missing time is the last time plus a frame's duration`() {
    expect(times([1, nil, nil, 1.12]), [1, 1.04, 1.08, 1.12])
    expect(times([nil, nil]), [0, 0.04])
  }

  @Test func `frames with equal times in pairs are spread evenly`() {
    expect(times([0, 0, 0.08, 0.08], duration: 0.08), [0, 0.04, 0.08, 0.12])
  }

  @Test func `a stream whose times never change plays at its frame rate`() {
    let found = times([Double?](repeating: 3, count: 26))
    #expect(abs(found[25] - found[1] - 24 * 0.04) < 1e-9)
  }

  @Test func `after a clock is set back, times continue from where they were`() {
    expect(times([100, 100.04, 0, 0.04, 0.1]), [100, 100.04, 100.08, 100.12, 100.18])
  }
}
