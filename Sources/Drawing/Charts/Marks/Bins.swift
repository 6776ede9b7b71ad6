/// The range of a bin. It holds its lower end, and its upper one only if it is the last.
public struct ChartBinRange<Bound: Comparable>: RangeExpression {
  public let lowerBound: Bound
  public let upperBound: Bound
  let isLast: Bool

  public func contains(_ element: Bound) -> Bool {
    lowerBound <= element && (element < upperBound || isLast && element == upperBound)
  }

  public func relative<C: Collection>(to collection: C) -> Range<Bound> where C.Index == Bound {
    isLast ? (lowerBound...upperBound).relative(to: collection) : lowerBound..<upperBound
  }
}

extension ChartBinRange: Equatable, Hashable where Bound: Hashable {}

/// Ranges of numbers, for histograms.
public typealias NumberBins<Value: PrimitivePlottableProtocol & Comparable & Numeric> = _Bins<Value>

/// Ranges of dates, for histograms.
public typealias DateBins = _Bins<Date>

/// Ranges between thresholds. It is public for `NumberBins` and `DateBins`.
public struct _Bins<Value: PrimitivePlottableProtocol & Comparable>: RandomAccessCollection {
  /// In ascending order; one more than bins.
  public let thresholds: [Value]

  public init(thresholds: [Value]) { self.thresholds = thresholds.sorted() }

  /// - Parameter make: Returns thresholds around the lowest and the highest value.
  private init(_ values: [Value], _ make: (Double, Double) -> [Double]) {
    let numbers = values.compactMap(\._datum.number)
    let made = numbers.min().map { make($0, numbers.max() ?? $0) } ?? []
    thresholds = made.compactMap { Value(_datum: .number($0)) ?? Value(_datum: .date($0)) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { Swift.max(thresholds.count - 1, 0) }

  public subscript(index: Int) -> ChartBinRange<Value> {
    ChartBinRange(
      lowerBound: thresholds[index], upperBound: thresholds[index + 1],
      isLast: index == endIndex - 1)
  }

  /// Returns the bin of a value: the first or the last for one outside.
  public func index(for value: Value) -> Int {
    let reached = thresholds.lastIndex { $0 <= value } ?? 0
    return Swift.min(reached, Swift.max(endIndex - 1, 0))
  }

  /// Returns how many bins suit data, by Scott's normal reference rule (1979); at most 200.
  private static func usualCount(_ data: [Value]) -> Int {
    let values = data.compactMap(\._datum.number)
    guard let low = values.min(), let high = values.max(), low < high else { return 1 }
    let (count, mean) = (Double(values.count), values.reduce(0) { $0 + $1 / Double(values.count) })
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) / (count - 1) }
    let bins = (high - low) * cbrt(count) / (3.49 * variance.squareRoot())
    return Int(Swift.min(Swift.max(bins.rounded(.up), 1), 200))
  }
}

extension _Bins where Value: Numeric {
  /// Bins of one size, between multiples of it.
  public init(size: Value, range: ClosedRange<Value>) {
    self.init(range.ends) { NumberTicks.around($0, $1, by: size._datum.number ?? 0) }
  }

  /// Creates a number of bins of one size, from the start of a range to its end.
  public init(range: ClosedRange<Value>, count: Int) {
    let count = Swift.max(count, 1)
    self.init(range.ends) { low, high in
      (0...count).map { $0 == count ? high : low + (high - low) * Double($0) / Double(count) }
    }
  }

  /// Creates about a number of bins, of a round size.
  public init(range: ClosedRange<Value>, desiredCount: Int = 10, minimumStride: Value = 0) {
    self.init(data: range.ends, desiredCount: desiredCount, minimumStride: minimumStride)
  }

  /// Bins that hold all data: about a number of them, of a round size.
  public init(data: [Value], desiredCount: Int? = nil, minimumStride: Value = 0) {
    let isWhole = Value.self is any BinaryInteger.Type
    let least = Swift.max(minimumStride._datum.number ?? 0, isWhole ? 1 : 0)
    self.init(data) { low, high in
      let count = desiredCount ?? Self.usualCount(data)
      let step = NumberTicks.step(low: low, high: high, count: count)
      return NumberTicks.around(low, high, by: Swift.max(step, least))
    }
  }
}

extension _Bins<Date> {
  /// Bins of a length in seconds, from the start of a range.
  public init(timeInterval: TimeInterval, range: ClosedRange<Date>) {
    self.init(range.ends) { low, high in
      NumberTicks.around(0, high - low, by: timeInterval).map { low + $0 }
    }
  }

  /// Bins of a calendar unit, or of several.
  public init(
    unit: Calendar.Component, by count: Int = 1, range: ClosedRange<Date>,
    calendar: Calendar = .current
  ) {
    self.init(range.ends, calendar) { _, _, _ in TimeTicks.Step(unit, count: Swift.max(count, 1)) }
  }

  /// Creates about a number of bins, of a round length of time.
  public init(range: ClosedRange<Date>, desiredCount: Int = 10, calendar: Calendar = .current) {
    self.init(data: range.ends, desiredCount: desiredCount, calendar: calendar)
  }

  /// Bins that hold all dates: about a number of them, of a round length of time.
  public init(data: [Date], desiredCount: Int? = nil, calendar: Calendar = .current) {
    let count = desiredCount ?? Self.usualCount(data)
    self.init(data, calendar) { $0.step(low: $1, high: $2, count: count) }
  }

  private init(
    _ dates: [Date], _ calendar: Calendar,
    _ step: (TimeTicks, Double, Double) -> TimeTicks.Step?
  ) {
    self.init(dates) { low, high in
      guard let ticks = ChartCalendar(calendar).map(TimeTicks.init(calendar:)),
        let step = step(ticks, low, high)
      else { return [low, high] }
      // From the last boundary before the dates to the first one after them.
      let near = ticks.dates(every: step, low: low - 2 * step.length, high: high + 2 * step.length)
      let first = near.last { $0 <= low } ?? low
      let last = near.first { $0 >= high && $0 > low } ?? high
      return near.filter { first <= $0 && $0 <= last }
    }
  }
}

extension ClosedRange {
  fileprivate var ends: [Bound] { [lowerBound, upperBound] }
}
