/// Content that is a mark. It is public for the marks alone.
public protocol _Mark: ChartContent where Body == Never {
  var _mark: _MarkDeclaration { get }
}

extension _Mark {
  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    collector.append(content._mark)
  }
}

/// A mark that covers a range: a bar or a rectangle. It is public for the marks alone.
public protocol _SpanMark: _Mark {
  static var _kind: _MarkKind { get }

  init(_mark: _MarkDeclaration)
}

extension _SpanMark {
  /// Creates an upright mark between two values: a capsule from the minimum to the maximum, say.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    width: MarkDimension = .automatic
  ) {
    self.init(_mark: .init(Self._kind, x: .init(x), y: .init(yStart, yEnd), width: width))
  }

  /// Creates a lying mark between two values.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>,
    height: MarkDimension = .automatic
  ) {
    self.init(_mark: .init(Self._kind, x: .init(xStart, xEnd), y: .init(y), height: height))
  }

  /// Creates an upright mark between two distances from the plot's top, in points; `nil` is the plot's edge.
  public init<X: Plottable>(
    x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil,
    width: MarkDimension = .automatic
  ) {
    self.init(_mark: .init(Self._kind, x: .init(x), y: .init(yStart, yEnd), width: width))
  }

  /// Creates a mark over a range of `x`, between two distances from the plot's top, in points.
  public init<X: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: CGFloat? = nil,
    yEnd: CGFloat? = nil
  ) {
    self.init(_mark: .init(Self._kind, x: .init(xStart, xEnd), y: .init(yStart, yEnd)))
  }
}

/// A bar for each value, from 0 or between two values.
public struct BarMark: _SpanMark {
  public static var _kind: _MarkKind { .bar }
  public let _mark: _MarkDeclaration

  public init(_mark: _MarkDeclaration) { self._mark = _mark }

  /// Creates a bar from 0 to a value: upright unless only `x` holds numbers.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) {
    _mark = .init(
      .bar, x: .init(x), y: .init(y), width: width, height: height, stacking: stacking)
  }

  /// Creates a lying bar over the whole height of the plot: bars on each other make one row.
  public init<X: Plottable>(
    x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil,
    width: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) where X: Numeric {
    var mark = _MarkDeclaration(
      .bar, x: .init(x), y: .init(yStart, yEnd), width: width, stacking: stacking)
    mark.form.isRow = true
    _mark = mark
  }

  /// Creates a bar over the whole width of the plot: bars on each other make one column.
  public init<Y: Plottable>(
    y: PlottableValue<Y>, xStart: CGFloat? = nil, xEnd: CGFloat? = nil,
    height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) where Y: Numeric {
    var mark = _MarkDeclaration(
      .bar, x: .init(xStart, xEnd), y: .init(y), height: height, stacking: stacking)
    mark.form.isRow = true
    _mark = mark
  }

  /// Creates a lying bar between two distances from the plot's left edge, in points.
  public init<Y: Plottable>(
    xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>,
    height: MarkDimension = .automatic
  ) {
    _mark = .init(.bar, x: .init(xStart, xEnd), y: .init(y), height: height)
  }
}

/// A point of a line. The points of a series are joined in their order.
public struct LineMark: _Mark {
  public let _mark: _MarkDeclaration

  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    _mark = .init(.line, x: .init(x), y: .init(y))
  }

  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
  ) {
    _mark = .init(.line, x: .init(x), y: .init(y), series: series.datum)
  }
}

/// A point of a filled area: from 0, or from one value to another.
public struct AreaMark: _Mark {
  public let _mark: _MarkDeclaration

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) {
    _mark = .init(.area, x: .init(x), y: .init(y), stacking: stacking)
  }

  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>,
    stacking: MarkStackingMethod = .standard
  ) {
    _mark = .init(
      .area, x: .init(x), y: .init(y), stacking: stacking, series: series.datum)
  }

  /// Creates a point of a band.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    _mark = .init(.area, x: .init(x), y: .init(yStart, yEnd))
  }

  public init<X: Plottable, Y: Plottable, S: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    series: PlottableValue<S>
  ) {
    _mark = .init(.area, x: .init(x), y: .init(yStart, yEnd), series: series.datum)
  }
}

extension AreaMark {
  /// Creates a point of a lying band, from one value of x to another.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _mark = .init(.area, x: .init(xStart, xEnd), y: .init(y))
  }
}

/// A sector of a round chart, as large as its share of all.
public struct SectorMark: _Mark {
  public let _mark: _MarkDeclaration

  /// - Parameters:
  ///   - angle: The number that the sector shows, or a range of numbers around the circle.
  ///   - innerRadius: Where the sector begins: points from the middle, or a share of the outer radius or
  ///     points less than it. The middle without it.
  ///   - outerRadius: Where it ends. The plot's edge without it.
  ///   - angularInset: Points between a side and the neighbor's; the gap is twice as wide.
  public init<V: Plottable>(
    angle: PlottableValue<V>, innerRadius: MarkDimension = .automatic,
    outerRadius: MarkDimension = .automatic, angularInset: CGFloat? = nil
  ) {
    var mark = _MarkDeclaration(.sector, x: .init(angle), y: .init(CGFloat?.none, nil))
    mark.form.innerRadius = innerRadius
    mark.form.outerRadius = outerRadius
    mark.form.angularInset = Double(angularInset ?? 0)
    _mark = mark
  }
}

/// A symbol at a point.
public struct PointMark: _Mark {
  public let _mark: _MarkDeclaration

  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    _mark = .init(.point, x: .init(x), y: .init(y))
  }

  public init<X: Plottable>(x: PlottableValue<X>, y: CGFloat? = nil) {
    _mark = .init(.point, x: .init(x), y: .init(y, y))
  }

  public init<Y: Plottable>(x: CGFloat? = nil, y: PlottableValue<Y>) {
    _mark = .init(.point, x: .init(x, x), y: .init(y))
  }
}

/// A straight line across the plot, or a part of it, at one value.
public struct RuleMark: _Mark {
  public let _mark: _MarkDeclaration

  /// Creates an upright line, over the whole plot or between two distances from its top, in points.
  public init<X: Plottable>(
    x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil
  ) {
    _mark = .init(.rule, x: .init(x), y: .init(yStart, yEnd))
  }

  /// Creates a level line, over the whole plot or between two distances from its left edge, in points.
  public init<Y: Plottable>(
    xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>
  ) {
    _mark = .init(.rule, x: .init(xStart, xEnd), y: .init(y))
  }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    _mark = .init(.rule, x: .init(x), y: .init(yStart, yEnd))
  }

  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    _mark = .init(.rule, x: .init(xStart, xEnd), y: .init(y))
  }
}

/// A rectangle around a point, or over ranges of `x` and `y`.
public struct RectangleMark: _SpanMark {
  public static var _kind: _MarkKind { .rectangle }
  public let _mark: _MarkDeclaration

  public init(_mark: _MarkDeclaration) { self._mark = _mark }

  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic
  ) {
    _mark = .init(.rectangle, x: .init(x), y: .init(y), width: width, height: height)
  }

  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>,
    yEnd: PlottableValue<Y>
  ) {
    _mark = .init(.rectangle, x: .init(xStart, xEnd), y: .init(yStart, yEnd))
  }

  public init<Y: Plottable>(
    xStart: CGFloat? = nil, xEnd: CGFloat? = nil, yStart: PlottableValue<Y>,
    yEnd: PlottableValue<Y>
  ) {
    _mark = .init(.rectangle, x: .init(xStart, xEnd), y: .init(yStart, yEnd))
  }
}
