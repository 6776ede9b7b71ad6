import Charts
import Testing

/// Bins of histograms. Apple leaves open how many there are without a count, and the bin of a value outside.
@Suite struct BinTests {
  /// charts/numberbins, chartbinrange - N thresholds make N - 1 bins. A bin excludes its upper bound; the last one includes it.
  @Test func `a bin holds its lower end, and the last one both`() {
    let bins = NumberBins(thresholds: [20.0, 0, 10])
    #expect(bins.count == 2 && bins.thresholds == [0, 10, 20])
    #expect([0.0, 9.9, 10, 20].map(bins.index(for:)) == [0, 0, 1, 1])
    #expect(!bins[0].contains(10) && bins[1].contains(10) && bins[1].contains(20))
    #expect([-5.0, 25, .nan].map(bins.index(for:)) == [0, 1, 0])
    #expect(NumberBins<Double>(thresholds: []).isEmpty && NumberBins(thresholds: [1]).isEmpty)
    #expect(NumberBins<Double>(thresholds: []).index(for: 3) == 0)
  }

  /// charts/numberbins - By size, by count, around data, of integers.
  @Test func `numbers fall into bins of a round size`() {
    let data = (0..<100).map(Double.init)
    let own = NumberBins(data: data, desiredCount: 10)
    #expect(own.thresholds == stride(from: 0, through: 100, by: 10).map { $0 })
    let counts = Dictionary(grouping: data, by: own.index(for:)).mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, 10) }))
    #expect(NumberBins(data: data).count == 5)
    #expect(NumberBins(size: 0.1, range: 0...0.3).thresholds == [0, 0.1, 0.2, 0.3])
    #expect(NumberBins(range: 1.0...2, count: 4).thresholds == [1, 1.25, 1.5, 1.75, 2])
    #expect(NumberBins(range: 0.0...10, desiredCount: 10, minimumStride: 4).count == 3)
    #expect(NumberBins(data: [1, 2, 6], desiredCount: 20).thresholds == [1, 2, 3, 4, 5, 6])
    #expect(NumberBins(data: [7.0, 7]).count == 1 && NumberBins(data: [7.0, 7])[0].contains(7))
    #expect(NumberBins(data: [Double]()).isEmpty && NumberBins(data: [Double.nan]).isEmpty)
    #expect(
      NumberBins(size: 0, range: 0...1).isEmpty && NumberBins(size: -1.0, range: 0...1).isEmpty)
  }

  /// charts/datebins - By a length, by calendar units, around dates.
  @Test func `dates fall into bins of a calendar`() throws {
    let calendar = Examples.calendar("Europe/Berlin")
    func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
    // The clocks go forward on 29 March.
    let range = try date("2026-03-28T09:00:00Z")...date("2026-03-30T09:00:00Z")
    let days = DateBins(unit: .day, range: range, calendar: calendar)
    #expect(days.map { $0.upperBound.timeIntervalSince($0.lowerBound) / 3600 } == [24, 23, 24])
    #expect(days[0].lowerBound == (try date("2026-03-27T23:00:00Z")))
    #expect(days.index(for: range.upperBound) == 2 && days[2].contains(range.upperBound))
    #expect(DateBins(unit: .month, by: 3, range: range, calendar: calendar).count == 1)
    let short = DateBins(timeInterval: 3600, range: range)
    #expect(short.count == 48 && short[0].lowerBound == range.lowerBound)
    #expect(
      DateBins(range: range, desiredCount: 2, calendar: calendar).thresholds == days.thresholds)
    #expect(DateBins(data: [range.lowerBound], calendar: calendar).count == 1)
    #expect(DateBins(data: [], calendar: calendar).isEmpty)
  }

  /// fatbobman.com, "Mastering data binning" - A histogram of public code: the range of a bin, and how many are in it.
  @Test func `a histogram is drawn`() throws {
    let data = [1.0, 2, 2, 3, 9]
    let bins = NumberBins(data: data, desiredCount: 5)
    let counts = Dictionary(grouping: data, by: bins.index).map { (bins[$0.key], $0.value.count) }
      .sorted { $0.0.lowerBound < $1.0.lowerBound }
    let chart = Chart {
      ForEach(counts, id: \.0) { BarMark(x: .value("Value", $0.0), y: .value("Count", $0.1)) }
    }
    #expect(try ChartRenderer(chart).svg().contains("Chart of 3 bars."))
  }
}
