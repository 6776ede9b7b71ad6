/// Whether a program may save samples of a type. Whether it may read them is not reported.
public enum HKAuthorizationStatus: Int, Sendable, CaseIterable {
  case notDetermined = 0
  case sharingDenied, sharingAuthorized
}

/// Whether asking for authorization would show a prompt.
public enum HKAuthorizationRequestStatus: Int, Sendable, CaseIterable {
  case unknown = 0
  case shouldRequest, unnecessary
}
