@_exported public import Observation

/// The values that surrounding views give to those within.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The object of a type that `environmentObject` or `environment` gave.
  subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
    get { values[ObjectIdentifier(type)] as? Object }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// Always light: a picture's background is chosen after its views are made. Colors follow it
  /// nevertheless.
  public var colorScheme: ColorScheme { .light }

  /// Always the usual one.
  public var dynamicTypeSize: DynamicTypeSize { .large }

  /// The action that closes a page. Here it does nothing.
  public var dismiss: DismissAction { DismissAction() }
}

/// A value that views give to those within, and its default without them.
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

/// Does nothing: a picture has no page to close.
public struct DismissAction: Sendable {
  public func callAsFunction() {}
}

/// A property that takes its value from the views around before `body` is asked.
protocol EnvironmentReader {
  func read(_ values: EnvironmentValues)
}

extension _ViewCollector {
  /// Gives a view's properties the values that the views around have set.
  func prepare(_ view: some View) {
    for child in Mirror(reflecting: view).children {
      (child.value as? any EnvironmentReader)?.read(environment.values)
    }
  }
}

/// A value of the views around.
@propertyWrapper public struct Environment<Value>: EnvironmentReader {
  private final class Box { var values = EnvironmentValues() }
  private let box = Box()
  private let value: (EnvironmentValues) -> Value

  public init(_ path: KeyPath<EnvironmentValues, Value>) { value = { $0[keyPath: path] } }

  /// Creates a reference to the object of a type. One of the views around must have given it.
  public init(_ type: Value.Type) where Value: AnyObject {
    value = { values in
      guard let object = values[object: type] else {
        preconditionFailure("no view around has given an object of \(type) to the environment")
      }
      return object
    }
  }

  public var wrappedValue: Value { value(box.values) }

  func read(_ values: EnvironmentValues) { box.values = values }
}

/// An object of the views around. One of them must have given it.
@propertyWrapper public struct EnvironmentObject<Object: AnyObject>: EnvironmentReader {
  private let object = Environment<Object>(Object.self)

  public init() {}

  public var wrappedValue: Object { object.wrappedValue }
  public var projectedValue: Bindable<Object> { Bindable(wrappedValue) }

  func read(_ values: EnvironmentValues) { object.read(values) }
}

/// An object whose properties can be bound. A picture is made once, so that no change is followed.
@propertyWrapper @dynamicMemberLookup public struct Bindable<Object: AnyObject> {
  public var wrappedValue: Object

  public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
  public init(_ object: Object) { wrappedValue = object }

  public var projectedValue: Bindable<Object> { self }

  public subscript<Value>(
    dynamicMember path: ReferenceWritableKeyPath<Object, Value>
  ) -> Binding<Value> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: path] }, set: { object[keyPath: path] = $0 })
  }
}

/// An object that a view keeps.
public typealias StateObject<Object: AnyObject> = Bindable<Object>

/// An object that something else keeps.
public typealias ObservedObject<Object: AnyObject> = Bindable<Object>

/// An object with values that views show.
public protocol ObservableObject: AnyObject {}

/// A value that views show. Its changes have no effect: a picture is made once.
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
}

extension View {
  /// Gives the views within a value.
  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { changed { $0.values[keyPath: path] = value } }

  /// Gives the views within an object.
  public func environment<Object: AnyObject>(_ object: Object) -> some View {
    changed { $0.values[object: Object.self] = object }
  }

  /// Gives the views within an object.
  public func environmentObject(_ object: some AnyObject) -> some View { environment(object) }
}
