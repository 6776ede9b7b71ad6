public import Charts
public import SampleStore

/// Values as capsules from the lowest to the highest of each bucket, with a dot at its mean, and the mean of all.
///
/// A bucket of a single value is a dot, one without values a gap. Where all buckets are of a single value, a line
/// joins them. The axis of values comes from the data.
///
/// ```swift
/// let buckets = [
///   RangesChart.Bucket(
///     start: start, end: start + 86_400, minimum: 52, maximum: 141, mean: 68, count: 1440)
/// ]
/// let chart = RangesChart(buckets: buckets, title: "Heart rate by day", unit: "Beats per minute")
/// chart.mean  // 68
/// ```
public struct RangesChart: ReadableChart {
  /// The values in one interval of time.
  public struct Bucket: Sendable, Equatable {
    package var start: Date
    package var end: Date
    package var minimum: Double
    package var maximum: Double
    package var mean: Double
    package var count: Int

    /// The weight of the mean among others; `nil` for the count.
    private var weight: Double?
    fileprivate var share: Double { weight ?? Double(count) }

    fileprivate var middle: Date {
      start.addingTimeInterval(end.timeIntervalSince(start) / 2)
    }

    /// Makes a bucket of `count` values, which are in the chart's unit.
    public init(
      start: Date, end: Date, minimum: Double, maximum: Double, mean: Double, count: Int
    ) {
      (self.start, self.end, self.minimum, self.maximum) = (start, end, minimum, maximum)
      (self.mean, self.count) = (mean, count)
    }

    /// Creates a bucket of the store's statistics; `nil` if they lack the minimum, the maximum or the mean.
    public init?(_ statistics: Statistics, in unit: QuantityUnit) {
      guard let low = try? statistics.all.minimum?.writtenValue(in: unit),
        let high = try? statistics.all.maximum?.writtenValue(in: unit),
        let mean = try? statistics.all.average?.writtenValue(in: unit)
      else { return nil }
      self.init(
        start: statistics.start, end: statistics.end, minimum: low, maximum: high, mean: mean,
        count: statistics.all.count)
      weight = statistics.all.averageWeight
    }
  }

  package let buckets: [Bucket]
  /// The title above the picture.
  public var title: String
  private let unit: String
  private let leastWidth: Double
  private let period: PeriodAxis?
  private let color: Color

  /// The unit of the values, within a sentence.
  private let words: String

  /// The values that have a meaningful mean.
  package enum Means { case all, eachBucket, nothing }
  package var means = Means.all

  /// The minimum span of the axis of values, so that values that are nearly alike look so.
  package var leastSpan = 0.0

  /// The name of the unit in a chart of heart rates.
  public static let beatsPerMinute = "Beats per minute"

  /// Makes a chart of buckets.
  ///
  /// - Parameters:
  ///   - unit: The unit of the values.
  ///   - words: The unit within a sentence; `nil` for the unit in small letters.
  ///   - color: The color of the marks; `nil` for that of heart rates.
  ///   - leastWidth: The width in points of a capsule whose bucket is shorter.
  ///   - period: The time that the axis covers; `nil` for the time of the buckets.
  public init(
    buckets: [Bucket], title: String, unit: String, words: String? = nil, color: Color? = nil,
    leastWidth: Double = 0, period: PeriodAxis? = nil
  ) {
    (self.buckets, self.title, self.unit, self.period) = (buckets, title, unit, period)
    (self.words, self.color) = (words ?? unit.lowercased(), color ?? HealthGroup.heart.color)
    self.leastWidth = leastWidth
  }

  /// The mean of all values; `nil` without values.
  public var mean: Double? {
    let whole = buckets.reduce(0) { $0 + $1.share }
    guard whole > 0 else { return nil }
    return buckets.reduce(0) { $0 + $1.mean * $1.share } / whole
  }

  private var shownMean: Double? { means == .all ? mean : nil }

