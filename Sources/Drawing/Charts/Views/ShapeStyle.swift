/// Something to draw with: a color or a gradient.
public protocol ShapeStyle: Sendable {
  /// The color that represents the style where no gradient can be: texts, axes, one cell of a terminal.
  var color: Color { get }

  var _ink: _Ink { get }
}

extension ShapeStyle {
  public var _ink: _Ink { _Ink(color) }

  public func opacity(_ opacity: Double) -> some ShapeStyle { AnyShapeStyle(_ink.faded(opacity)) }
}

/// The fill of a shape. It is public for the protocol alone.
public struct _Ink: Hashable, Sendable {
  var color: Color
  var gradient: GradientPaint?

  init(_ color: Color, _ gradient: GradientPaint? = nil) {
    self.color = color
    self.gradient = gradient
  }

  func faded(_ opacity: Double) -> _Ink {
    guard opacity < 1 else { return self }
    var ink = self
    ink.color = color.opacity(opacity)
    if var paint = gradient {
      paint.gradient = paint.gradient.faded(opacity)
      ink.gradient = paint
    }
    return ink
  }
}

/// A gradient with its direction, in shares of the frame that it fills.
struct GradientPaint: Hashable, Sendable {
  var gradient: Gradient
  var start: UnitPoint
  var end: UnitPoint
}

/// Colors that pass into each other.
public struct Gradient: Hashable, Sendable {
  /// A color at a place from 0 to 1.
  public struct Stop: Hashable, Sendable {
    public var color: Color
    public var location: CGFloat

    public init(color: Color, location: CGFloat) {
      self.color = color
      self.location = location.isFinite ? Swift.min(Swift.max(location, 0), 1) : 0
    }
  }

  public var stops: [Stop] { didSet { isEven = false } }

  /// Whether the stops are at equal distances from 0 to 1.
  private var isEven = false

  public init(stops: [Stop]) {
    self.stops = stops.isEmpty ? [Stop(color: .accentColor, location: 0)] : stops
  }

  /// Colors at equal distances.
  public init(colors: [Color]) {
    let last = CGFloat(Swift.max(colors.count - 1, 1))
    self.init(
      stops: colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) })
    isEven = true
  }

  func faded(_ opacity: Double) -> Gradient {
    Gradient(
      stops: stops.map { Stop(color: $0.color.opacity(opacity), location: $0.location) })
  }

  /// Returns the color at a place from 0 to 1.
  func color(at place: Double) -> Color {
    guard !isEven else {
      guard stops.count > 1, place.isFinite else { return stops[0].color }
      let scaled = min(max(place, 0), 1) * Double(stops.count - 1)
      let index = min(Int(scaled), stops.count - 2)
      return stops[index].color.mixed(
        with: stops[index + 1].color, by: scaled - Double(index))
    }
    guard place.isFinite, let next = stops.firstIndex(where: { Double($0.location) >= place })
    else { return place.isFinite ? stops[stops.count - 1].color : stops[0].color }
    guard next > 0 else { return stops[0].color }
    let (before, after) = (stops[next - 1], stops[next])
    let span = Double(after.location - before.location)
    guard span > 0 else { return after.color }
    return before.color.mixed(with: after.color, by: (place - Double(before.location)) / span)
  }
}

extension Gradient: ShapeStyle {
  public var color: Color { color(at: 0.5) }
  public var _ink: _Ink {
    _Ink(color, GradientPaint(gradient: self, start: .top, end: .bottom))
  }
}

/// A gradient from one place of a frame to another.
public struct LinearGradient: ShapeStyle, Hashable {
  let paint: GradientPaint

  public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
    paint = GradientPaint(gradient: gradient, start: startPoint, end: endPoint)
  }

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
  }

  public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
    self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
  }

  public var color: Color { paint.gradient.color(at: 0.5) }
  public var _ink: _Ink { _Ink(color, paint) }
}

extension ShapeStyle where Self == LinearGradient {
  public static func linearGradient(
    _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
  }

  public static func linearGradient(
    colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
  }

  public static func linearGradient(
    stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
  ) -> LinearGradient {
    LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
  }
}

/// A gradient of a color, lighter at the top.
public struct AnyGradient: ShapeStyle, Hashable {
  let paint: GradientPaint

  public init(_ gradient: Gradient) {
    paint = GradientPaint(gradient: gradient, start: .top, end: .bottom)
  }

  public var color: Color { paint.gradient.stops[paint.gradient.stops.count - 1].color }
  public var _ink: _Ink { _Ink(color, paint) }
}

extension Color {
  public var gradient: AnyGradient {
    AnyGradient(Gradient(colors: [mixed(with: .white, by: 0.28), self]))
  }
}

/// A style whose type is forgotten.
public struct AnyShapeStyle: ShapeStyle, Hashable {
  public let _ink: _Ink

  public init(_ style: some ShapeStyle) { _ink = style._ink }
  init(_ ink: _Ink) { _ink = ink }

  public var color: Color { _ink.color }
}
