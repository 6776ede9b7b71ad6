public import Foundation
internal import JSONCoding
internal import SampleStore

public enum HKVisionPrescriptionType: UInt, Sendable, CaseIterable {
  case glasses = 1
  case contacts = 2
}

public enum HKVisionEye: Int, Sendable, CaseIterable {
  case left = 1
  case right = 2
}

public enum HKPrismBase: Int, Sendable, CaseIterable {
  case none = 0
  case up, down, `in`, out
}

/// A prescription of glasses or contact lenses.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public class HKVisionPrescription: HKSample, @unchecked Sendable {
  let content: Result<HealthDocument, HKError>

  public convenience init(
    type: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(Self.reading(type, expirationDate, nil, nil), dateIssued, device, metadata)
  }

  init(
    _ content: Result<HealthDocument, HKError>, _ issued: Date, _ device: HKDevice?,
    _ metadata: [String: Any]?
  ) {
    self.content = content
    super.init(
      type: HKPrescriptionType.shared, start: issued, end: issued, device: device,
      metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    self.content = .success(content)
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: [.visionPrescription]) else { return nil }
    self.init(record, content)
  }

  static func of(_ sample: RecordSample, _ content: HealthDocument) -> HKVisionPrescription {
    content.json.whole("kind") == Int(HKVisionPrescriptionType.contacts.rawValue)
      ? HKContactsPrescription(sample, content) : HKGlassesPrescription(sample, content)
  }

  public var prescriptionType: HKVisionPrescriptionType {
    content.value?.json.whole("kind").flatMap { HKVisionPrescriptionType(rawValue: UInt($0)) }
      ?? .glasses
  }

  public var dateIssued: Date { startDate }
  public var expirationDate: Date? { content.value?.json.date("expires_since_2001_s") }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.document(try content.get()), from: source)
  }

  /// Reads the lenses; a measure of another dimension fails when the prescription is saved.
  static func reading(
    _ type: HKVisionPrescriptionType, _ expiration: Date?, brand: String = "",
    _ right: HKLensSpecification?, _ left: HKLensSpecification?
  ) -> Result<HealthDocument, HKError> {
    do {
      let values: [(String, JSONValue?)] = [
        ("kind", .integer(Int(type.rawValue))),
        ("expires_since_2001_s", expiration.map { .seconds($0) }), ("brand", .string(brand)),
        ("right", try right?.json()), ("left", try left?.json()),
      ]
      guard let content = HealthDocument(type: .visionPrescription, .object(present: values))
      else { throw HKError.invalid("a prescription has numbers that cannot be kept") }
      return .success(content)
    } catch {
      return .failure(HKError(error))
    }
  }
}

/// A prescription of glasses.
///
/// It is `@unchecked Sendable` as `HKVisionPrescription` is: what it holds is constant.
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
  public convenience init(
    rightEyeSpecification: HKGlassesLensSpecification?,
    leftEyeSpecification: HKGlassesLensSpecification?, dateIssued: Date, expirationDate: Date?,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      Self.reading(.glasses, expirationDate, rightEyeSpecification, leftEyeSpecification),
      dateIssued, device, metadata)
  }

  public var rightEye: HKGlassesLensSpecification? {
    content.value?.json["right"].map { HKGlassesLensSpecification($0, .right) }
  }

  public var leftEye: HKGlassesLensSpecification? {
    content.value?.json["left"].map { HKGlassesLensSpecification($0, .left) }
  }
}

/// A prescription of contact lenses.
///
/// It is `@unchecked Sendable` as `HKVisionPrescription` is: what it holds is constant.
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
  public convenience init(
    rightEyeSpecification: HKContactsLensSpecification?,
    leftEyeSpecification: HKContactsLensSpecification?, brand: String, dateIssued: Date,
    expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      Self.reading(
        .contacts, expirationDate, brand: brand, rightEyeSpecification, leftEyeSpecification),
      dateIssued, device, metadata)
  }

  public var rightEye: HKContactsLensSpecification? {
    content.value?.json["right"].map { HKContactsLensSpecification($0) }
  }

  public var leftEye: HKContactsLensSpecification? {
    content.value?.json["left"].map { HKContactsLensSpecification($0) }
  }

  public var brand: String { content.value?.json["brand"]?.string ?? "" }
}

/// What lenses of glasses and contact lenses have in common.
///
/// It is `@unchecked Sendable` because it is not final: what it holds is constant.
public class HKLensSpecification: NSObject, @unchecked Sendable {
  let measures: [String: HKQuantity]

  init(_ measures: [String: HKQuantity?]) {
    self.measures = measures.compactMapValues(\.self)
  }

  init(_ lens: JSONValue) { measures = Self.measures(of: lens) }

  static func measures(of lens: JSONValue) -> [String: HKQuantity] {
    var measures: [String: HKQuantity] = [:]
    for (measure, _) in HealthDocument.lensMeasures {
      measures[measure] = lens.quantity(measure).map(HKQuantity.init(_:))
    }
    return measures
  }

