/// Finds the range that an axis covers.
///
/// 1. A domain that was asked for counts as it is. The greater of two ends first turns the axis.
/// 2. Otherwise it holds all data. Numbers include 0, unless the domain says not to, and both ends are
///    extended to round values, unless the axis says not to. Dates are not extended.
/// 3. It is never empty: data of one value have it in the middle.
struct DomainInference {
  var axis: AxisCollector
  var settings: AxisSettings
  /// The number of round values for which the axis has room.
  let tickCount: Int

  /// Returns the inference with a closure's changes to the ends of all data, or to their names.
  func modified() -> DomainInference {
    guard case .modified(let inferred, let modify) = settings.scale.domain else { return self }
    var own = self
    own.settings.scale.domain = inferred
    if axisKind == .category {
      own.settings.scale.domain = .values(modify(axis.categories.map { .category($0) }))
    } else {
      own.axis.modifyEnds(modify)
    }
    return own
  }

  func scale() -> Scale {
    if case .modified = settings.scale.domain { return modified().scale() }
    switch axisKind {
    case .category: return categoryScale()
    case .date: return dateScale()
    case .number: return numberScale()
    }
  }

  private var axisKind: AxisKind {
    if let kind = axis.kind { return kind }
    guard case .values(let values) = settings.scale.domain else { return .number }
    switch values.first {
    case .category: return .category
    case .date: return .date
    default: return .number
    }
  }

  private var isReversed: Bool {
    if case .automatic(_, let reversed) = settings.scale.domain { return reversed }
    return requested.count == 2 && requested[0] > requested[1]
  }

  private func made(
    _ kind: AxisKind, _ type: ScaleType.Kind, _ low: Double, _ high: Double,
    categories: [String] = []
  ) -> Scale {
    Scale(
      kind: kind, type: type, low: low, high: high, start: isReversed ? 1 : 0,
      end: isReversed ? 0 : 1, categories: categories)
  }

  private func categoryScale() -> Scale {
    var names = axis.categories
    if case .values(let values) = settings.scale.domain {
      // The collector numbered the names as they came: `CategoryOrder` renumbers them.
      names = CategoryOrder(axis.categories, domain: values).names
    }
    return made(.category, .category, -0.5, Double(max(names.count, 1)) - 0.5, categories: names)
  }

  private func dateScale() -> Scale {
    var (low, high) = requestedEnds ?? (axis.low, axis.high)
    if !(low <= high) { (low, high) = (0, 86_400) }
    if high - low < 1e-6 { (low, high) = (low - 30, high + 30) }
    return made(.date, .date, low, high)
  }

  private func numberScale() -> Scale {
    let type: ScaleType.Kind
    switch settings.scale.type?.kind {
    case .log: type = .log
    case .squareRoot: type = .squareRoot
    case .symmetricLog(let slope): type = .symmetricLog(slope: slope)
    default: type = .linear
    }
    if let (low, high) = requestedEnds {
      if type == .log {
        let top = high > 0 ? high : 10
        return made(.number, type, low > 0 ? low : top / 1000, top)
      }
      return made(.number, type, low, high)
    }
    return type == .log ? logScale() : roundScale(type)
  }

  /// The values of a domain that was asked for, as they came.
  private var requested: [Double] {
    guard case .values(let values) = settings.scale.domain else { return [] }
    return values.compactMap { datum in
      switch (datum, axisKind) {
      case (.number(let value), .number) where value.isFinite: min(max(value, -1e300), 1e300)
      case (.date(let value), .date) where value.isFinite: min(max(value, -6.3e10), 7e10)
      default: nil
      }
    }
  }

  /// The ends of a domain that was asked for, in order and apart.
  private var requestedEnds: (Double, Double)? {
    guard let low = requested.min(), let high = requested.max() else { return nil }
    return Self.apart(low, high, least: axisKind == .date ? 1 : nil)
  }

  private func roundScale(_ type: ScaleType.Kind) -> Scale {
    var (low, high) = axis.low <= axis.high ? (axis.low, axis.high) : (0, 1)
    let includesZero: Bool
    if case .automatic(let wish, _) = settings.scale.domain {
      includesZero = wish ?? true
    } else {
      includesZero = true
    }
    if includesZero { (low, high) = (min(low, 0), max(high, 0)) }
    (low, high) = Self.apart(low, high, least: nil)
    let values = settings.axes?.first?.values
    let step: Double
    switch values?.kind {
    case .stride(let own) where own.isFinite && own > 0 && (high - low) / own < 1000: step = own
    case .automatic(let count?, _): step = NumberTicks.step(low: low, high: high, values: count)
    default: step = NumberTicks.step(low: low, high: high, count: tickCount)
    }
    if values?.roundLowerBound != false { low = NumberTicks.floor(low, step) }
    if values?.roundUpperBound != false { high = NumberTicks.ceil(high, step) }
    return made(.number, type, low, high)
  }

  private func logScale() -> Scale {
    guard axis.high > 0, axis.low <= axis.high else { return made(.number, .log, 1, 10) }
    let low = axis.low > 0 ? axis.low : axis.high / 1000
    // To the tenth part of a decade: 12 to 85 gives 10 to 90.
    func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
      let decade = pow(10, log10(value).rounded(.down))
      guard decade > 0, decade.isFinite else { return value }
      return (value / decade).rounded(rule) * decade
    }
    let (bottom, top) = (rounded(low, .down), rounded(axis.high, .up))
    return made(.number, .log, bottom, top > bottom ? top : bottom * 10)
  }

  /// Returns ends that are apart: by 1, or by a tenth of a value that stands alone.
  static func apart(_ low: Double, _ high: Double, least: Double?) -> (Double, Double) {
    let size = max(abs(low), abs(high))
    guard high - low <= size * 1e-9 || high == low else { return (low, high) }
    if let least { return (low - least / 2, high + least / 2) }
    if size == 0 { return (0, 1) }
    return (low - size / 10, high + size / 10)
  }
}

/// The order of categories: those of the domain first, then the others as they came.
struct CategoryOrder {
  let names: [String]
  /// The new index of each collected category.
  let indices: [Int]

  init(_ collected: [String], domain: [_Datum]) {
    var names: [String] = []
    var places: [String: Int] = [:]
    func add(_ name: String) {
      guard places[name] == nil else { return }
      places[name] = names.count
      names.append(name)
    }
    for case .category(let name) in domain { add(name) }
    collected.forEach(add)
    self.names = names
    indices = collected.map { places[$0] ?? 0 }
  }
}
