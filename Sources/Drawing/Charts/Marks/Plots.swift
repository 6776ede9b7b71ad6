// Marks of a whole collection by key paths, and of functions.

/// A value of each element, by its key path, with the name of what it is.
public struct PlottableProjection<Element, Value: Plottable> {
  let label: String
  let path: KeyPath<Element, Value>
  var unit: Calendar.Component?

  /// Returns the values at a key path, with their name.
  public static func value(_ label: some StringProtocol, _ path: KeyPath<Element, Value>) -> Self {
    Self(label: String(label), path: path)
  }

  public static func value(_ label: Text, _ path: KeyPath<Element, Value>) -> Self {
    Self(label: label.content, path: path)
  }

  /// Returns the number at a key path, for data without a name: the elements themselves.
  func callAsFunction(_ element: Element) -> PlottableValue<Value> {
    var value = PlottableValue<Value>.value(label, element[keyPath: path])
    value.unit = unit
    return value
  }
}

extension PlottableProjection where Value == Date {
  /// Returns the calendar intervals that hold the dates at a key path.
  public static func value(
    _ label: some StringProtocol, _ path: KeyPath<Element, Date>, unit: Calendar.Component
  ) -> Self {
    Self(label: String(label), path: path, unit: unit)
  }
}

/// Marks for each element of a collection, which modifiers change by key paths of the elements.
public protocol VectorizedChartContent<DataElement>: ChartContent {
  associatedtype DataElement

  var _marks: _MarkRow<DataElement> { get }
  init(_marks: _MarkRow<DataElement>)
}

/// The elements of a plot, their mark, and the changes by each. It is public for the plots alone.
public struct _MarkRow<Element> {
  let elements: [Element]
  let mark: (Element) -> _MarkDeclaration
  var changes: [(Element, inout MarkTraits, inout _MarkCollector) -> Void] = []

  init<Data: RandomAccessCollection>(
    _ data: Data, _ mark: @escaping (Element) -> _MarkDeclaration
  ) where Data.Element == Element {
    elements = Array(data)
    self.mark = mark
  }
}

extension VectorizedChartContent where Body == Never {
  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    let outer = collector.traits
    let row = content._marks
    for element in row.elements {
      var traits = outer
      // The change that was written last is the outermost, and the nearest counts.
      for change in row.changes.reversed() { change(element, &traits, &collector) }
      collector.traits = traits
      collector.append(row.mark(element))
    }
    collector.traits = outer
  }
}

extension VectorizedChartContent {
  private func changed(
    _ change: @escaping (DataElement, inout MarkTraits, inout _MarkCollector) -> Void
  ) -> Self {
    var marks = _marks
    marks.changes.append(change)
    return Self(_marks: marks)
  }

  /// Draws each mark in the style of its value, with a legend.
  public func foregroundStyle<D: Plottable>(
    by value: PlottableProjection<DataElement, D>
  ) -> Self {
    changed { element, traits, collector in
      traits.style = .by(collector.key(of: value(element), for: .style))
    }
  }

  /// Draws each mark in a style of its own.
  public func foregroundStyle<S: ShapeStyle>(_ path: KeyPath<DataElement, S>) -> Self {
    changed { element, traits, _ in traits.style = .ink(element[keyPath: path]._ink) }
  }

  /// Draws each mark with the symbol of its value, with a legend.
  public func symbol<D: Plottable>(by value: PlottableProjection<DataElement, D>) -> Self {
    changed { element, traits, collector in
      traits.symbol = .by(collector.key(of: value(element), for: .symbol))
    }
  }

  /// Makes symbols larger for greater values.
  public func symbolSize<D: Plottable>(by value: PlottableProjection<DataElement, D>) -> Self {
    changed { element, traits, collector in
      traits.sizeKey = collector.key(of: value(element), for: .size)
    }
  }

  /// Sets the area of each symbol, in square points.
  public func symbolSize(_ path: KeyPath<DataElement, CGFloat>) -> Self {
    changed { element, traits, _ in
      traits.symbolArea = Double(element[keyPath: path])
      traits.sizeKey = nil
    }
  }

  /// Draws each line with the dashes of its value.
  public func lineStyle<D: Plottable>(by value: PlottableProjection<DataElement, D>) -> Self {
    changed { element, traits, collector in
      traits.dashKey = collector.key(of: value(element), for: .dash)
    }
  }

  /// Sets each mark's opacity.
  public func opacity(_ path: KeyPath<DataElement, Double>) -> Self {
    changed { element, traits, _ in
      let opacity = element[keyPath: path]
      traits.opacity *= Swift.min(Swift.max(opacity.isNaN ? 1 : opacity, 0), 1)
    }
  }

  /// Puts marks of one place beside each other, by a value.
  public func position<D: Plottable>(
    by value: PlottableProjection<DataElement, D>, axis: Axis? = nil,
    span: MarkDimension = .automatic
  ) -> Self {
    changed { element, traits, collector in
      let group = MarkTraits.Group(
        key: collector.key(of: value(element), for: .group), span: span)
      switch axis {
      case nil: traits.group = group
      case .horizontal: traits.xGroup = group
      case .vertical: traits.yGroup = group
      }
    }
  }

