public import FoundationEssentials
import JSONCoding

/// A prescription of glasses or contact lenses; it starts when it was issued.
public struct VisionPrescription: Hashable, Sendable {
  /// HealthKit's number: 1 glasses, 2 contact lenses.
  public let kind: Int

  /// When it expires; `nil` if it does not.
  public let expiration: Date?

  /// The brand of contact lenses.
  public let brand: String

  /// The lens of the right eye; `nil` if there is none.
  public let right: Lens?

  /// The lens of the left eye; `nil` if there is none.
  public let left: Lens?

  /// The measures of one lens, those that are known, each in its own unit.
  public struct Lens: Hashable, Sendable {
    /// The measures by name.
    public let values: [Measure: Quantity]

    /// Makes a lens.
    public init(_ values: [Measure: Quantity]) {
      self.values = values
    }
  }

  /// The measures of a lens, named as exports name them.
  public enum Measure: String, Hashable, Sendable, CaseIterable {
    /// Power in dioptres, and the direction of the cylinder in degrees.
    case sphere, cylinder, axis, add

    /// Millimetres from the eye.
    case vertex

    /// A prism in prism dioptres, and its direction in degrees.
    case prismAmount, prismAngle

    /// Millimetres between the pupils.
    case farPD, nearPD

    /// Millimetres of a contact lens.
    case baseCurve, diameter
  }

  /// Makes a prescription.
  public init(kind: Int, expiration: Date?, brand: String = "", right: Lens?, left: Lens?) {
    self.kind = kind
    self.expiration = expiration
    self.brand = brand
    self.right = right
    self.left = left
  }
}

extension VisionPrescription: RecordDocument {
  var type: RecordType { .visionPrescription }
  var content: RecordContent { .visionPrescription(self) }

  var members: [(String, JSONValue?)] {
    [
      ("kind", .integer(kind)), ("expires_since_2001_s", expiration.map { .seconds($0) }),
      ("brand", .string(brand)), ("right", right.map(Self.json)), ("left", left.map(Self.json)),
    ]
  }

  private static func json(_ lens: Lens) -> JSONValue {
    .object(
      present: Measure.allCases.map { measure in
        (measure.rawValue, lens.values[measure].map { JSONValue.quantity($0) })
      })
  }

  private static func lens(_ json: JSONValue) -> Lens {
    var values: [Measure: Quantity] = [:]
    for measure in Measure.allCases { values[measure] = json.quantity(measure.rawValue) }
    return Lens(values)
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let kind = json.whole("kind") else { return nil }
    self.init(
      kind: kind, expiration: json.date("expires_since_2001_s"),
      brand: json["brand"]?.string ?? "", right: json["right"].map(Self.lens),
      left: json["left"].map(Self.lens))
  }
}
