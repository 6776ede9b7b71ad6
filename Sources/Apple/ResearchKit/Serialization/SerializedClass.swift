internal import Foundation
internal import JSONCoding

/// A class as the serializer knows it: how an object is made of its JSON, and which properties it has beside
/// those of its superclass.
struct SerializedClass: Sendable {
  let type: NSObject.Type

  /// Makes an object of the properties that its initializer needs.
  let make: @Sendable (SerializedFields) throws -> NSObject
  let properties: [SerializedProperty]

  var name: String { "\(type)" }

  /// The entries of a class and its superclasses, the class's own first.
  static func line(of type: AnyClass) -> [SerializedClass] {
    var (line, next): ([SerializedClass], AnyClass?) = ([], type)
    while let current = next {
      if let entry = byName["\(current)"], entry.type == current { line.append(entry) }
      next = _getSuperclass(current)
    }
    return line
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// What only lays out a screen.
  private static let passedOver: Set = [
    "_class", "headerTextAlignment", "imageContentMode", "bodyItemTextAlignment", "torchMode",
    "devicePosition", "dontKnowButtonStyle", "gradientColors", "gradientLocations",
  ]

  /// A property of an object by its name; `nil` if the object has none of it.
  static func property(_ name: String, of object: NSObject) -> SerializedProperty? {
    line(of: Swift.type(of: object)).flatMap(\.properties).first { $0.name == name }
  }

  static func json(of object: Any) throws -> JSONValue {
    guard let object = object as? NSObject else {
      throw ORKESerializer.Failure(
        description: "\(Swift.type(of: object)) is no class that the serializer knows")
    }
    let line = line(of: Swift.type(of: object))
    guard let first = line.first else {
      throw ORKESerializer.Failure(
        description: "\(Swift.type(of: object)) is no class that the serializer knows")
    }
    var members: [(String, JSONValue?)] = [("_class", .string(first.name))]
    var written: Set<String> = []
    for property in line.flatMap(\.properties) where written.insert(property.name).inserted {
      members.append((property.name, try property.json(object)))
    }
    return .object(present: members)
  }

  static func object(of value: JSONValue) throws -> NSObject {
    guard let name = value["_class"]?.string else {
      throw ORKESerializer.Failure(description: "an object without _class is none of ResearchKit's")
    }
    guard let entry = byName[name] else {
      throw ORKESerializer.Failure(description: "\(name) is no class that the serializer knows")
    }
    let fields = SerializedFields(value: value, className: name)
    let object = try entry.make(fields)
    for member in value.members ?? [] where !passedOver.contains(member.key) {
      guard let property = Self.property(member.key, of: object) else {
        throw ORKESerializer.Failure(description: "\(name) has no property \(member.key)")
      }
      do {
        try property.set?(object, member.value)
      } catch let failure as ORKESerializer.Failure {
        throw ORKESerializer.Failure(
          description: "\(name).\(member.key): \(failure.description)")
      }
    }
    // No text may stop the program, as a mistake of its own does.
    if let problem = (object as? ORKOrderedTask)?.problem {
      throw ORKESerializer.Failure(description: problem)
    }
    return object
  }
}

/// A property under its name in JSON.
struct SerializedProperty: Sendable {
  let name: String
  let json: @Sendable (NSObject) throws -> JSONValue?

  /// `nil` for a property that the initializer sets.
  let set: (@Sendable (NSObject, JSONValue) throws -> Void)?

  /// A property that is set after the object has been made.
  static func set<Root: NSObject, Value: JSONSerialized>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable
  ) -> Self {
    Self(
      name: name, json: { try ($0 as? Root)?[keyPath: path].serialized() },
      set: { ($0 as? Root)?[keyPath: path] = try Value.read($1) })
  }

  /// A property that the initializer sets.
  static func made<Root: NSObject, Value: JSONSerialized>(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable
  ) -> Self {
    Self(name: name, json: { try ($0 as? Root)?[keyPath: path].serialized() }, set: nil)
  }

  /// A number that may be missing.
  static func number<Root: NSObject>(
    _ name: String, _ path: any ReferenceWritableKeyPath<Root, NSNumber?> & Sendable
  ) -> Self {
    Self(
      name: name, json: { (($0 as? Root)?[keyPath: path]).map(FoundationJSON.value) },
      set: { ($0 as? Root)?[keyPath: path] = FoundationJSON.number($1) })
  }

  /// A property with a form of its own.
  static func custom<Root: NSObject>(
    _ name: String, _ json: @escaping @Sendable (Root) throws -> JSONValue?,
    _ set: (@Sendable (Root, JSONValue) throws -> Void)? = nil
  ) -> Self {
    var setter: (@Sendable (NSObject, JSONValue) throws -> Void)?
    if let set {
      setter = { object, value in if let object = object as? Root { try set(object, value) } }
    }
    return Self(name: name, json: { try ($0 as? Root).flatMap(json) }, set: setter)
  }
}

/// The members of an object's JSON, for its initializer.
struct SerializedFields {
  let value: JSONValue
  let className: String

  /// The value of a member; a member that is missing reads as `null`.
  func callAsFunction<Value: JSONSerialized>(_ name: String) throws -> Value {
    do {
      return try Value.read(value[name] ?? .null)
    } catch let failure as ORKESerializer.Failure {
      throw ORKESerializer.Failure(description: "\(className).\(name): \(failure.description)")
    }
  }

  func number(_ name: String) -> NSNumber? { value[name].flatMap(FoundationJSON.number) }
  func choice(_ name: String) throws -> ORKChoiceValue {
    try ChoiceJSON.value(of: value[name] ?? .null)
  }
}

