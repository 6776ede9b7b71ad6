/// The kind of a mark. It is public for the marks alone.
public enum _MarkKind: UInt8, Hashable {
  case bar, line, area, point, rule, rectangle, sector
}

/// A mark as it was declared, before its values have places.
public struct _MarkDeclaration {
  /// A place along one axis as it was declared.
  enum Position {
    case value(Declared)
    case between(Declared, Declared)
    /// Distances from the plot's top or left edge, in points; `nil` is the edge itself.
    case points(Double?, Double?)

    init<V: Plottable>(_ value: PlottableValue<V>) { self = .value(Declared(value)) }

    init<V: Plottable>(_ start: PlottableValue<V>, _ end: PlottableValue<V>) {
      self = .between(Declared(start), Declared(end))
    }

    init(_ start: CGFloat?, _ end: CGFloat?) {
      self = .points(start.map { Double($0) }, end.map { Double($0) })
    }
  }

  /// A `PlottableValue` whose type is forgotten.
  struct Declared {
    let label: String
    let datum: _Datum
    let rangeEnd: _Datum?
    let unit: Calendar.Component?
    let calendar: Calendar?

    init<V: Plottable>(_ value: PlottableValue<V>) {
      label = value.label
      datum = value.datum
      rangeEnd = value.rangeEnd
      unit = value.unit
      calendar = value.calendar
    }
  }

  /// The mark's settings for its extent.
  struct Form: Hashable {
    var width = MarkDimension.automatic
    var height = MarkDimension.automatic
    var stacking = MarkStackingMethod.standard
    var innerRadius = MarkDimension.automatic
    var outerRadius = MarkDimension.automatic
    var angularInset = 0.0
    /// Whether bars stack over the whole plot, with no axis across.
    var isRow = false
  }

  let kind: _MarkKind
  let x: Position
  let y: Position
  var form: Form
  let series: _Datum?

  init(
    _ kind: _MarkKind, x: Position, y: Position, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard,
    series: _Datum? = nil
  ) {
    (self.kind, self.x, self.y, self.series) = (kind, x, y, series)
    form = Form(width: width, height: height, stacking: stacking)
  }
}
