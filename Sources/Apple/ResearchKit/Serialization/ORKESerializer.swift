public import Foundation
internal import JSONCoding

/// Writes tasks, steps, answer formats and results as the JSON of ResearchKit's serializer, and reads it.
///
/// An object is `{"_class": "ORKScaleAnswerFormat", …}` with its properties by their names; a property that is
/// `nil` is left out. Dates have whole seconds, a picture is its name, a file's result has no path. What only
/// lays out a screen (`headerTextAlignment`, `imageContentMode`, `bodyItemTextAlignment`, `gradientColors`) is
/// passed over when it is read.
public final class ORKESerializer: NSObject {
  /// Something that cannot be written or read.
  public struct Failure: Error, CustomStringConvertible {
    /// A sentence: the class or the property, and what is wrong with it.
    public let description: String
  }

  /// Returns the JSON of an object as Foundation's dictionaries, lists, texts and numbers.
  public class func jsonObject(for object: Any) throws -> [AnyHashable: Any] {
    let value = try FoundationJSON.object(of: SerializedClass.json(of: object))
    return value as? [String: Any] ?? [:]
  }

  /// Returns the JSON of an object as text, with sorted keys.
  public class func jsonData(for object: Any) throws -> Data {
    Data(try SerializedClass.json(of: object).sorted.text.utf8)
  }

  public class func object(fromJSONObject object: [AnyHashable: Any]) throws -> Any {
    try SerializedClass.object(of: FoundationJSON.value(of: object))
  }

  public class func object(fromJSONData data: Data) throws -> Any {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.value(of: Array(data))
    } catch {
      throw Failure(description: "the text is no JSON: \(error.description)")
    }
    return try SerializedClass.object(of: value)
  }

  public class func serializableClasses() -> [AnyClass] { SerializedClass.all.map(\.type) }

  /// The names under which an object's properties are written.
  public class func serializedProperties(for type: AnyClass) -> [String] {
    SerializedClass.line(of: type).flatMap { $0.properties.map(\.name) }
  }
}

extension JSONValue {
  /// The same with the members of objects in the order of their names.
  fileprivate var sorted: JSONValue {
    switch self {
    case .array(let values): .array(values.map(\.sorted))
    case .members(let members):
      .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted) })
    default: self
    }
  }
}

/// JSON as Foundation's objects, and back.
enum FoundationJSON {
  static func object(of value: JSONValue) throws -> Any {
    switch value {
    case .null: NSNull()
    case .bool(let bool): bool
    case .number(let number), .decimal(let number): number
    case .integer(let number): number
    case .string(let text): text
    case .array(let values): try values.map(object)
    case .members(let members):
      try Dictionary(members.map { ($0.key, try object(of: $0.value)) }) { $1 }
    }
  }

  static func value(of object: Any) throws -> JSONValue {
    switch object {
    case is NSNull: return .null
    case let text as String: return .string(text)
    case let bool as Bool where !(object is NSNumber): return .bool(bool)
    case let number as NSNumber: return value(number)
    case let number as Int: return .integer(number)
    case let number as Double: return .number(number)
    case let values as [Any]: return .array(try values.map(value))
    case let members as [AnyHashable: Any]:
      return .object(
        try members.map { ("\($0.key.base)", try value(of: $0.value)) }.sorted { $0.0 < $1.0 })
    default:
      throw ORKESerializer.Failure(description: "a \(type(of: object)) has no form in JSON")
    }
  }

  /// A number, or the truth value that it was made of.
  static func value(_ number: NSNumber) -> JSONValue {
    if String(cString: number.objCType) == "c" { return .bool(number.boolValue) }
    let double = number.doubleValue
    return double == double.rounded() && double.magnitude < 1e15
      ? .integer(number.intValue) : .number(double)
  }

  static func number(_ value: JSONValue) -> NSNumber? {
    switch value {
    case .bool(let bool): NSNumber(value: bool)
    default:
      value.number.map {
        $0 == $0.rounded() && $0.magnitude < 1e15 ? NSNumber(value: Int($0)) : NSNumber(value: $0)
      }
    }
  }
}
