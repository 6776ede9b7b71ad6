/// A value that a view keeps. In a picture it is the first one, unless the view's own code sets another.
@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public init(initialValue: Value) { box = Box(initialValue) }

  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

/// A value that something else keeps.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Returns a value that nothing changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  public var projectedValue: Binding<Value> { self }

  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(
      get: { get()[keyPath: path] },
      set: { part in
        var value = get()
        value[keyPath: path] = part
        set(value)
      })
  }

  /// Returns the binding itself: a picture has no animation.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

/// The way to show a change. A picture has no changes.
public enum Animation: Hashable, Sendable {
  case `default`, linear, easeIn, easeOut, easeInOut, spring, bouncy, smooth, snappy

  public static func linear(duration: TimeInterval) -> Animation { .linear }
  public static func easeIn(duration: TimeInterval) -> Animation { .easeIn }
  public static func easeOut(duration: TimeInterval) -> Animation { .easeOut }
  public static func easeInOut(duration: TimeInterval) -> Animation { .easeInOut }
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.8, blendDuration: Double = 0
  ) -> Animation { .spring }
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { .spring }
  public func delay(_ delay: Double) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// Does some work at once: a picture has no animation.
@discardableResult public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

extension View {
  /// Changes nothing: a picture has no animation.
  public func animation<Value: Equatable>(_ animation: Animation?, value: Value) -> some View {
    self
  }

  /// Changes nothing: in a picture, nothing can be selected.
  public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View { self }
  public func chartYSelection<P: Plottable>(value: Binding<P?>) -> some View { self }
  public func chartAngleSelection<P: Plottable>(value: Binding<P?>) -> some View { self }
  public func chartXSelection<P: Plottable & Comparable>(
    range: Binding<ClosedRange<P>?>
  ) -> some View { self }
  public func chartYSelection<P: Plottable & Comparable>(
    range: Binding<ClosedRange<P>?>
  ) -> some View { self }

  /// Changes nothing: a picture does not scroll.
  public func chartScrollPosition<P: Plottable>(x: Binding<P>) -> some View { self }
  public func chartScrollPosition<P: Plottable>(y: Binding<P>) -> some View { self }

  /// Changes nothing: a picture cannot be touched.
  public func gesture(_ gesture: some Gesture) -> some View { self }
  public func contentShape(_ shape: some Shape) -> some View { self }
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    self
  }

  /// Changes nothing: a picture is made once.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func task(_ action: () async -> Void) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (Value) -> Void
  ) -> some View { self }
}

/// A movement of a finger or a pointer, which a picture never sees.
public protocol Gesture<Value> {
  associatedtype Value
}

extension Gesture {
  public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }
  public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }
  public func exclusively(before other: some Gesture) -> Self { self }
}

/// A finger or pointer that moves.
public struct DragGesture: Gesture {
  /// The position of the pointer.
  public struct Value: Hashable, Sendable {
    public var location: CGPoint
    public var startLocation: CGPoint
    public var translation: CGSize
  }

  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
}

/// A tap at a place.
public struct SpatialTapGesture: Gesture {
  /// The position of the tap.
  public struct Value: Hashable, Sendable {
    public var location: CGPoint
  }

  public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) {}
}
