import CivilTime

/// Finds the colors, symbols and dashes of marks.
struct MarkStyles {
  private let styleKeys: KeyList
  private let symbolKeys: KeyList
  private let dashKeys: KeyList
  private let scale: StyleScale?
  private let symbols: SymbolScale?
  /// The least and the greatest number among values with a color.
  let numbers: ClosedRange<Double>?

  init(keys: [KeyList], environment: ChartEnvironment) {
    styleKeys = keys[_MarkCollector.Channel.style.rawValue]
    symbolKeys = keys[_MarkCollector.Channel.symbol.rawValue]
    dashKeys = keys[_MarkCollector.Channel.dash.rawValue]
    scale = environment.styleScale
    symbols = environment.symbolScale
    let found =
      (environment.styleScale?.gradient == nil ? [] : environment.styleScale?.domain ?? [])
    let values = (found.isEmpty ? styleKeys.values : found).compactMap { datum -> Double? in
      switch datum {
      case .number(let value), .date(let value): value.isFinite ? value : nil
      case .category: nil
      }
    }
    numbers = values.min().flatMap { low in values.max().map { low...$0 } }
  }

  var styleLabel: String { styleKeys.label }

  /// The gradient of numbers, or `nil` if values have colors of their own.
  var gradient: Gradient? {
    guard numbers != nil, scale?.gradient != nil || scale?.colors.isEmpty != false else {
      return nil
    }
    return scale?.gradient ?? Color.numbers
  }

  func color(_ traits: MarkTraits) -> Color {
    let base: Color
    switch traits.style {
    case nil: base = .accentColor
    case .color(let color): base = color
    case .by(let key): base = color(key: key)
    }
    return traits.opacity < 1 ? base.opacity(traits.opacity) : base
  }

  func color(key: Int) -> Color {
    let datum = styleKeys.values[key]
    if let gradient, let numbers {
      switch datum {
      case .number(let value), .date(let value):
        let span = numbers.upperBound - numbers.lowerBound
        return gradient.color(at: span > 0 ? (value - numbers.lowerBound) / span : 0.5)
      case .category: return .gray
      }
    }
    return color(place: place(of: datum, in: scale?.domain ?? [], keys: styleKeys))
  }

  private func color(place: Int) -> Color {
    let colors = scale?.colors ?? []
    let palette = colors.isEmpty ? Color.categories : colors
    return palette[place % palette.count]
  }

  func symbol(key: Int) -> BasicChartSymbolShape {
    let shapes = symbols?.shapes ?? []
    let palette = shapes.isEmpty ? BasicChartSymbolShape.categories : shapes
    let datum = symbolKeys.values[key]
    return palette[place(of: datum, in: symbols?.domain ?? [], keys: symbolKeys) % palette.count]
  }

  func dash(key: Int) -> [CGFloat] {
    let dashes: [[CGFloat]] = [[], [6, 4], [2, 3], [9, 3, 2, 3]]
    return dashes[key % dashes.count]
  }

  func shape(_ traits: MarkTraits) -> AnyShape? {
    switch traits.symbol {
    case nil: nil
    case .shape(let shape): shape
    case .by(let key): AnyShape(symbol(key: key))
    }
  }

  /// The values of a domain come first, in its order, then the others as they came.
  private func place(of datum: _Datum, in domain: [_Datum], keys: KeyList) -> Int {
    if let index = domain.firstIndex(of: datum) { return index }
    let others = keys.values.filter { !domain.contains($0) }
    return domain.count + (others.firstIndex(of: datum) ?? 0)
  }

  /// What a legend explains: names with a color, a symbol, dashes.
  struct LegendEntry {
    var name: String
    var color: Color
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
    func find(_ name: String) -> Int? { entries.firstIndex { $0.name == name } }
    if gradient == nil {
      let domain = styleKeys.values.isEmpty ? [] : scale?.domain ?? []
      for datum in domain + styleKeys.values.filter({ !domain.contains($0) }) {
        let place = place(of: datum, in: scale?.domain ?? [], keys: styleKeys)
        entries.append(LegendEntry(name: name(datum), color: color(place: place)))
      }
    }
    for (key, datum) in symbolKeys.values.enumerated() {
      if let index = find(name(datum)) {
        entries[index].symbol = symbol(key: key)
      } else {
        entries.append(
          LegendEntry(name: name(datum), color: .accentColor, symbol: symbol(key: key)))
      }
    }
    for (key, datum) in dashKeys.values.enumerated() {
      if let index = find(name(datum)) {
        entries[index].dash = dash(key: key)
      } else {
        entries.append(LegendEntry(name: name(datum), color: .accentColor, dash: dash(key: key)))
      }
    }
    return entries
  }
}
