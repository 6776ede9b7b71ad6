// Marks of a whole collection by key paths, and of functions.

/// A value of each element, by its key path, with a name.
public struct PlottableProjection<Element, Value: Plottable> {
  let label: String
  let path: KeyPath<Element, Value>

  /// Returns the values at a key path, with their name.
  public static func value(_ label: some StringProtocol, _ path: KeyPath<Element, Value>) -> Self {
    Self(label: String(label), path: path)
  }

  func callAsFunction(_ element: Element) -> PlottableValue<Value> {
    .value(label, element[keyPath: path])
  }
}

/// Marks for each element of a collection, which modifiers change by key paths of the elements; or those of a function.
public struct MarkPlot<Element, Mark: ChartContent>: ChartContent {
  public typealias Body = Never

  private enum Marks {
    case elements([Element], (Element) -> _MarkDeclaration)
    case function(ClosedRange<Double>?, (Double, _ series: String) -> _MarkDeclaration)
  }

  private let marks: Marks
  private var changes: [(Element, inout MarkTraits, inout _MarkCollector) -> Void] = []

  fileprivate init<Data: RandomAccessCollection>(
    _ data: Data, _ mark: @escaping (Element) -> _MarkDeclaration
  ) where Data.Element == Element {
    marks = .elements(Array(data), mark)
  }

  fileprivate init(
    over domain: ClosedRange<Double>?, _ mark: @escaping (Double, String) -> _MarkDeclaration
  ) {
    marks = .function(domain, mark)
  }

  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    switch content.marks {
    case .elements(let elements, let mark):
      let outer = collector.traits
      for element in elements {
        var traits = outer
        // The change that was written last is the outermost, and the nearest counts.
        for change in content.changes.reversed() { change(element, &traits, &collector) }
        collector.traits = traits
        collector.append(mark(element))
      }
      collector.traits = outer
    case .function(let domain, let mark):
      // Enough points for a curve that looks smooth in a picture.
      collector.append(over: domain) { domain, series in
        (0...400).map { index in
          let span = domain.upperBound - domain.lowerBound
          return mark(domain.lowerBound + Double(index) / 400 * span, series)
        }
      }
    }
  }

  private func changed(
    _ change: @escaping (Element, inout MarkTraits, inout _MarkCollector) -> Void
  ) -> Self {
    var plot = self
    plot.changes.append(change)
    return plot
  }

  /// Draws each mark in the style of its value, with a legend.
  public func foregroundStyle<D: Plottable>(by value: PlottableProjection<Element, D>) -> Self {
    changed { element, traits, collector in
      traits.style = .by(collector.key(of: value(element), for: .style))
    }
  }

  /// Draws each mark with the symbol of its value, with a legend.
  public func symbol<D: Plottable>(by value: PlottableProjection<Element, D>) -> Self {
    changed { element, traits, collector in
      traits.symbol = .by(collector.key(of: value(element), for: .symbol))
    }
  }

  /// Makes symbols larger for greater values.
  public func symbolSize<D: Plottable>(by value: PlottableProjection<Element, D>) -> Self {
    changed { element, traits, collector in
      traits.sizeKey = collector.key(of: value(element), for: .size)
    }
  }
}

/// A symbol for each element.
public typealias PointPlot<Element> = MarkPlot<Element, PointMark>

/// A bar for each element.
public typealias BarPlot<Element> = MarkPlot<Element, BarMark>

/// A rectangle for each element.
public typealias RectanglePlot<Element> = MarkPlot<Element, RectangleMark>

/// A straight line for each element.
public typealias RulePlot<Element> = MarkPlot<Element, RuleMark>

/// A line through the elements of a collection, or of a function.
public typealias LinePlot<Element> = MarkPlot<Element, LineMark>

/// An area below the elements of a collection, or below a function.
public typealias AreaPlot<Element> = MarkPlot<Element, AreaMark>

