public import Foundation
internal import SampleStore

/// An error of the store, with HealthKit's codes. It never contains health values.
public struct HKError: Error, CustomNSError, LocalizedError, Hashable, Sendable {
  /// The codes, with HealthKit's numbers.
  public enum Code: Int, Sendable, CaseIterable {
    case unknownError = 0
    case errorHealthDataUnavailable, errorHealthDataRestricted, errorInvalidArgument
    case errorAuthorizationDenied, errorAuthorizationNotDetermined, errorDatabaseInaccessible
    case errorUserCanceled, errorAnotherWorkoutSessionStarted, errorUserExitedWorkoutSession
    case errorRequiredAuthorizationDenied, errorNoData, errorWorkoutActivityNotAllowed
    case errorDataSizeExceeded, errorBackgroundWorkoutSessionNotAllowed
    case errorNotPermissibleForGuestUserMode
  }

  public let code: Code

  /// One sentence: the operation, its subject, and what happened.
  public let reason: String

  /// Whether an anchor can no longer be answered, because tombstones after it were purged. The
  /// program then starts again without an anchor. HealthKit has no code for this.
  public let isAnchorExpired: Bool

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.init(code, userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)")
  }

  init(_ code: Code, _ reason: String, isAnchorExpired: Bool = false) {
    self.code = code
    self.reason = reason
    self.isAnchorExpired = isAnchorExpired
  }

  /// Creates the error that HealthKit would give for an error of the store.
  init(_ error: any Error) {
    switch error {
    case let error as HKError: self = error
    case let error as StoreError:
      self.init(
        Self.code(of: error.reason), error.description,
        isAnchorExpired: error.reason == .anchorExpired)
    case let error as InvalidSample: self.init(.errorInvalidArgument, error.description)
    case let error as UnitError: self.init(.errorInvalidArgument, error.description)
    case is CancellationError: self.init(.errorUserCanceled, "the work was cancelled")
    default: self.init(.unknownError, "\(error)")
    }
  }

  private static func code(of reason: StoreError.Reason) -> Code {
    switch reason {
    case .authorizationNotDetermined: .errorAuthorizationNotDetermined
    case .authorizationDenied: .errorAuthorizationDenied
    case .cancelled: .errorUserCanceled
    case .sampleExists, .sampleDoesNotFit, .invalidQuery, .anchorExpired, .anchorUnusable:
      .errorInvalidArgument
    case .locationIsUnusable, .notFound, .permissionDenied, .notAStore, .newerSchema, .corrupt,
      .readOnly, .diskFull, .busy, .fileExists, .serverUnreachable, .other:
      .errorDatabaseInaccessible
    }
  }

  static func invalid(_ reason: String) -> HKError { HKError(.errorInvalidArgument, reason) }

  public static var errorDomain: String { HKErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
  public var errorDescription: String? { reason }
}

public let HKErrorDomain = "com.apple.healthkit"

extension HKError {
  public static var unknownError: Code { .unknownError }
  public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
  public static var errorInvalidArgument: Code { .errorInvalidArgument }
  public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
  public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
  public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
  public static var errorUserCanceled: Code { .errorUserCanceled }
  public static var errorNoData: Code { .errorNoData }
}

/// Lets `catch HKError.errorAuthorizationDenied` work as on Apple's systems.
public func ~= (code: HKError.Code, error: any Error) -> Bool { (error as? HKError)?.code == code }