/// A value with a form in JSON.
protocol JSONSerialized: SendableMetatype {
  /// Returns the form; `nil` for a value that is left out.
  func serialized() throws -> JSONValue?
  static func read(_ value: JSONValue) throws -> Self
}

/// An object with an entry in the table.
protocol ObjectSerialized: NSObject, JSONSerialized {}

extension ObjectSerialized {
  func serialized() throws -> JSONValue? { try SerializedClass.json(of: self) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let object = try SerializedClass.object(of: value) as? Self else {
      throw ORKESerializer.Failure(
        description: "must be a \(Self.self), not a \(value["_class"]?.string ?? "")")
    }
    return object
  }
}

extension JSONSerialized {
  static func wrong(_ wanted: String) -> ORKESerializer.Failure {
    ORKESerializer.Failure(description: "must be \(wanted)")
  }
}

extension Optional: JSONSerialized where Wrapped: JSONSerialized {
  func serialized() throws -> JSONValue? { try self?.serialized() }

  static func read(_ value: JSONValue) throws -> Self {
    // ResearchKit writes an empty object for some that are missing.
    if case .null = value { return nil }
    if case .members(let members) = value, members.isEmpty { return nil }
    return try Wrapped.read(value)
  }
}

extension Array: JSONSerialized where Element: JSONSerialized {
  func serialized() throws -> JSONValue? { .array(try compactMap { try $0.serialized() }) }

  static func read(_ value: JSONValue) throws -> Self {
    if case .null = value { return [] }
    guard case .array(let values) = value else { throw wrong("a list") }
    return try values.map(Element.read)
  }
}

extension Dictionary: JSONSerialized where Key == String, Value: JSONSerialized {
  func serialized() throws -> JSONValue? {
    .object(present: try sorted { $0.key < $1.key }.map { ($0.key, try $0.value.serialized()) })
  }

  static func read(_ value: JSONValue) throws -> Self {
    guard let members = value.members else { throw wrong("an object") }
    return try Self(members.map { ($0.key, try Value.read($0.value)) }) { $1 }
  }
}

extension String: JSONSerialized {
  func serialized() -> JSONValue? { .string(self) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let text = value.string else { throw wrong("a text") }
    return text
  }
}

extension Bool: JSONSerialized {
  func serialized() -> JSONValue? { .bool(self) }

  /// Samples of ResearchKit have 0 for false.
  static func read(_ value: JSONValue) throws -> Self {
    guard let bool = value.bool ?? value.number.map({ $0 != 0 }) else {
      throw wrong("true or false")
    }
    return bool
  }
}

extension Double: JSONSerialized {
  func serialized() -> JSONValue? { FoundationJSON.value(NSNumber(value: self)) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let number = value.number else { throw wrong("a number") }
    return number
  }
}

extension JSONSerialized where Self: FixedWidthInteger {
  func serialized() -> JSONValue? { .integer(Int(self)) }

  static func read(_ value: JSONValue) throws -> Self {
    guard let number = value.number, let whole = Self(exactly: number) else {
      throw wrong("a whole number")
    }
    return whole
  }
}

extension Int: JSONSerialized {}
extension UInt: JSONSerialized {}
extension UInt32: JSONSerialized {}

extension JSONSerialized where Self: RawRepresentable, RawValue: JSONSerialized {
  func serialized() throws -> JSONValue? { try rawValue.serialized() }

  static func read(_ value: JSONValue) throws -> Self {
    guard let read = try Self(rawValue: RawValue.read(value)) else { throw wrong("a \(Self.self)") }
    return read
  }
}

/// An enumeration that is written by the names of its cases.
protocol NamedSerialized: JSONSerialized, RawRepresentable where RawValue == Int {
  static var names: [String] { get }
}

extension NamedSerialized {
  func serialized() -> JSONValue? { .string(Self.names[rawValue]) }

  static func read(_ value: JSONValue) throws -> Self {
    if case .null = value, let first = Self(rawValue: 0) { return first }
    guard let text = value.string, let place = names.firstIndex(of: text),
      let read = Self(rawValue: place)
    else { throw wrong("one of \(names.joined(separator: ", "))") }
    return read
  }
}

/// The values of properties that a step modifier sets, in JSON: objects with a class, what a choice may stand for, and
/// lists of those.
enum PropertyJSON {
  static func json(_ value: Any) throws -> JSONValue {
    switch value {
    case let values as [Any]: .array(try values.map(json))
    case let object as any JSONSerialized & NSObject: try object.serialized() ?? .null
    default: try FoundationJSON.value(of: value)
    }
  }

  static func value(of json: JSONValue) throws -> NSObject {
    switch json {
    case .array(let values): return NSArray(array: try values.map(value))
    case .members where json["_class"] != nil: return try SerializedClass.object(of: json)
    default:
      guard let value = try ChoiceJSON.value(of: json) as? NSObject else {
        throw ORKESerializer.Failure(description: "must be a value")
      }
      return value
    }
  }
}

/// What a choice stands for, in JSON: a text, a number, a truth value, or a list or dictionary of those.
enum ChoiceJSON {
  static func json(_ value: ORKChoiceValue) throws -> JSONValue {
    try FoundationJSON.value(of: value)
  }

  static func value(of json: JSONValue) throws -> ORKChoiceValue {
    switch json {
    case .string(let text): return text as NSString
    case .array(let values): return NSArray(array: try values.map(value))
    case .members(let members):
      return NSDictionary(
        dictionary: try Dictionary(members.map { ($0.key, try value(of: $0.value)) }) { $1 })
    default:
      guard let number = FoundationJSON.number(json) else {
        throw ORKESerializer.Failure(description: "must be a value")
      }
      return number
    }
  }
}
