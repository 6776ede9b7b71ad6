import CivilTime

/// Finds the colors, symbols and dashes of marks.
struct MarkStyles {
  let styleKeys: KeyList
  private let symbolKeys: KeyList
  let dashKeys: KeyList
  let sizeKeys: KeyList
  private let groupKeys: KeyList
  private let sizeRange: ClosedRange<Double>?
  private let dashStyles: (domain: [_Datum], styles: [StrokeStyle])?
  private let scale: StyleScale?
  /// The style of marks without one.
  private let usual: _Ink
  private let symbols: SymbolScale?
  /// The lowest and the highest number among values with a color.
  let numbers: ClosedRange<Double>?

  init(keys: [KeyList], environment: ChartEnvironment) {
    styleKeys = keys[_MarkCollector.Channel.style.rawValue]
    symbolKeys = keys[_MarkCollector.Channel.symbol.rawValue]
    dashKeys = keys[_MarkCollector.Channel.dash.rawValue]
    sizeKeys = keys[_MarkCollector.Channel.size.rawValue]
    groupKeys = keys[_MarkCollector.Channel.group.rawValue]
    sizeRange = environment.symbolSizes
    dashStyles = environment.lineStyles
    scale = environment.styleScale
    usual = environment.ink ?? _Ink(.accentColor)
    symbols = environment.symbolScale
    let found =
      (environment.styleScale?.gradient == nil ? [] : environment.styleScale?.domain ?? [])
    let values = (found.isEmpty ? styleKeys.values : found).compactMap(\.number)
    numbers = values.min().flatMap { low in values.max().map { low...$0 } }
  }

  var styleLabel: String { styleKeys.label }

  /// The gradient of numbers, or `nil` if each value has a color.
  var gradient: Gradient? {
    guard numbers != nil, scale?.gradient != nil || scale?.inks.isEmpty != false else {
      return nil
    }
    return scale?.gradient ?? Color.numbers
  }

  func ink(_ traits: MarkTraits) -> _Ink {
    let base: _Ink
    switch traits.style {
    case nil: base = usual
    case .ink(let ink): base = ink
    case .by(let key): base = ink(key: key)
    }
    return base.faded(traits.opacity)
  }

  func ink(key: Int) -> _Ink {
    let datum = styleKeys.values[key]
    if let gradient, let numbers {
      switch datum {
      case .number(let value), .date(let value):
        let span = numbers.upperBound - numbers.lowerBound
        return _Ink(
          gradient.color(at: span > 0 ? (value - numbers.lowerBound) / span : 0.5))
      case .category: return _Ink(.gray)
      }
    }
    return ink(place: place(of: datum, in: scale?.domain ?? [], keys: styleKeys))
  }

  private func ink(place: Int) -> _Ink {
    let inks = scale?.inks ?? []
    return inks.isEmpty
      ? _Ink(Color.categories[place % Color.categories.count]) : inks[place % inks.count]
  }

  /// Returns the area of a symbol by its value: from small to large between the lowest and the
  /// highest number, or by the order of categories.
  func area(sizeKey key: Int) -> Double {
    let range = sizeRange ?? 16...196
    let numbers = sizeKeys.values.compactMap(\.number)
    let share: Double
    if let value = sizeKeys.values[key].number, let low = numbers.min(), let high = numbers.max(),
      low < high
    {
      share = (value - low) / (high - low)
    } else {
      share = Double(key + 1) / Double(max(sizeKeys.values.count, 1))
    }
    return range.lowerBound + share * (range.upperBound - range.lowerBound)
  }

  /// The number of groups among which marks of one place are divided.
  var groupCount: Int { groupKeys.values.count }

  func symbol(key: Int) -> BasicChartSymbolShape {
    let shapes = symbols?.shapes ?? []
    let palette = shapes.isEmpty ? BasicChartSymbolShape.categories : shapes
    let datum = symbolKeys.values[key]
    return palette[place(of: datum, in: symbols?.domain ?? [], keys: symbolKeys) % palette.count]
  }

  func dash(key: Int) -> [CGFloat] {
    if let dashStyles, !dashStyles.styles.isEmpty {
      let datum = dashKeys.values[key]
      guard dashStyles.domain.isEmpty || dashStyles.domain.contains(datum) else { return [] }
      let place = place(of: datum, in: dashStyles.domain, keys: dashKeys)
      return dashStyles.styles[place % dashStyles.styles.count].dash
    }
    let dashes: [[CGFloat]] = [[], [6, 4], [2, 3], [9, 3, 2, 3]]
    return dashes[key % dashes.count]
  }

  func shape(_ traits: MarkTraits) -> AnyShape? {
    switch traits.symbol {
    case nil, .view: nil
    case .shape(let shape): shape
    case .by(let key): AnyShape(symbol(key: key))
    }
  }

  /// Returns a value's place. The values of a domain come first, in its order, then the others as they came.
  private func place(of datum: _Datum, in domain: [_Datum], keys: KeyList) -> Int {
    if let index = domain.firstIndex(of: datum) { return index }
    let others = keys.values.filter { !domain.contains($0) }
    return domain.count + (others.firstIndex(of: datum) ?? 0)
  }

  /// An entry of a legend: names with a color, a symbol, dashes.
  struct LegendEntry {
    var name: String
    var ink: _Ink
    var symbol: BasicChartSymbolShape?
    var dash: [CGFloat]?
  }

  var legendEntries: [LegendEntry] {
    var entries: [LegendEntry] = []
    func name(_ datum: _Datum) -> String {
      switch datum {
      case .category(let name): name
      case .number(let value): NumberLabels(values: [value]).text(value)
      case .date(let value):
        TimeText.stamp(Date(timeIntervalSinceReferenceDate: value), milliseconds: false)
      }
    }
    func change(_ datum: _Datum, _ change: (inout LegendEntry) -> Void) {
      let name = name(datum)
      let index = entries.firstIndex { $0.name == name } ?? entries.count
      if index == entries.count { entries.append(LegendEntry(name: name, ink: _Ink(.accentColor))) }
      change(&entries[index])
    }
    if gradient == nil {
      let domain = styleKeys.values.isEmpty ? [] : scale?.domain ?? []
      for datum in domain + styleKeys.values.filter({ !domain.contains($0) }) {
        let place = place(of: datum, in: scale?.domain ?? [], keys: styleKeys)
        entries.append(LegendEntry(name: name(datum), ink: ink(place: place)))
      }
    }
    for (key, datum) in symbolKeys.values.enumerated() {
      change(datum) { $0.symbol = symbol(key: key) }
    }
    for (key, datum) in dashKeys.values.enumerated() {
      change(datum) { $0.dash = dash(key: key) }
    }
    return entries
  }
}
