internal import Foundation
internal import SampleStore

/// The highest rate at which a program is notified of changes.
public enum HKUpdateFrequency: Int, Sendable, CaseIterable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4
}

extension HKHealthStore {
  /// Asks for notices of changes of a type from now on. Observers that run when a notice is due are
  /// called.
  @preconcurrency
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try Self.enable(type, frequency, in: $0) }) { completion($0.isSuccess, $0.error) }
  }

  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency
  ) async throws {
    try await perform { try Self.enable(type, frequency, in: $0) }
  }

  @preconcurrency
  public func disableBackgroundDelivery(
    for type: HKObjectType,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try $0.disableBackgroundDelivery(for: Self.sampleType(type)) }) {
      completion($0.isSuccess, $0.error)
    }
  }

  public func disableBackgroundDelivery(for type: HKObjectType) async throws {
    try await perform { try $0.disableBackgroundDelivery(for: Self.sampleType(type)) }
  }

  @preconcurrency
  public func disableAllBackgroundDelivery(
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try $0.disableBackgroundDelivery() }) { completion($0.isSuccess, $0.error) }
  }

  public func disableAllBackgroundDelivery() async throws {
    try await perform { try $0.disableBackgroundDelivery() }
  }

  private static func enable(
    _ type: HKObjectType, _ frequency: HKUpdateFrequency, in store: HealthStore
  ) throws {
    guard let frequency = BackgroundDelivery.Frequency(rawValue: frequency.rawValue) else {
      throw HKError.invalid("there is no such frequency")
    }
    try store.enableBackgroundDelivery(for: sampleType(type), frequency)
  }

  private static func sampleType(_ type: HKObjectType) throws -> SampleType {
    guard let type = type as? HKSampleType else {
      throw HKError.invalid("\(type.identifier) has no samples")
    }
    return type.type
  }
}
