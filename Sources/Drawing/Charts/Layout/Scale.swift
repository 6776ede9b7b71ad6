/// Turns the numbers of an axis into places in the picture.
struct Scale {
  let kind: AxisKind
  let type: ScaleType.Kind
  /// The ends of the domain; `low` is below `high`.
  let low: Double
  let high: Double
  /// The positions of the ends of the domain, in points.
  var start: Double
  var end: Double
  let categories: [String]

  private let transformedLow: Double
  private let transformedSpan: Double

  init(
    kind: AxisKind, type: ScaleType.Kind, low: Double, high: Double, start: Double = 0,
    end: Double = 1, categories: [String] = []
  ) {
    (self.kind, self.type, self.low, self.high, self.start) = (kind, type, low, high, start)
    (self.end, self.categories) = (end, categories)
    transformedLow = Self.transform(low, type)
    transformedSpan = Self.transform(high, type) - transformedLow
  }

  /// Returns where a value lies, in points, or NaN if it lies nowhere.
  func position(_ value: Double) -> Double {
    start + (Self.transform(value, type) - transformedLow) / transformedSpan * (end - start)
  }

  /// Returns the value at a place.
  func value(at position: Double) -> Double {
    guard end != start else { return low }
    let transformed = transformedLow + (position - start) / (end - start) * transformedSpan
    switch type {
    case .linear, .date, .category: return transformed
    case .log: return pow(10, transformed)
    case .squareRoot: return transformed * abs(transformed)
    case .symmetricLog(let slope):
      return (transformed < 0 ? -1 : 1) * expm1(abs(transformed)) / slope
    }
  }

  /// The distance between two categories, in points.
  var bandWidth: Double { abs(end - start) / max(high - low, 1) }

  /// Returns the number of a value on the axis; `nil` for one of another kind.
  func number(_ datum: _Datum) -> Double? {
    switch (datum, kind) {
    case (.number(let value), .number), (.date(let value), .date): value
    case (.category(let name), .category): categories.firstIndex(of: name).map { Double($0) }
    default: nil
    }
  }

  /// Returns the value of a number on the axis; `nil` where there is no category.
  func datum(_ number: Double) -> _Datum? {
    switch kind {
    case .number: return .number(number)
    case .date: return .date(number)
    case .category:
      guard let index = Int(exactly: number.rounded()), categories.indices.contains(index) else {
        return nil
      }
      return .category(categories[index])
    }
  }

  func contains(_ value: Double) -> Bool { value >= low && value <= high }
  func holds(_ axis: AxisCollector) -> Bool { low <= axis.low && axis.high <= high }

  private static func transform(_ value: Double, _ type: ScaleType.Kind) -> Double {
    switch type {
    case .linear, .date, .category: value
    case .log: value > 0 ? log10(value) : .nan
    case .squareRoot: (value < 0 ? -1 : 1) * abs(value).squareRoot()
    case .symmetricLog(let slope): (value < 0 ? -1 : 1) * log1p(abs(value) * slope)
    }
  }
}
