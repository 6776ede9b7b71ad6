/// Gathers the marks of a chart with their traits. It is public for protocols alone.
public struct _MarkCollector {
  /// What tells series apart.
  enum Channel: Int, CaseIterable { case style, dash, symbol, series }

  var traits = MarkTraits()
  private(set) var marks: [Mark] = []
  private(set) var traitsTable: [MarkTraits] = []
  private(set) var keys = Channel.allCases.map { _ in KeyList() }
  private(set) var x: AxisCollector
  private(set) var y: AxisCollector

  init(calendar: ChartCalendar) {
    x = AxisCollector(calendar: calendar)
    y = AxisCollector(calendar: calendar)
  }

  /// Returns the index of a value among those that tell marks apart.
  mutating func key<D: Plottable>(of value: PlottableValue<D>, for channel: Channel) -> Int {
    keys[channel.rawValue].index(of: value.datum, label: value.label)
  }

  /// Takes a mark. One whose values are of another kind than its axis, or not finite, has no place; it
  /// breaks the line that it would belong to.
  mutating func append(_ input: _MarkDeclaration) {
    let xPosition = x.position(of: input.x)
    let yPosition = y.position(of: input.y)
    // In place: a copy of all traits for each of many points costs more than their layout.
    let last = traitsTable.count - 1
    if last < 0 || !traitsTable[last].isSame(as: traits, of: input) {
      var own = traits
      own.width = input.width
      own.height = input.height
      own.stacking = input.stacking
      traitsTable.append(own)
    }
    let series = input.series.map {
      keys[Channel.series.rawValue].index(of: $0, label: "")
    }
    let isPlaced = xPosition.isPlaced && yPosition.isPlaced
    if isPlaced {
      x.extend(by: xPosition)
      y.extend(by: yPosition)
    }
    marks.append(
      Mark(
        kind: input.kind, isPlaced: isPlaced, x: xPosition, y: yPosition,
        traits: Int32(traitsTable.count - 1), series: Int32(series ?? -1)))
  }
}

/// Values in the order in which they first came.
struct KeyList {
  private(set) var label = ""
  private(set) var values: [_Datum] = []
  private var indices: [_Datum: Int] = [:]

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
    /// A value that stands for a calendar unit or a range.
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

  /// Where a point of the mark lies.
  var middle: Double { kind == .value ? start : start + (end - start) / 2 }
}
