public import Foundation
internal import JSONCoding
internal import SampleStore

/// The softest tones that each ear hears, by frequency.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
  public let sensitivityPoints: [HKAudiogramSensitivityPoint]

  public init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.sensitivityPoints = sensitivityPoints
    super.init(
      type: HKAudiogramSampleType.shared, start: start, end: end, device: device,
      metadata: metadata)
  }

  public convenience init(
    sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date,
    metadata: [String: Any]?
  ) {
    self.init(
      sensitivityPoints: sensitivityPoints, start: start, end: end, device: nil,
      metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    sensitivityPoints = (content.json["points"]?.elements ?? []).map(
      HKAudiogramSensitivityPoint.init(_:))
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: [.audiogram]) else { return nil }
    self.init(record, content)
  }

  override func storeSample(from source: Source) throws -> Sample {
    let points = JSONValue.array(sensitivityPoints.map(\.json))
    guard let content = HealthDocument(type: .audiogram, .object([("points", points)])) else {
      throw HKError.invalid("an audiogram has numbers that cannot be kept")
    }
    return try storeRecord(.document(content), from: source)
  }
}

/// The tests of both ears at one frequency.
public final class HKAudiogramSensitivityPoint: NSObject, Sendable {
  let json: JSONValue

  init(_ json: JSONValue) {
    self.json = json
  }

  /// Throws `errorInvalidArgument` unless the frequency is in hertz and the levels in dBHL.
  public convenience init(
    frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?
  ) throws {
    var tests: [HKAudiogramSensitivityTest] = []
    for (side, level) in [
      (HKAudiogramSensitivityTestSide.left, leftEarSensitivity), (.right, rightEarSensitivity),
    ] {
      guard let level else { continue }
      tests.append(
        try HKAudiogramSensitivityTest(
          sensitivity: level, type: .air, masked: false, side: side, clampingRange: nil))
    }
    try self.init(frequency: frequency, tests: tests)
  }

  /// Throws `errorInvalidArgument` unless the frequency is in hertz, and each ear has at most one test.
  public convenience init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
    guard Set(tests.map(\.side)).count == tests.count else {
      throw HKError.invalid("each ear has at most one test at a frequency")
    }
    self.init(
      .object([
        ("frequency_hz", .number(try frequency.value("Hz"))), ("tests", .array(tests.map(\.json))),
      ]))
  }

  public var frequency: HKQuantity { HKQuantity(json["frequency_hz"]?.number ?? 0, "Hz") }
  public var tests: [HKAudiogramSensitivityTest] {
    (json["tests"]?.elements ?? []).map(HKAudiogramSensitivityTest.init(_:))
  }

  public var leftEarSensitivity: HKQuantity? { level(of: .left) }
  public var rightEarSensitivity: HKQuantity? { level(of: .right) }

  private func level(of side: HKAudiogramSensitivityTestSide) -> HKQuantity? {
    tests.first { $0.side == side }?.sensitivity
  }
}

public enum HKAudiogramSensitivityTestSide: Int, Sendable, CaseIterable {
  case left = 0
  case right = 1
}

public enum HKAudiogramConductionType: Int, Sendable, CaseIterable {
  case air = 0
}

/// One test of one ear.
public final class HKAudiogramSensitivityTest: NSObject, _HKConstant, Sendable {
  let json: JSONValue

  init(_ json: JSONValue) {
    self.json = json
  }

  /// Throws `errorInvalidArgument` unless the level is in dBHL.
  public convenience init(
    sensitivity: HKQuantity, type: HKAudiogramConductionType, masked: Bool,
    side: HKAudiogramSensitivityTestSide,
    clampingRange: HKAudiogramSensitivityPointClampingRange?
  ) throws {
    self.init(
      .object(present: [
        ("side", .integer(side.rawValue)), ("dBHL", .number(try sensitivity.value("dBHL"))),
        ("masked", .bool(masked)),
        ("lowest_dBHL", try clampingRange?.lowerBound.map { .number(try $0.value("dBHL")) }),
        ("highest_dBHL", try clampingRange?.upperBound.map { .number(try $0.value("dBHL")) }),
      ]))
  }

  public var sensitivity: HKQuantity { level("dBHL") ?? HKQuantity(0, "dBHL") }
  public var type: HKAudiogramConductionType { .air }
  public var masked: Bool { json["masked"]?.bool ?? false }
  public var side: HKAudiogramSensitivityTestSide {
    json.whole("side").flatMap(HKAudiogramSensitivityTestSide.init) ?? .left
  }

  public var clampingRange: HKAudiogramSensitivityPointClampingRange? {
    let (lowest, highest) = (level("lowest_dBHL"), level("highest_dBHL"))
    return lowest == nil && highest == nil
      ? nil : HKAudiogramSensitivityPointClampingRange(lowest, highest)
  }

  private func level(_ key: String) -> HKQuantity? {
    json[key]?.number.map { HKQuantity($0, "dBHL") }
  }
}

/// The softest and the loudest tone that a test tried.
public final class HKAudiogramSensitivityPointClampingRange: NSObject, _HKConstant, Sendable {
  public let lowerBound: HKQuantity?
  public let upperBound: HKQuantity?

  /// - Parameters: In dBHL. Throws `errorInvalidArgument` if the lower one is not below the other.
  public convenience init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
    if let lowerBound, let upperBound, lowerBound.doubleValue >= upperBound.doubleValue {
      throw HKError.invalid("the lower bound of a range is below the upper one")
    }
    self.init(
      lowerBound.map { HKQuantity($0.doubleValue, "dBHL") },
      upperBound.map { HKQuantity($0.doubleValue, "dBHL") })
  }

  init(_ lower: HKQuantity?, _ upper: HKQuantity?) {
    lowerBound = lower
    upperBound = upper
  }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
public final class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {
  static let shared = HKAudiogramSampleType(sampleType: .record(.audiogram))
}

extension HKObjectType {
  public class func audiogramSampleType() -> HKAudiogramSampleType { HKAudiogramSampleType.shared }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
  public static func audiogram(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKAudiogramSample> { .init(HKAudiogramSampleType.shared, predicate) }
}
