/// A view that describes its chart for readers who do not see it.
public protocol AXChartDescriptorRepresentable {
  func makeChartDescriptor() -> AXChartDescriptor
}

extension View {
  /// Names the chart by the title and the summary of a description. Its axes and points are not used:
  /// a picture's own marks are described by their values.
  public func accessibilityChartDescriptor(
    _ representable: some AXChartDescriptorRepresentable
  ) -> some View {
    changed {
      let descriptor = representable.makeChartDescriptor()
      let texts = [descriptor.title, descriptor.summary].compactMap { $0 }
      if !texts.isEmpty { $0.accessibilityLabel = texts.joined(separator: ". ") }
    }
  }
}

/// A chart in words.
public final class AXChartDescriptor {
  public var title: String?
  public var summary: String?

  public init(
    title: String?, summary: String?, xAxis: any AXDataAxisDescriptor,
    yAxis: AXNumericDataAxisDescriptor?, additionalAxes: [any AXDataAxisDescriptor]? = nil,
    series: [AXDataSeriesDescriptor]
  ) {
    self.title = title
    self.summary = summary
  }
}

/// An axis in words.
public protocol AXDataAxisDescriptor {}

/// An axis of numbers in words.
public final class AXNumericDataAxisDescriptor: AXDataAxisDescriptor {
  public init(
    title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
    valueDescriptionProvider: @escaping (Double) -> String
  ) {}
}

/// An axis of categories in words.
public final class AXCategoricalDataAxisDescriptor: AXDataAxisDescriptor {
  public init(title: String, categoryOrder: [String]) {}
}

/// A series in words.
public final class AXDataSeriesDescriptor {
  public init(name: String?, isContinuous: Bool, dataPoints: [AXDataPoint]) {}
}

/// A point in words.
public final class AXDataPoint {
  /// A further value of a point.
  public enum Value: Hashable, Sendable {
    case number(Double)
    case category(String)
  }

  public init(x: Double, y: Double?, additionalValues: [Value] = [], label: String? = nil) {}
  public init(x: String, y: Double?, additionalValues: [Value] = [], label: String? = nil) {}
}
