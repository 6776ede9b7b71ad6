import Glibc
import SignalProcessing
import Testing

/// Local maxima and the parabola that refines them.
struct PeakTests {
  @Test func `the vertex of a parabola is found exactly`() {
    for vertex in stride(from: -0.5, through: 0.5, by: 0.125) {
      func parabola(_ x: Double) -> Double { 4 - 2 * (x - vertex) * (x - vertex) }
      let (a, b, c) = (parabola(-1), parabola(0), parabola(1))
      #expect(abs(vertexOffset(a, b, c) - vertex) < 1e-15)
      #expect(abs(vertexValue(a, b, c) - 4) < 1e-15)
    }
  }

  @Test func `a straight line has its vertex at the middle value`() {
    #expect(vertexOffset(1, 2, 3) == 0)
    #expect(vertexOffset(1, 1, 1) == 0)
  }

  @Test func `the middle of a plateau is the peak`() {
    let plateaus: [([Double], Int, Double, Double)] = [
      ([0, 1, 1, 1, 0], 2, 2, 1),
      ([0, 3, 3, 1], 1, 1.5, 3.0),
    ]
    for (signal, index, position, height) in plateaus {
      let peaks = Peak.localMaxima(of: signal)
      #expect(peaks.map(\.index) == [index])
      #expect(peaks.map(\.position) == [position])
      #expect(peaks.map(\.height) == [height])
    }
  }

  @Test func `a step on a rise or a fall is not a peak`() {
    #expect(Peak.localMaxima(of: [0, 1, 1, 2, 2, 2, 3]).isEmpty)
    #expect(Peak.localMaxima(of: [3, 2, 2, 1, 1, 0]).isEmpty)
    #expect(Peak.localMaxima(of: [0, 1, 1, 2, 1, 1, 0]).map(\.index) == [3])
  }

  @Test(arguments: [[], [1], [1, 2], [2, 1], [1, 1, 1], [2, 1, 2], [0, 1, 1]] as [[Double]])
  func `the ends do not count as peaks`(signal: [Double]) {
    #expect(Peak.localMaxima(of: signal).isEmpty)
  }

  @Test func `each wave of a sinusoid has one peak in the right place`() {
    let signal = TestSignal.sinusoid(600, frequency: 1.3, sampleRate: 30)
    let peaks = Peak.localMaxima(of: signal)
    #expect(peaks.count == 26)
    for (index, peak) in peaks.enumerated() {
      #expect(abs(peak.position - (0.25 + Double(index)) * 30 / 1.3) < 0.02)
      #expect(abs(peak.height - 1) < 1e-3)
    }
  }

  @Test func `NaN does not count as a peak`() {
    #expect(Peak.localMaxima(of: [0, .nan, 0, 1, .nan, 2, 0]).map(\.index) == [])
  }
}