  public var sphere: HKQuantity { measures["sphere"] ?? HKQuantity(0, "D") }
  public var cylinder: HKQuantity? { measures["cylinder"] }
  public var axis: HKQuantity? { measures["axis"] }
  public var addPower: HKQuantity? { measures["add"] }

  private static let units: [String: String] = [
    "sphere": "D", "cylinder": "D", "add": "D", "axis": "deg", "prismAngle": "deg",
    "prismAmount": "pD", "vertex": "mm", "farPD": "mm", "nearPD": "mm", "baseCurve": "mm",
    "diameter": "mm",
  ]

  func json() throws -> JSONValue {
    .object(
      try measures.map { measure, quantity in
        _ = try quantity.value(Self.units[measure] ?? "()")
        return (measure, .quantity(quantity.storeQuantity))
      })
  }
}

/// It is `@unchecked Sendable` as `HKLensSpecification` is: what it holds is constant.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
  public let prism: HKVisionPrism?

  public init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?,
    vertexDistance: HKQuantity?, prism: HKVisionPrism?, farPupillaryDistance: HKQuantity?,
    nearPupillaryDistance: HKQuantity?
  ) {
    self.prism = prism
    super.init([
      "sphere": sphere, "cylinder": cylinder, "axis": axis, "add": addPower,
      "vertex": vertexDistance, "prismAmount": prism?.amount, "prismAngle": prism?.angle,
      "farPD": farPupillaryDistance, "nearPD": nearPupillaryDistance,
    ])
  }

  init(_ lens: JSONValue, _ eye: HKVisionEye) {
    let quantities = Self.measures(of: lens)
    prism =
      if let amount = quantities["prismAmount"], let angle = quantities["prismAngle"] {
        HKVisionPrism(amount: amount, angle: angle, eye: eye)
      } else {
        nil
      }
    super.init(quantities.mapValues { $0 })
  }

  public var vertexDistance: HKQuantity? { measures["vertex"] }
  public var farPupillaryDistance: HKQuantity? { measures["farPD"] }
  public var nearPupillaryDistance: HKQuantity? { measures["nearPD"] }
}

/// It is `@unchecked Sendable` as `HKLensSpecification` is: what it holds is constant.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
  public init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?,
    baseCurve: HKQuantity?, diameter: HKQuantity?
  ) {
    super.init([
      "sphere": sphere, "cylinder": cylinder, "axis": axis, "add": addPower,
      "baseCurve": baseCurve, "diameter": diameter,
    ])
  }

  override init(_ lens: JSONValue) {
    super.init(lens)
  }

  public var baseCurve: HKQuantity? { measures["baseCurve"] }
  public var diameter: HKQuantity? { measures["diameter"] }
}

/// A prism of a lens: how much light it turns aside, and where to. An angle counts from the viewer's
/// right, against the clock: 90 degrees are up.
public final class HKVisionPrism: NSObject, _HKConstant, Sendable {
  public let amount: HKQuantity
  public let angle: HKQuantity
  public let eye: HKVisionEye

  public init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
    self.amount = amount
    self.angle = angle
    self.eye = eye
  }

  public convenience init(
    verticalAmount: HKQuantity, verticalBase: HKPrismBase, horizontalAmount: HKQuantity,
    horizontalBase: HKPrismBase, eye: HKVisionEye
  ) {
    let up = verticalAmount.doubleValue(for: HKUnit(from: "pD")) * (verticalBase == .down ? -1 : 1)
    let isRightward = (horizontalBase == .in) == (eye == .right)
    let right = horizontalAmount.doubleValue(for: HKUnit(from: "pD")) * (isRightward ? 1 : -1)
    let degrees = atan2(up, right) * 180 / .pi
    self.init(
      amount: HKQuantity((up * up + right * right).squareRoot(), "pD"),
      angle: HKQuantity(degrees < 0 ? degrees + 360 : degrees, "deg"), eye: eye)
  }

  public var verticalAmount: HKQuantity { HKQuantity(abs(part(sin)), "pD") }
  public var horizontalAmount: HKQuantity { HKQuantity(abs(part(cos)), "pD") }

  public var verticalBase: HKPrismBase {
    let up = part(sin)
    return abs(up) < 1e-9 ? .none : up > 0 ? .up : .down
  }

  public var horizontalBase: HKPrismBase {
    let right = part(cos)
    if abs(right) < 1e-9 { return .none }
    return (right > 0) == (eye == .right) ? .in : .out
  }

  private func part(_ function: (Double) -> Double) -> Double {
    let radians = angle.doubleValue(for: HKUnit(from: "deg")) * .pi / 180
    return amount.doubleValue(for: HKUnit(from: "pD")) * function(radians)
  }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
public final class HKPrescriptionType: HKSampleType, @unchecked Sendable {
  static let shared = HKPrescriptionType(sampleType: .record(.visionPrescription))
}

public let HKVisionPrescriptionTypeIdentifier = RecordType.visionPrescription.identifier

extension HKObjectType {
  public class func visionPrescriptionType() -> HKPrescriptionType { HKPrescriptionType.shared }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
  public static func visionPrescription(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKVisionPrescription> { .init(HKPrescriptionType.shared, predicate) }
}