  /// Names each mark for who does not see it.
  public func accessibilityLabel(_ path: KeyPath<DataElement, String>) -> Self {
    changed { element, traits, _ in traits.accessibilityLabel = element[keyPath: path] }
  }

  public func accessibilityValue(_ path: KeyPath<DataElement, String>) -> Self {
    changed { element, traits, _ in traits.accessibilityValue = element[keyPath: path] }
  }
}

/// A symbol for each element.
public struct PointPlot<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>, y: PlottableProjection<DataElement, Y>
  ) where Data.Element == DataElement {
    _marks = .init(data) { PointMark(x: x($0), y: y($0))._mark }
  }
}

/// A bar for each element.
public struct BarPlot<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>, y: PlottableProjection<DataElement, Y>,
    width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      BarMark(x: x($0), y: y($0), width: width, height: height, stacking: stacking)._mark
    }
  }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>,
    yStart: PlottableProjection<DataElement, Y>, yEnd: PlottableProjection<DataElement, Y>,
    width: MarkDimension = .automatic
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      BarMark(x: x($0), yStart: yStart($0), yEnd: yEnd($0), width: width)._mark
    }
  }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, xStart: PlottableProjection<DataElement, X>,
    xEnd: PlottableProjection<DataElement, X>, y: PlottableProjection<DataElement, Y>,
    height: MarkDimension = .automatic
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      BarMark(xStart: xStart($0), xEnd: xEnd($0), y: y($0), height: height)._mark
    }
  }
}

/// A rectangle for each element.
public struct RectanglePlot<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>, y: PlottableProjection<DataElement, Y>,
    width: MarkDimension = .automatic, height: MarkDimension = .automatic
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      RectangleMark(x: x($0), y: y($0), width: width, height: height)._mark
    }
  }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, xStart: PlottableProjection<DataElement, X>,
    xEnd: PlottableProjection<DataElement, X>, yStart: PlottableProjection<DataElement, Y>,
    yEnd: PlottableProjection<DataElement, Y>
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      RectangleMark(xStart: xStart($0), xEnd: xEnd($0), yStart: yStart($0), yEnd: yEnd($0))._mark
    }
  }
}

/// A straight line for each element.
public struct RulePlot<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }

  public init<Data: RandomAccessCollection, X: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>, yStart: CGFloat? = nil,
    yEnd: CGFloat? = nil
  ) where Data.Element == DataElement {
    _marks = .init(data) { RuleMark(x: x($0), yStart: yStart, yEnd: yEnd)._mark }
  }

  public init<Data: RandomAccessCollection, Y: Plottable>(
    _ data: Data, xStart: CGFloat? = nil, xEnd: CGFloat? = nil,
    y: PlottableProjection<DataElement, Y>
  ) where Data.Element == DataElement {
    _marks = .init(data) { RuleMark(xStart: xStart, xEnd: xEnd, y: y($0))._mark }
  }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<DataElement, X>,
    yStart: PlottableProjection<DataElement, Y>, yEnd: PlottableProjection<DataElement, Y>
  ) where Data.Element == DataElement {
    _marks = .init(data) { RuleMark(x: x($0), yStart: yStart($0), yEnd: yEnd($0))._mark }
  }

  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, xStart: PlottableProjection<DataElement, X>,
    xEnd: PlottableProjection<DataElement, X>, y: PlottableProjection<DataElement, Y>
  ) where Data.Element == DataElement {
    _marks = .init(data) { RuleMark(xStart: xStart($0), xEnd: xEnd($0), y: y($0))._mark }
  }
}

/// A sector for each element.
public struct SectorPlot<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }

  public init<Data: RandomAccessCollection, V: Plottable>(
    _ data: Data, angle: PlottableProjection<DataElement, V>,
    innerRadius: MarkDimension = .automatic, outerRadius: MarkDimension = .automatic,
    angularInset: CGFloat? = nil
  ) where Data.Element == DataElement {
    _marks = .init(data) {
      SectorMark(
        angle: angle($0), innerRadius: innerRadius, outerRadius: outerRadius,
        angularInset: angularInset
      )._mark
    }
  }
}

/// A line through the elements of a collection, or of a function.
public struct LinePlot<Content: ChartContent>: ChartContent {
  public let body: Content

