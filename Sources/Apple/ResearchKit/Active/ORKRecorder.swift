public import Foundation
public import HealthKit
internal import StudyTasks

/// The configuration of a recorder of an active step.
open class ORKRecorderConfiguration: NSObject {
  public let identifier: String

  /// The folder for files; the task view controller's folder takes its place.
  open var outputDirectory: URL?

  public init(identifier: String) { self.identifier = identifier }

  /// The engine's settings: `nil` for a kind that this machine has no sensor for.
  var settings: RecorderSettings {
    RecorderSettings(identifier: identifier, kind: .unsupported(kindName))
  }

  var kindName: String { "a \(type(of: self))" }

  /// The types that are read from the health store.
  open var requestedHealthKitTypesForReading: Set<HKObjectType>? { nil }
}

/// Records samples of a quantity as they are saved in the health store, by whatever program.
public final class ORKHealthQuantityTypeRecorderConfiguration: ORKRecorderConfiguration {
  public let quantityType: HKQuantityType
  public let unit: HKUnit

  public init(identifier: String, healthQuantityType: HKQuantityType, unit: HKUnit) {
    quantityType = healthQuantityType
    self.unit = unit
    super.init(identifier: identifier)
  }

  override var settings: RecorderSettings {
    guard quantityType.is(compatibleWith: unit),
      let kind = RecorderSettings.Kind.quantity(
        typeIdentifier: quantityType.identifier, unit: unit.unitString)
    else {
      return RecorderSettings(
        identifier: identifier,
        kind: .unsupported("\(quantityType.identifier) in the unit \(unit.unitString)"))
    }
    return RecorderSettings(identifier: identifier, kind: kind)
  }

  public override var requestedHealthKitTypesForReading: Set<HKObjectType>? { [quantityType] }
}

/// Motion of the device: this machine has no such sensor, and the result says so.
public final class ORKAccelerometerRecorderConfiguration: ORKRecorderConfiguration {
  public let frequency: Double

  public init(identifier: String, frequency: Double) {
    self.frequency = frequency
    super.init(identifier: identifier)
  }

  override var kindName: String { "accelerometer" }
}

/// Motion and attitude of the device, for which there is no sensor.
public final class ORKDeviceMotionRecorderConfiguration: ORKRecorderConfiguration {
  public let frequency: Double

  public init(identifier: String, frequency: Double) {
    self.frequency = frequency
    super.init(identifier: identifier)
  }

  override var kindName: String { "deviceMotion" }
}

/// Steps, for which there is no sensor.
public final class ORKPedometerRecorderConfiguration: ORKRecorderConfiguration {
  override var kindName: String { "pedometer" }
}

/// The place of the device, for which there is no sensor.
public final class ORKLocationRecorderConfiguration: ORKRecorderConfiguration {
  override var kindName: String { "location" }
}

/// A recorder, as the delegate hears of it.
public final class ORKRecorder: NSObject {
  public let identifier: String
  public let step: ORKStep?
  public let configuration: ORKRecorderConfiguration?

  init(identifier: String, step: ORKStep?, configuration: ORKRecorderConfiguration?) {
    self.identifier = identifier
    self.step = step
    self.configuration = configuration
  }
}
