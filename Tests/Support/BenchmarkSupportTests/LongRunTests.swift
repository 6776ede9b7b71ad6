import BenchmarkSupport
import Testing

struct LongRunTests {
  private func table(_ row: (Double) -> String) -> String {
    "time_s,memory_mb,descriptors,processor_s,progress\n"
      + (0...100).map { row(Double($0)) + "\n" }.joined()
  }

  @Test func `work at an even pace is linear, and work that slows down is not`() throws {
    let even = try #require(LongRun(name: "even", csv: table { "\($0),50,9,\($0),\($0 * 1000)" }))
    #expect(even.secondHalf == 1)
    #expect(even.median(\.memory) == 50 && even.median(\.descriptors, from: 0.5) == 9)
    let slower = try #require(
      LongRun(name: "slower", csv: table { "\($0),50,9,\($0 * $0),\($0)" }))
    #expect(abs(slower.secondHalf - 3) < 0.01)
  }

  @Test func `a table that is none is refused`() {
    #expect(LongRun(name: "empty", csv: "time_s\n") == nil)
    #expect(LongRun(name: "cut", csv: table { "\($0),50,9,\($0)" }) == nil)
  }
}
