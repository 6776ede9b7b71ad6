public import Foundation
public import HealthKit
internal import StudyTasks

/// Something that a phone asks a person to allow.
open class ORKPermissionType: NSObject {
  public override init() {}

  /// The name of the permission.
  var line: String { "\(type(of: self))" }

  /// Whether this machine can be asked for it.
  var isAvailable: Bool { false }
}

/// Leave to read and to write health data; it is asked of the health store when the step is shown.
public final class ORKHealthKitPermissionType: ORKPermissionType {
  public let sampleTypesToWrite: Set<HKSampleType>
  public let objectTypesToRead: Set<HKObjectType>

  public init(sampleTypesToWrite: Set<HKSampleType>?, objectTypesToRead: Set<HKObjectType>?) {
    self.sampleTypesToWrite = sampleTypesToWrite ?? []
    self.objectTypesToRead = objectTypesToRead ?? []
  }

  override var line: String {
    let write = sampleTypesToWrite.map(\.identifier).sorted().joined(separator: ", ")
    let read = objectTypesToRead.map(\.identifier).sorted().joined(separator: ", ")
    return "health data: write \(write.isEmpty ? "nothing" : write); "
      + "read \(read.isEmpty ? "nothing" : read)"
  }

  override var isAvailable: Bool { true }
}

/// Kinds of notifications.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1 << 0)
  public static let sound = Self(rawValue: 1 << 1)
  public static let alert = Self(rawValue: 1 << 2)
}

/// Notifications, which this machine does not send.
public final class ORKNotificationPermissionType: ORKPermissionType {
  public init(authorizationOptions: UNAuthorizationOptions) {}
  override var line: String { "notifications" }
}

/// Motion, for which this machine has no sensor.
public final class ORKMotionActivityPermissionType: ORKPermissionType {
  override var line: String { "motion" }
}

/// The place of the device, which this machine does not know.
public final class ORKLocationPermissionType: ORKPermissionType {
  override var line: String { "location" }
}

/// Asks for permission to use data. For health data it asks the health store; the result names the
/// permissions that this machine cannot give.
open class ORKRequestPermissionsStep: ORKStep {
  open var permissionTypes: [ORKPermissionType] = []

  public convenience init(identifier: String, permissionTypes: [ORKPermissionType]) {
    self.init(identifier: identifier)
    self.permissionTypes = permissionTypes
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result)
      + permissionTypes.map { type in
        "- \(type.line)\(type.isAvailable ? "" : " (unavailable here)")"
      }
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    let missing = permissionTypes.filter { !$0.isAvailable }.map(\.line)
    if !missing.isEmpty { study.details["unavailable"] = missing.joined(separator: ", ") }
    return study
  }

  open override var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    permissionTypes.reduce(into: []) {
      $0.formUnion(($1 as? ORKHealthKitPermissionType)?.objectTypesToRead ?? [])
    }
  }

  override var typesToWrite: Set<HKSampleType> {
    permissionTypes.reduce(into: []) {
      $0.formUnion(($1 as? ORKHealthKitPermissionType)?.sampleTypesToWrite ?? [])
    }
  }
}
