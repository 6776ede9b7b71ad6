internal import Foundation
internal import SampleStore

/// Whether a program may save samples of a type. Whether it may read them is not reported.
public enum HKAuthorizationStatus: Int, Sendable, CaseIterable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Whether asking for authorization would show a prompt.
public enum HKAuthorizationRequestStatus: Int, Sendable, CaseIterable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}

extension HKHealthStore {
  /// Returns whether samples of a type may be saved; `notDetermined` if the store cannot be opened.
  public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    guard let type = (type as? HKSampleType)?.type,
      let authorization = try? store().authorization(for: type)
    else { return .notDetermined }
    return switch authorization.sharing {
    case .notDetermined: .notDetermined
    case .denied: .sharingDenied
    case .authorized: .sharingAuthorized
    }
  }

  /// Asks for the permissions that have not been asked for yet. Success only says that there is an
  /// answer, not which.
  @preconcurrency
  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let work = authorizationWork(typesToShare ?? [], typesToRead ?? [])
    perform(work) { completion($0.isSuccess, $0.error) }
  }

  public func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws {
    try await perform(authorizationWork(typesToShare, typesToRead))
  }

  private func authorizationWork(
    _ sharing: Set<HKSampleType>, _ reading: Set<HKObjectType>
  ) -> @Sendable (HealthStore) throws -> Void {
    let (sharing, reading) = (Self.types(sharing), Self.types(reading))
    let settings = settings
    return { store in
      try store.requestAuthorization(toShare: sharing, read: reading) { request in
        try settings.asking?(request) ?? TerminalPrompt.ask(request, for: settings.source)
      }
    }
  }

  @preconcurrency
  public func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    let (sharing, reading) = (Self.types(typesToShare), Self.types(typesToRead))
    perform({ try $0.undetermined(toShare: sharing, read: reading).isEmpty }) { result in
      completion(
        result.value.map { $0 ? .unnecessary : .shouldRequest } ?? .unknown, result.error)
    }
  }

  public func statusForAuthorizationRequest(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
  ) async throws -> HKAuthorizationRequestStatus {
    let (sharing, reading) = (Self.types(typesToShare), Self.types(typesToRead))
    return try await perform {
      try $0.undetermined(toShare: sharing, read: reading).isEmpty ? .unnecessary : .shouldRequest
    }
  }

  private static func types(_ types: Set<some HKObjectType>) -> Set<SampleType> {
    Set(types.compactMap { ($0 as? HKSampleType)?.type })
  }
}