extension MarkPlot where Mark == PointMark {
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>, y: PlottableProjection<Element, Y>
  ) where Data.Element == Element {
    self.init(data) { PointMark(x: x($0), y: y($0))._mark }
  }
}

extension MarkPlot where Mark == BarMark {
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>, y: PlottableProjection<Element, Y>,
    width: MarkDimension = .automatic, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) where Data.Element == Element {
    self.init(data) {
      BarMark(x: x($0), y: y($0), width: width, height: height, stacking: stacking)._mark
    }
  }
}

extension MarkPlot where Mark == RectangleMark {
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>, y: PlottableProjection<Element, Y>,
    width: MarkDimension = .automatic, height: MarkDimension = .automatic
  ) where Data.Element == Element {
    self.init(data) { RectangleMark(x: x($0), y: y($0), width: width, height: height)._mark }
  }
}

extension MarkPlot where Mark == RuleMark {
  public init<Data: RandomAccessCollection, X: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>
  ) where Data.Element == Element {
    self.init(data) { RuleMark(x: x($0))._mark }
  }

  public init<Data: RandomAccessCollection, Y: Plottable>(
    _ data: Data, y: PlottableProjection<Element, Y>
  ) where Data.Element == Element {
    self.init(data) { RuleMark(y: y($0))._mark }
  }
}

extension MarkPlot where Mark == LineMark {
  /// Creates a line through a point for each element.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>, y: PlottableProjection<Element, Y>
  ) where Data.Element == Element {
    self.init(data) { LineMark(x: x($0), y: y($0))._mark }
  }
}

extension MarkPlot where Mark == LineMark, Element == Never {
  /// Creates the graph of a function, over a domain or over the whole x axis.
  public init(
    x xLabel: String, y yLabel: String, domain: ClosedRange<Double>? = nil,
    function: @escaping @Sendable (Double) -> Double
  ) {
    self.init(over: domain) { x, series in
      LineMark(
        x: .value(xLabel, x), y: .value(yLabel, function(x)), series: .value("", series)
      )._mark
    }
  }

  /// Creates the curve of a function of a parameter.
  public init(
    x xLabel: String, y yLabel: String, t: String, domain: ClosedRange<Double>,
    function: @escaping @Sendable (Double) -> (x: Double, y: Double)
  ) {
    self.init(over: domain) { t, series in
      let point = function(t)
      return LineMark(
        x: .value(xLabel, point.x), y: .value(yLabel, point.y), series: .value("", series)
      )._mark
    }
  }
}

extension MarkPlot where Mark == AreaMark {
  /// Creates an area from 0 to a point for each element.
  public init<Data: RandomAccessCollection, X: Plottable, Y: Plottable>(
    _ data: Data, x: PlottableProjection<Element, X>, y: PlottableProjection<Element, Y>,
    stacking: MarkStackingMethod = .standard
  ) where Data.Element == Element {
    self.init(data) { AreaMark(x: x($0), y: y($0), stacking: stacking)._mark }
  }
}

extension MarkPlot where Mark == AreaMark, Element == Never {
  /// Creates the area between 0 and a function, over a domain or over the whole x axis.
  public init(
    x xLabel: String, y yLabel: String, domain: ClosedRange<Double>? = nil,
    function: @escaping @Sendable (Double) -> Double
  ) {
    self.init(x: xLabel, yStart: yLabel, yEnd: yLabel, domain: domain) { (0, function($0)) }
  }

  /// Creates the area between two functions, over a domain or over the whole x axis.
  public init(
    x xLabel: String, yStart startLabel: String, yEnd endLabel: String,
    domain: ClosedRange<Double>? = nil,
    function: @escaping @Sendable (Double) -> (yStart: Double, yEnd: Double)
  ) {
    self.init(over: domain) { x, series in
      let ends = function(x)
      return AreaMark(
        x: .value(xLabel, x), yStart: .value(startLabel, ends.yStart),
        yEnd: .value(endLabel, ends.yEnd), series: .value("", series)
      )._mark
    }
  }
}