  /// A line through a point for each element.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Data.Element, X>,
    y: PlottableProjection<Data.Element, Y>
  ) where Content == PlotRow<Data.Element> {
    body = PlotRow(_marks: .init(data) { LineMark(x: x($0), y: y($0))._mark })
  }

  /// A line for each value of a series.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable, S: Plottable>(
    _ data: Data, x: PlottableProjection<Data.Element, X>,
    y: PlottableProjection<Data.Element, Y>, series: PlottableProjection<Data.Element, S>
  ) where Content == PlotRow<Data.Element> {
    body = PlotRow(
      _marks: .init(data) { LineMark(x: x($0), y: y($0), series: series($0))._mark })
  }

  /// The graph of a function, over a domain or over the whole x axis.
  public init(
    x xLabel: some StringProtocol, y yLabel: some StringProtocol,
    domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
  ) where Content == FunctionContent {
    let (xLabel, yLabel) = (String(xLabel), String(yLabel))
    body = FunctionContent(domain: domain) { x, series in
      LineMark(
        x: .value(xLabel, x), y: .value(yLabel, function(x)), series: .value("", series)
      )._mark
    }
  }

  /// The curve of a function of a parameter.
  public init(
    x xLabel: some StringProtocol, y yLabel: some StringProtocol, t: some StringProtocol,
    domain: ClosedRange<Double>, function: @escaping @Sendable (Double) -> (x: Double, y: Double)
  ) where Content == FunctionContent {
    let (xLabel, yLabel) = (String(xLabel), String(yLabel))
    body = FunctionContent(domain: domain) { t, series in
      let point = function(t)
      return LineMark(
        x: .value(xLabel, point.x), y: .value(yLabel, point.y), series: .value("", series)
      )._mark
    }
  }
}

/// An area below the elements of a collection, or below a function.
public struct AreaPlot<Content: ChartContent>: ChartContent {
  public let body: Content

  /// An area from 0 to a point for each element.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Data.Element, X>,
    y: PlottableProjection<Data.Element, Y>, stacking: MarkStackingMethod = .standard
  ) where Content == PlotRow<Data.Element> {
    body = PlotRow(
      _marks: .init(data) { AreaMark(x: x($0), y: y($0), stacking: stacking)._mark })
  }

  /// A band between two values of each element.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Data.Element, X>,
    yStart: PlottableProjection<Data.Element, Y>, yEnd: PlottableProjection<Data.Element, Y>
  ) where Content == PlotRow<Data.Element> {
    body = PlotRow(
      _marks: .init(data) { AreaMark(x: x($0), yStart: yStart($0), yEnd: yEnd($0))._mark })
  }

  /// The area between 0 and a function, over a domain or over the whole x axis.
  public init(
    x xLabel: some StringProtocol, y yLabel: some StringProtocol,
    domain: ClosedRange<Double>? = nil, function: @escaping @Sendable (Double) -> Double
  ) where Content == FunctionContent {
    self.init(x: xLabel, yStart: yLabel, yEnd: yLabel, domain: domain) { (0, function($0)) }
  }

  /// The area between two functions, over a domain or over the whole x axis.
  public init(
    x xLabel: some StringProtocol, yStart startLabel: some StringProtocol,
    yEnd endLabel: some StringProtocol, domain: ClosedRange<Double>? = nil,
    function: @escaping @Sendable (Double) -> (yStart: Double, yEnd: Double)
  ) where Content == FunctionContent {
    let (xLabel, startLabel, endLabel) = (String(xLabel), String(startLabel), String(endLabel))
    body = FunctionContent(domain: domain) { x, series in
      let ends = function(x)
      return AreaMark(
        x: .value(xLabel, x), yStart: .value(startLabel, ends.yStart),
        yEnd: .value(endLabel, ends.yEnd), series: .value("", series)
      )._mark
    }
  }
}

/// The points of a line or an area.
public struct PlotRow<DataElement>: VectorizedChartContent {
  public typealias Body = Never
  public let _marks: _MarkRow<DataElement>
  public init(_marks: _MarkRow<DataElement>) { self._marks = _marks }
}

/// The points of a function.
public struct FunctionContent: ChartContent {
  public typealias Body = Never
  let domain: ClosedRange<Double>?
  let mark: (Double, _ series: String) -> _MarkDeclaration

  /// Enough for a curve that looks smooth in a picture.
  private static let pointCount = 401

  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    collector.append(over: content.domain) { domain, series in
      (0..<pointCount).map { index in
        let share = Double(index) / Double(pointCount - 1)
        let span = domain.upperBound - domain.lowerBound
        return content.mark(domain.lowerBound + share * span, series)
      }
    }
  }
}

// What a line or an area is changed by: the row within.
extension LinePlot {
  public func foregroundStyle<E, D: Plottable>(
    by value: PlottableProjection<E, D>
  ) -> PlotRow<E> where Content == PlotRow<E> { body.foregroundStyle(by: value) }

  public func symbol<E, D: Plottable>(
    by value: PlottableProjection<E, D>
  ) -> PlotRow<E> where Content == PlotRow<E> { body.symbol(by: value) }

  public func lineStyle<E, D: Plottable>(
    by value: PlottableProjection<E, D>
  ) -> PlotRow<E> where Content == PlotRow<E> { body.lineStyle(by: value) }
}

extension AreaPlot {
  public func foregroundStyle<E, D: Plottable>(
    by value: PlottableProjection<E, D>
  ) -> PlotRow<E> where Content == PlotRow<E> { body.foregroundStyle(by: value) }
}
