/// The positions of the values of a chart, for views behind and above it.
///
/// Places are as seen from the plot, in points.
public struct ChartProxy {
  let plot: CGRect
  let x: Scale
  let y: Scale
  let styles: MarkStyles

  public var plotSize: CGSize { plot.size }
  public var plotAreaSize: CGSize { plot.size }

  /// The plot's frame, for `GeometryProxy`.
  public var plotFrame: Anchor<CGRect>? { Anchor(value: plot) }
  public var plotAreaFrame: Anchor<CGRect> { Anchor(value: plot) }

  /// Returns where a value lies along x, or `nil` if it lies nowhere.
  public func position<P: Plottable>(forX value: P) -> CGFloat? {
    place(value.datum, x).map { CGFloat($0) - plot.minX }
  }

  /// Returns where a value lies along y, from the plot's top, or `nil` if it lies nowhere.
  public func position<P: Plottable>(forY value: P) -> CGFloat? {
    place(value.datum, y).map { CGFloat($0) - plot.minY }
  }

  public func position<X: Plottable, Y: Plottable>(for position: (x: X, y: Y)) -> CGPoint? {
    guard let px = self.position(forX: position.x), let py = self.position(forY: position.y) else {
      return nil
    }
    return CGPoint(x: px, y: py)
  }

  /// Returns the room of a category along x.
  public func positionRange<P: Plottable>(forX value: P) -> ClosedRange<CGFloat>? {
    range(value.datum, x, from: plot.minX)
  }

  /// Returns the room of a category along y.
  public func positionRange<P: Plottable>(forY value: P) -> ClosedRange<CGFloat>? {
    range(value.datum, y, from: plot.minY)
  }

  /// Returns the value at a place along x, or `nil` if the axis has values of another type.
  public func value<P: Plottable>(atX position: CGFloat, as type: P.Type = P.self) -> P? {
    value(at: Double(position + plot.minX), x)
  }

  /// Returns the value at a place along y, or `nil` if the axis has values of another type.
  public func value<P: Plottable>(atY position: CGFloat, as type: P.Type = P.self) -> P? {
    value(at: Double(position + plot.minY), y)
  }

  public func value<X: Plottable, Y: Plottable>(
    at position: CGPoint, as type: (X, Y).Type = (X, Y).self
  ) -> (X, Y)? {
    guard let px = value(atX: position.x, as: X.self), let py = value(atY: position.y, as: Y.self)
    else { return nil }
    return (px, py)
  }

  /// Returns the style of a value, or `nil` if no mark has its style by such a value.
  public func foregroundStyle<P: Plottable>(for value: P) -> AnyShapeStyle? {
    styles.styleKeys.indices[value.datum].map { AnyShapeStyle(styles.ink(key: $0)) }
  }

  public func lineStyle<P: Plottable>(for value: P) -> StrokeStyle? {
    styles.dashKeys.indices[value.datum].map { StrokeStyle(dash: styles.dash(key: $0)) }
  }

  public func symbolSize<P: Plottable>(for value: P) -> CGFloat? {
    styles.sizeKeys.indices[value.datum].map { CGFloat(styles.area(sizeKey: $0)) }
  }

  private func place(_ datum: _Datum, _ scale: Scale) -> Double? {
    scale.number(datum).map(scale.position).flatMap { $0.isFinite ? $0 : nil }
  }

  private func range(_ datum: _Datum, _ scale: Scale, from start: CGFloat) -> ClosedRange<CGFloat>?
  {
    guard let place = place(datum, scale) else { return nil }
    let half = scale.kind == .category ? scale.bandWidth / 2 : 0
    return CGFloat(place - half) - start...CGFloat(place + half) - start
  }

  private func value<P: Plottable>(at place: Double, _ scale: Scale) -> P? {
    guard place.isFinite else { return nil }
    return scale.datum(scale.value(at: place)).flatMap { P(datum: $0) }
  }
}

extension View {
  /// Shows a part of an axis of a length: in a picture, all of it.
  public func chartXVisibleDomain(length: some Plottable & Numeric) -> some View { self }
  public func chartXVisibleDomain(length: TimeInterval) -> some View { self }
  public func chartYVisibleDomain(length: some Plottable & Numeric) -> some View { self }

  /// Changes nothing: a picture does not scroll.
  public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
  public func chartScrollPosition(initialX: some Plottable) -> some View { self }
  public func chartScrollPosition(initialY: some Plottable) -> some View { self }
  public func chartScrollTargetBehavior(_ behavior: ChartScrollTargetBehavior) -> some View {
    self
  }
}

/// The target of scrolling. A picture does not scroll.
public struct ChartScrollTargetBehavior: Hashable, Sendable {
  /// Ends at values that are multiples of a unit.
  public static func valueAligned(
    unit: some Numeric, majorAlignment: MajorValueAlignment = .page,
    limitBehavior: LimitBehavior = .automatic
  ) -> Self { Self() }

  /// Ends at dates that match components.
  public static func valueAligned(
    matching: DateComponents, majorAlignment: MajorValueAlignment = .page,
    limitBehavior: LimitBehavior = .automatic
  ) -> Self { Self() }

  /// The larger steps of scrolling.
  public struct MajorValueAlignment: Hashable, Sendable {
    public static let page = Self()
    public static func unit(_ unit: some Numeric) -> Self { Self() }
    public static func matching(_ components: DateComponents) -> Self { Self() }
  }

  /// The distance that one movement scrolls.
  public struct LimitBehavior: Hashable, Sendable {
    public static let automatic = Self()
    public static let always = Self()
    public static let never = Self()
  }
}