  /// A capsule or a dot for each bucket, a line through the means of many, and a dashed line at the mean of all.
  public var body: some View {
    let (isCurve, isDense) = (isCurve, isDense)
    Chart {
      ForEach(buckets, id: \.start) { bucket in
        if isDot(bucket) {
          PointMark(
            x: .value("Time", bucket.start..<bucket.end),
            y: .value(unit, bucket.mean)
          )
          .symbolSize(24)
          .foregroundStyle(color)
        } else {
          BarMark(
            x: .value("Time", bucket.start..<bucket.end),
            yStart: .value(unit, bucket.minimum),
            yEnd: .value(unit, bucket.maximum),
            // A few would be wider than high on a wide picture.
            width: .ratio(0.55, within: leastWidth...max(leastWidth, isSparse ? 14 : .infinity))
          )
          .clipShape(Capsule())
          .foregroundStyle(color.opacity(isDense ? 0.4 : 1))
          .accessibilityLabel(name(bucket))
        }
      }
      ForEach(hasDots ? buckets.filter { !isDot($0) } : [], id: \.start) { bucket in
        PointMark(x: .value("Time", bucket.start..<bucket.end), y: .value(unit, bucket.mean))
      }
      .symbolSize(24)
      .foregroundStyle(.background)
      ForEach(isCurve || isDense ? points : [], id: \.bucket.start) { point in
        LineMark(
          x: .value("Time", point.bucket.middle), y: .value(unit, point.bucket.mean),
          series: .value("Stretch", "\(point.stretch)"))
      }
      .foregroundStyle(color)
      .lineStyle(StrokeStyle(lineWidth: 1.5, lineJoin: .round))
      if let mean = shownMean {
        RuleMark(y: .value(unit, mean))
          .foregroundStyle(.secondary)
          .lineStyle(StrokeStyle(lineWidth: 1, dash: [4, 3]))
      }
    }
    .chartYScale(domain: scale)
    .timeAxis(period, of: buckets.map { $0.start..<$0.end })
    .chartYAxisLabel(unit + (shownMean.map { ", average \($0.readText(in: words)) dashed" } ?? ""))
  }

  /// The axis of values: that of the data, or the minimum span around their middle, in whole tenths of it.
  private var scale: AutomaticScaleDomain {
    let (low, high) = (buckets.map(\.minimum).min() ?? 0, buckets.map(\.maximum).max() ?? 0)
    guard high - low < leastSpan else { return .automatic(includesZero: false) }
    let tenth = leastSpan / 10
    let start = (((low + high) / 2 - leastSpan / 2) / tenth).rounded() * tenth
    return .automatic(includesZero: false, dataType: Double.self) {
      $0 = [start, start + leastSpan]
    }
  }

  /// Whether capsules are few enough for a dot on each.
  private var hasDots: Bool { means != .nothing && !isDense }

  /// Whether capsules would form a wall: they are fainter then, and a line goes through their means.
  private var isDense: Bool { means != .nothing && !isCurve && buckets.count > 31 }

  /// A bucket, and the unbroken stretch that it belongs to.
  private struct Point {
    let bucket: Bucket
    let stretch: Int
  }

  /// The points of the line through the means: it breaks where buckets are missing, except in a
  /// course, which is measured now and then.
  private var points: [Point] {
    var stretch = 0
    return buckets.indices.map { index in
      if isDense, index > 0, buckets[index - 1].end != buckets[index].start { stretch += 1 }
      return Point(bucket: buckets[index], stretch: stretch)
    }
  }

  /// Whether buckets are values of a course, as weight is, and not ranges.
  private var isCurve: Bool {
    means == .all && buckets.count > 2 && buckets.allSatisfy { $0.minimum == $0.maximum }
  }

  /// Returns whether a bucket's values are so close that a capsule would be a line.
  private func isDot(_ bucket: Bucket) -> Bool {
    let (least, greatest) = (buckets.map(\.minimum).min() ?? 0, buckets.map(\.maximum).max() ?? 0)
    return bucket.maximum - bucket.minimum <= (greatest - least) / 60
  }

  /// Whether the time from the first bucket to the last has room for few buckets, empty ones counted.
  private var isSparse: Bool {
    guard let first = buckets.first, let last = buckets.last else { return true }
    let length = first.end.timeIntervalSince(first.start)
    return last.end.timeIntervalSince(first.start) < 16 * length
  }

  private func name(_ bucket: Bucket) -> String {
    "\(bucket.minimum.readText(in: words)) to \(bucket.maximum.readText(in: words)) \(words)"
  }

  package var markMeaning: String {
    if means == .nothing { return "A bar is from the lower number to the upper one" }
    if buckets.allSatisfy({ $0.minimum == $0.maximum }) { return "A dot is a value" }
    let average = isDense ? "the line" : "its dot"
    return "A bar is from the lowest to the highest value, \(average) the average"
  }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    buckets.map { bucket in
      let text =
        bucket.minimum == bucket.maximum
        ? "\(bucket.mean.readText(in: words)) \(words)"
        : name(bucket) + (means == .nothing ? "" : ", average \(bucket.mean.readText(in: words))")
      return (bucket.start, bucket.end, text)
    }
  }

  /// A row for each bucket: start, end, count, minimum, maximum, and the mean if there is one.
  public var table: ChartTable {
    let suffix = unit == Self.beatsPerMinute ? "_bpm" : ""
    let hasMeans = means != .nothing
    var table = ChartTable(
      ["start", "end", "count", "minimum" + suffix, "maximum" + suffix]
        + (hasMeans ? ["mean" + suffix] : []))
    for bucket in buckets {
      table.add(
        [
          .date(bucket.start), .date(bucket.end), .number(Double(bucket.count), decimals: 0),
          .number(bucket.minimum, decimals: 2), .number(bucket.maximum, decimals: 2),
        ] + (hasMeans ? [.number(bucket.mean, decimals: 2)] : []))
    }
    return table
  }
}
