public import Foundation
internal import SampleStore

/// The voltages of a heart at a fixed rate. `HKElectrocardiogramQuery` reads them.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public final class HKElectrocardiogram: HKSample, @unchecked Sendable {
  /// The finding of the device.
  public enum Classification: Int, Sendable, CaseIterable {
    case notSet = 0
    case sinusRhythm, atrialFibrillation, inconclusiveLowHeartRate, inconclusiveHighHeartRate
    case inconclusivePoorReading, inconclusiveOther
    case unrecognized = 100
  }

  public enum SymptomsStatus: Int, Sendable, CaseIterable {
    case notSet = 0
    case none, present
  }

  public enum Lead: Int, Sendable, CaseIterable {
    case appleWatchSimilarToLeadI = 1
  }

  /// The voltage of one moment.
  public final class VoltageMeasurement: NSObject, _HKConstant, Sendable {
    public let timeSinceSampleStart: TimeInterval
    private let microvolts: Double

    init(time: TimeInterval, microvolts: Float) {
      timeSinceSampleStart = time
      self.microvolts = Double("\(microvolts)") ?? Double(microvolts)
    }

    public func quantity(for lead: Lead) -> HKQuantity? { HKQuantity(microvolts, "mcV") }
  }

  let content: Electrocardiogram

  init(_ sample: RecordSample, _ content: Electrocardiogram) {
    self.content = content
    super.init(sample: sample)
  }

  /// Creates an electrocardiogram, which HealthKit lets only its own app do.
  ///
  /// - Parameters:
  ///   - samplingFrequency: In hertz.
  ///   - voltages: In volts, one after the other from the start on.
  public init(
    classification: Classification, symptomsStatus: SymptomsStatus = .notSet,
    averageHeartRate: HKQuantity? = nil, samplingFrequency: HKQuantity, voltages: [HKQuantity],
    start: Date, device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) throws {
    let frequency = try samplingFrequency.value("Hz")
    guard frequency > 0 else { throw HKError.invalid("a sampling frequency is more than 0 Hz") }
    content = Electrocardiogram(
      classification: classification.rawValue, symptoms: symptomsStatus.rawValue,
      averageHeartRate: try averageHeartRate?.value("count/min"), samplingFrequency: frequency,
      voltages: try voltages.map { Float(try $0.value("mcV")) })
    super.init(
      type: HKElectrocardiogramType.shared, start: start,
      end: start + content.time(of: voltages.count), device: device, metadata: metadata)
  }

  public var numberOfVoltageMeasurements: Int { content.voltages.count }

  public var samplingFrequency: HKQuantity? {
    content.samplingFrequency.map { HKQuantity($0, "Hz") }
  }

  public var classification: Classification {
    Classification(rawValue: content.classification) ?? .unrecognized
  }

  public var averageHeartRate: HKQuantity? {
    content.averageHeartRate.map { HKQuantity($0, "count/min") }
  }

  public var symptomsStatus: SymptomsStatus {
    SymptomsStatus(rawValue: content.symptoms) ?? .notSet
  }

  var measurements: [VoltageMeasurement] {
    content.voltages.enumerated().map {
      VoltageMeasurement(time: content.time(of: $0), microvolts: $1)
    }
  }

  override func storeSample(from source: Source) throws -> Sample {
    try storeRecord(.electrocardiogram(content), from: source)
  }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {
  static let shared = HKElectrocardiogramType(sampleType: .record(.electrocardiogram))
}

extension HKObjectType {
  public class func electrocardiogramType() -> HKElectrocardiogramType {
    HKElectrocardiogramType.shared
  }
}

/// A query for the voltages of an electrocardiogram, one call for each and one at the end.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
  public enum Result: Sendable {
    case measurement(HKElectrocardiogram.VoltageMeasurement)
    case done
    case error(any Error)
  }

  private let electrocardiogram: HKElectrocardiogram
  private let handler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

  @preconcurrency
  public init(
    _ electrocardiogram: HKElectrocardiogram,
    dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
  ) {
    self.electrocardiogram = electrocardiogram
    handler = dataHandler
    super.init(
      electrocardiogram.sampleType, HKQuery.predicateForObject(with: electrocardiogram.uuid))
  }

  override func begin(in session: QuerySession) {
    let voltages = electrocardiogram.measurements.map(Result.measurement)
    session.each(voltages + [.done]) { result, _ in
      self.handler(self, result)
    }
  }

  override func fail(_ error: HKError) { handler(self, .error(error)) }
}

extension HKSamplePredicate where Sample == HKElectrocardiogram {
  public static func electrocardiogram(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKElectrocardiogram> { .init(HKElectrocardiogramType.shared, predicate) }
}

extension HKQuery {
  public class func predicateForElectrocardiograms(
    classification: HKElectrocardiogram.Classification
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathECGClassification, .equalTo, classification.rawValue)
  }

  public class func predicateForElectrocardiograms(
    symptomsStatus: HKElectrocardiogram.SymptomsStatus
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathECGSymptomsStatus, .equalTo, symptomsStatus.rawValue)
  }
}
