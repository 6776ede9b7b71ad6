public import Charts

/// The axis of a chart of a whole day, week or month, whether it is full of data or not.
public struct PeriodAxis: Sendable, Equatable {
  /// The first and the last moment.
  let domain: ClosedRange<Date>

  /// The time from one label to the next; `nil` for one that suits the domain.
  let unit: Calendar.Component?
  let count: Int

  /// Whether a label stands half-way to the next: the name of a day.
  let isCentered: Bool

  /// Makes the axis of a period.
  ///
  /// - Parameters:
  ///   - domain: The first and the last moment.
  ///   - unit: The unit of the time from one label to the next.
  ///   - count: How many of the unit that time has.
  ///   - isCentered: Whether a label stands half-way to the next: the name of a day.
  public init(
    _ domain: ClosedRange<Date>, by unit: Calendar.Component, count: Int, isCentered: Bool = false
  ) {
    (self.domain, self.unit, self.count, self.isCentered) = (domain, unit, count, isCentered)
  }

  /// Makes the axis of a period, with labels that suit it.
  public init(_ domain: ClosedRange<Date>) {
    self.domain = domain
    (unit, count, isCentered) = (nil, 1, false)
  }

  var marks: some AxisContent {
    AxisMarks(values: unit.map { .stride(by: $0, count: count) } ?? .automatic) {
      AxisGridLine()
      AxisTick()
      AxisValueLabel(centered: isCentered)
    }
  }
}

extension View {
  /// Returns the axis of a period, or one that suits the buckets themselves.
  @ViewBuilder
  func timeAxis(_ period: PeriodAxis?, of buckets: [Range<Date>]) -> some View {
    if let period {
      chartXScale(domain: period.domain).chartXAxis { period.marks }.chartPlotStyle { $0.clipped() }
    } else {
      chartXAxis { AxisMarks(values: .buckets(buckets)) }
    }
  }
}

extension AxisMarkValues {
  /// Times that are no closer than buckets are: months below months. A single bucket needs closer ones.
  static func buckets(_ buckets: [Range<Date>]) -> Self {
    let lengths = buckets.map { $0.upperBound.timeIntervalSince($0.lowerBound) }
    guard let first = buckets.first, let last = buckets.last, let shortest = lengths.min(),
      last.upperBound.timeIntervalSince(first.lowerBound) > 1.5 * shortest
    else { return .automatic }
    // A day has 23 hours where clocks go forward.
    return .automatic(minimumStride: shortest * 0.9)
  }
}
