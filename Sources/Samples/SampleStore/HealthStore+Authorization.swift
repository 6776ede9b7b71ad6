extension HealthStore {
  /// Returns the client's permissions for samples of a type: all of them if it opened the store as its owner.
  ///
  /// A correlation has no separate permission: it has the lowest of its members', if the catalog
  /// says which types they are.
  public func authorization(for type: SampleType) throws(StoreError) -> Authorization {
    guard let bundle = client.bundleIdentifier else {
      return Authorization(sharing: .authorized, reading: .authorized)
    }
    return try read(.authorize) { connection throws(StoreError) in
      try Self.authorization(of: bundle, for: type, on: connection)
    }
  }

  /// Asks for permissions that have not been asked for yet, all at once, and notes the answers.
  ///
  /// - Parameters:
  ///   - sharing: Types to save; one may not ask for a correlation, only for its members, nor for
  ///     types that only Apple's devices save.
  ///   - reading: Types to read.
  ///   - ask: Shows a prompt for the types that are new, and returns those that are granted. It is not
  ///     called if everything was decided before. No lock is held meanwhile.
  /// - Returns: Whether the person was asked.
  @discardableResult
  public func requestAuthorization(
    toShare sharing: Set<SampleType>, read reading: Set<SampleType>,
    asking ask: (AuthorizationRequest) throws -> AuthorizationRequest
  ) throws -> Bool {
    guard let bundle = client.bundleIdentifier else { return false }
    let open = try undetermined(toShare: sharing, read: reading, by: bundle)
    guard !open.isEmpty else { return false }
    let granted = try ask(open)
    try decide(for: bundle, on: open.sharing.union(open.reading)) { type, authorization in
      // A decision made by another program meanwhile stands.
      if authorization.sharing == .notDetermined, open.sharing.contains(type) {
        authorization.sharing = granted.sharing.contains(type) ? .authorized : .denied
      }
      if authorization.reading == .notDetermined, open.reading.contains(type) {
        authorization.reading = granted.reading.contains(type) ? .authorized : .denied
      }
    }
    return true
  }

  /// Returns the types among these that a request would ask for; throws as the request does.
  public func undetermined(
    toShare sharing: Set<SampleType>, read reading: Set<SampleType>
  ) throws(StoreError) -> AuthorizationRequest {
    guard let bundle = client.bundleIdentifier else { return AuthorizationRequest() }
    return try undetermined(toShare: sharing, read: reading, by: bundle)
  }

  private func undetermined(
    toShare sharing: Set<SampleType>, read reading: Set<SampleType>, by bundle: String
  ) throws(StoreError) -> AuthorizationRequest {
    if let type = sharing.union(reading).first(where: { $0.kind == .correlation }) {
      throw failure(
        .authorize, .invalidQuery,
        "\(type.identifier) has no permission of its own; ask for its members")
    }
    if let type = sharing.first(where: { Self.appleAlone.contains($0.identifier) }) {
      throw failure(
        .authorize, .invalidQuery,
        "only Apple's devices save \(type.identifier); ask to read it")
    }
    return try read(.authorize) { connection throws(StoreError) in
      var open = AuthorizationRequest()
      for type in sharing.union(reading) {
        let known = try Self.authorization(of: bundle, for: type, on: connection)
        if sharing.contains(type), known.sharing == .notDetermined { open.sharing.insert(type) }
        if reading.contains(type), known.reading == .notDetermined { open.reading.insert(type) }
      }
      return open
    }
  }

  /// Types that HealthKit lets no program share, as reports of several public programs say.
  private static let appleAlone: Set<String> = {
    let quantities = [
      "AppleExerciseTime", "AppleMoveTime", "AppleStandTime", "AppleWalkingSteadiness",
      "AppleSleepingWristTemperature", "AppleSleepingBreathingDisturbances",
      "AtrialFibrillationBurden", "WalkingHeartRateAverage", "NikeFuel",
    ]
    let categories = [
      "AppleStandHour", "HighHeartRateEvent", "LowHeartRateEvent", "HeadphoneAudioExposureEvent",
      "HypertensionEvent",
    ]
    return Set(
      quantities.map { "HKQuantityTypeIdentifier" + $0 }
        + categories.map { "HKCategoryTypeIdentifier" + $0 })
  }()

  /// Decides for a program, whatever was decided before.
  ///
  /// Throws `authorizationDenied` unless the store was opened as its owner.
  public func authorize(
    _ bundleIdentifier: String, _ authorization: Authorization, for types: Set<SampleType>
  ) throws(StoreError) {
    try requireOwner(to: .authorize)
    try decide(for: bundleIdentifier, on: types) { _, known in known = authorization }
  }

  /// Returns every decision, by program and then by type.
  public func authorizations() throws(StoreError) -> [String: [String: Authorization]] {
    try read { connection throws(StoreError) in
      let all = try connection.prepare(
        "SELECT bundle_identifier, type, sharing, reading FROM \"authorization\"")
      var result: [String: [String: Authorization]] = [:]
      while try all.step() {
        guard let bundle = all.text(0), client.bundleIdentifier ?? bundle == bundle,
          let type = all.text(1)
        else { continue }
        result[bundle, default: [:]][type] = try Self.authorization(in: all, from: 2, connection)
      }
      return result
    }
  }

  private func decide(
    for bundle: String, on types: Set<SampleType>,
    _ change: (SampleType, inout Authorization) -> Void
  ) throws(StoreError) {
    try write(.authorize) { connection throws(StoreError) in
      for type in types {
        var known = try Self.authorization(of: bundle, for: type, on: connection)
        change(type, &known)
        try connection.run(
          """
          INSERT INTO "authorization" (bundle_identifier, type, sharing, reading)
          VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT (bundle_identifier, type)
            DO UPDATE SET sharing = ?3, reading = ?4
          """,
          [
            .text(bundle), .text(type.identifier), .integer(Int64(known.sharing.rawValue)),
            .integer(Int64(known.reading.rawValue)),
          ])
      }
    }
  }

  /// Throws if a sample belongs to another source, or its type has not been granted to the client.
  func requireSharing(
    of samples: [some HealthSample], on connection: SQLConnection
  ) throws(StoreError) {
    guard let bundle = client.bundleIdentifier else { return }
    var checked: Set<SampleType> = []
    for sample in samples {
      guard sample.source.bundleIdentifier == bundle else {
        throw connection.failure(.authorizationDenied, "a sample belongs to another source")
      }
      if case .correlation(let correlation)? = sample as? Sample {
        try requireSharing(of: correlation.members, on: connection)
      } else if checked.insert(sample.sampleType).inserted {
        let known = try Self.authorization(of: bundle, for: sample.sampleType, on: connection)
        if known.sharing != .authorized {
          throw connection.failure(
            known.sharing == .denied ? .authorizationDenied : .authorizationNotDetermined,
            "\(bundle) may not save samples of \(sample.sampleType.identifier)")
        }
      }
    }
  }

  static func authorization(
    of bundle: String, for type: SampleType, on connection: SQLConnection
  ) throws(StoreError) -> Authorization {
    func stored(_ identifier: String) throws(StoreError) -> Authorization {
      try connection.first(
        "SELECT sharing, reading FROM \"authorization\" WHERE bundle_identifier = ?1 AND type = ?2",
        [.text(bundle), .text(identifier)]
      ) { row throws(StoreError) in
        try authorization(in: row, from: 0, connection)
      } ?? Authorization()
    }
    func least(_ a: Authorization.Status, _ b: Authorization.Status) -> Authorization.Status {
      a == b ? a : (a == .denied || b == .denied ? .denied : .notDetermined)
    }
    guard type.permissions.count == 2 else { return try stored(type.identifier) }
    let (first, second) = (
      try stored(type.permissions[0].identifier), try stored(type.permissions[1].identifier)
    )
    return Authorization(
      sharing: least(first.sharing, second.sharing), reading: least(first.reading, second.reading))
  }

  private static func authorization(
    in row: SQLStatement, from column: Int32, _ connection: SQLConnection
  ) throws(StoreError) -> Authorization {
    guard let sharing = Authorization.Status(rawValue: Int(row.integer(column))),
      let reading = Authorization.Status(rawValue: Int(row.integer(column + 1)))
    else { throw connection.corruption("an authorization cannot be read") }
    return Authorization(sharing: sharing, reading: reading)
  }
}

extension SampleType {
  /// The types that permission is asked for: the members of a correlation, if the catalog says which they
  /// are.
  package var permissions: [SampleType] {
    switch self {
    case .correlation(.bloodPressure):
      [.quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic)]
    case .correlation: []
    default: [self]
    }
  }
}
