/// Gathers the marks of a chart with their traits. It is public for protocols alone.
public struct _MarkCollector {
  /// The properties that distinguish series.
  enum Channel: Int, CaseIterable { case style, dash, symbol, series, size, group }

  var traits = MarkTraits()
  private(set) var marks: [Mark] = []
  private(set) var traitsTable: [MarkTraits] = []
  private(set) var keys = Channel.allCases.map { _ in KeyList() }
  private(set) var x: AxisCollector
  private(set) var y: AxisCollector

  /// Marks that get their values after the range of the x axis has been determined.
  private var functions: [FunctionPlot] = []

  struct FunctionPlot {
    let place: Int
    let traits: MarkTraits
    let domain: ClosedRange<Double>?
    let marks: (ClosedRange<Double>) -> [_MarkDeclaration]
  }

  init(calendar: ChartCalendar) {
    x = AxisCollector(calendar: calendar)
    y = AxisCollector(calendar: calendar)
  }

  /// Returns the index of a value among those that distinguish marks.
  mutating func key<D: Plottable>(of value: PlottableValue<D>, for channel: Channel) -> Int {
    keys[channel.rawValue].index(of: value.datum, label: value.label)
  }

  /// Takes a mark. One whose values are of another kind than its axis, or not finite, has no place; it
  /// breaks the line that it would belong to.
  mutating func append(_ input: _MarkDeclaration) {
    let isSector = input.kind == .sector
    let xPosition = isSector ? Self.angle(input.x) : x.position(of: input.x)
    let yPosition = y.position(of: input.y)
    // In place: a copy of all traits for each of many points costs more than their layout.
    let last = traitsTable.count - 1
    if last < 0 || !traitsTable[last].isSame(as: traits, of: input) {
      var own = traits
      own.form = input.form
      traitsTable.append(own)
    }
    let series = input.series.map {
      keys[Channel.series.rawValue].index(of: $0, label: "")
    }
    let isPlaced = xPosition.isPlaced && yPosition.isPlaced
    if isPlaced, !isSector {
      // Shares of a sum can only be computed after all marks.
      let isShare =
        input.form.stacking == .normalized && (input.kind == .bar || input.kind == .area)
      let isLying = input.kind == .bar && x.kind == .number && y.kind != .number
      if !isShare || !isLying { x.extend(by: xPosition) }
      if !isShare || isLying { y.extend(by: yPosition) }
    }
    marks.append(
      Mark(
        kind: input.kind, isPlaced: isPlaced, x: xPosition, y: yPosition,
        traits: Int32(traitsTable.count - 1), series: Int32(series ?? -1)))
  }

  /// Returns the angle of a sector, which no axis has.
  private static func angle(_ position: _MarkDeclaration.Position) -> AxisPosition {
    func number(_ datum: _Datum) -> Double {
      guard case .number(let number) = datum, number.isFinite else { return .nan }
      return min(max(number, 0), 1e300)
    }
    guard case .value(let declared) = position else { return .missing }
    let start = number(declared.datum)
    guard let rangeEnd = declared.rangeEnd else {
      return AxisPosition(kind: .value, start: start, end: start)
    }
    return AxisPosition(kind: .between, start: start, end: number(rangeEnd))
  }

  // MARK: Functions

  /// Takes a plot of a function, which stands where it was declared.
  ///
  /// - Parameter marks: Returns the marks over a domain, of a series that is the function's own.
  mutating func append(
    over domain: ClosedRange<Double>?,
    _ marks: @escaping (ClosedRange<Double>, _ series: String) -> [_MarkDeclaration]
  ) {
    let series = "\u{0}\(functions.count)"
    functions.append(
      FunctionPlot(place: self.marks.count, traits: traits, domain: domain) {
        marks($0, series)
      })
  }

  /// Gives functions their points: over their own domain, over that of the axis, over that of the other
  /// marks, or from -10 to 10.
  mutating func plotFunctions(over requested: RequestedDomain) {
    guard !functions.isEmpty else { return }
    var usual = x.low < x.high ? x.low...x.high : -10...10
    if case .values(let ends) = requested, ends.count == 2, case .number(let low) = ends[0],
      case .number(let high) = ends[1], low < high
    {
      usual = low...high
    }
    let declared = marks
    var all: [Mark] = []
    var next = 0
    for function in functions {
      all += declared[next..<function.place]
      next = function.place
      marks = []
      traits = function.traits
      for mark in function.marks(function.domain ?? usual) { append(mark) }
      all += marks
    }
    marks = all + declared[next...]
    functions = []
  }
}

/// Values in the order in which they first came.
struct KeyList {
  private(set) var label = ""
  private(set) var values: [_Datum] = []
  private(set) var indices: [_Datum: Int] = [:]

  mutating func index(of value: _Datum, label: String) -> Int {
    if let index = indices[value] { return index }
    if values.isEmpty { self.label = label }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }
}

/// A mark with its values as numbers of its axes.
struct Mark {
  let kind: _MarkKind
  let isPlaced: Bool
  var x: AxisPosition
  var y: AxisPosition
  let traits: Int32
  let series: Int32
}

/// A place along an axis: numbers, seconds since the reference date, or indices of categories.
struct AxisPosition: Hashable {
  enum Kind: UInt8 {
    /// One value.
    case value
    /// A value that is a calendar unit or a range.
    case bin
    case between
    /// Points from the plot's edge; NaN is the edge.
    case points
  }
  let kind: Kind
  var start: Double
  var end: Double

  static let missing = AxisPosition(kind: .value, start: .nan, end: .nan)

  var isPlaced: Bool { kind == .points || (start.isFinite && end.isFinite) }

  /// The position of a point of the mark.
  var middle: Double { kind == .value ? start : start + (end - start) / 2 }
}
