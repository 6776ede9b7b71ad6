/// The unchanging facts about the person whose store it is, in the words of Apple's exports.
public struct PersonProfile: Hashable, Sendable {
  /// The characteristics, by HealthKit's identifiers.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    /// A day: `1990-01-31`.
    case dateOfBirth = "HKCharacteristicTypeIdentifierDateOfBirth"

    /// `HKBiologicalSexFemale` and the like.
    case biologicalSex = "HKCharacteristicTypeIdentifierBiologicalSex"

    /// `HKBloodTypeABNegative` and the like.
    case bloodType = "HKCharacteristicTypeIdentifierBloodType"

    /// `HKFitzpatrickSkinTypeIII` and the like.
    case skinType = "HKCharacteristicTypeIdentifierFitzpatrickSkinType"

    /// `HKWheelchairUseNo` and the like.
    case wheelchairUse = "HKCharacteristicTypeIdentifierWheelchairUse"

    /// `HKActivityMoveModeActiveEnergy` and the like.
    case moveMode = "HKCharacteristicTypeIdentifierActivityMoveMode"

    /// Medicines that change the abilities of a heart, as exports list them.
    case cardioFitnessMedications =
      "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"

    /// The values that it may have, in the order of HealthKit's numbers; the first says that it is not
    /// set. `nil` for a day or a text.
    public var choices: [String]? {
      switch self {
      case .biologicalSex: Self.named("HKBiologicalSex", "NotSet Female Male Other")
      case .bloodType:
        Self.named(
          "HKBloodType",
          "NotSet APositive ANegative BPositive BNegative ABPositive ABNegative OPositive ONegative"
        )
      case .skinType: Self.named("HKFitzpatrickSkinType", "NotSet I II III IV V VI")
      case .wheelchairUse: Self.named("HKWheelchairUse", "NotSet No Yes")
      case .moveMode: Self.named("HKActivityMoveMode", "NotSet ActiveEnergy AppleMoveTime")
      case .dateOfBirth, .cardioFitnessMedications: nil
      }
    }

    private static func named(_ prefix: String, _ names: String) -> [String] {
      names.split(separator: " ").map { prefix + $0 }
    }

    /// The type under which a program's permission to read it is kept: by identifier, as for samples.
    public var permission: SampleType { .category(CategoryType(identifier: rawValue)) }
  }

  private var values: [Key: String] = [:]

  /// Makes a profile in which nothing is set.
  public init() {}

  /// The value of a characteristic; `nil` if it is not set. Setting a value that it cannot have changes
  /// nothing.
  public subscript(key: Key) -> String? {
    get { values[key] }
    set {
      guard let text = newValue, !text.isEmpty else { return values[key] = nil }
      if let choices = key.choices {
        guard let index = choices.firstIndex(of: text) else { return }
        values[key] = index == 0 ? nil : text
      } else if key != .dateOfBirth || Self.day(text) != nil {
        values[key] = text
      }
    }
  }

  /// Returns HealthKit's number of the value; 0 if it is not set.
  public func number(of key: Key) -> Int {
    values[key].flatMap { key.choices?.firstIndex(of: $0) } ?? 0
  }

  /// The day of birth; `nil` if it is not set.
  public var dateOfBirth: (year: Int, month: Int, day: Int)? {
    values[.dateOfBirth].flatMap(Self.day)
  }

  /// Whether nothing is set.
  public var isEmpty: Bool { values.isEmpty }

  /// Returns the year, month and day of a text such as `1990-01-31`; `nil` if there is no such day.
  static func day(_ text: String) -> (year: Int, month: Int, day: Int)? {
    guard let date = CivilDate(text), date.year > 0 else { return nil }
    return (date.year, date.month, date.day)
  }
}

extension HealthStore {
  /// Returns the known facts about the person. A program sees only what it may read; for it,
  /// forbidden facts look like facts that were never set.
  public func profile() throws(StoreError) -> PersonProfile {
    try read { connection throws(StoreError) in
      var profile = try Self.profile(connection)
      guard let bundle = client.bundleIdentifier else { return profile }
      for key in PersonProfile.Key.allCases where profile[key] != nil {
        let known = try Self.authorization(of: bundle, for: key.permission, on: connection)
        if known.reading != .authorized { profile[key] = nil }
      }
      return profile
    }
  }

  private static func profile(_ connection: SQLConnection) throws(StoreError) -> PersonProfile {
    var profile = PersonProfile()
    let rows = try connection.rows("SELECT key, value FROM profile") { ($0.text(0), $0.text(1)) }
    for (key, value) in rows {
      if let key = key.flatMap(PersonProfile.Key.init) { profile[key] = value }
    }
    return profile
  }

  /// Replaces the known facts about the person.
  ///
  /// Throws `authorizationDenied` unless the store was opened as its owner.
  public func setProfile(_ profile: PersonProfile) throws(StoreError) {
    try changeProfile { $0 = profile }
  }

  /// Sets facts that are not set yet, and changes nothing else.
  ///
  /// - Returns: The facts that were set.
  @discardableResult
  public func fillProfile(from other: PersonProfile) throws(StoreError) -> [PersonProfile.Key] {
    var filled: [PersonProfile.Key] = []
    try changeProfile { profile in
      filled = PersonProfile.Key.allCases.filter { profile[$0] == nil && other[$0] != nil }
      for key in filled { profile[key] = other[key] }
    }
    return filled
  }

  /// Changes the known facts about the person in one transaction.
  private func changeProfile(
    _ change: (inout PersonProfile) -> Void
  ) throws(StoreError) {
    try requireOwner(to: .save)
    try write { connection throws(StoreError) in
      var profile = try Self.profile(connection)
      change(&profile)
      for key in PersonProfile.Key.allCases {
        try connection.run("DELETE FROM profile WHERE key = ?1", [.text(key.rawValue)])
        guard let value = profile[key] else { continue }
        try connection.run(
          "INSERT INTO profile (key, value) VALUES (?1, ?2)", [.text(key.rawValue), .text(value)])
      }
    }
  }
}
