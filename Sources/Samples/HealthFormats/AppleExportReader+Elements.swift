import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// The elements that are records: rings, clinical records, audiograms, prescriptions and the person.
extension AppleExportReader {
  /// The metadata and tags from the children of a record.
  struct Children {
    var metadata: [String: MetadataValue] = [:]
    var tags: [(name: String, values: [String: String])] = []
  }

  /// Reads the children of an element to its end: its metadata, and the tags of the names given with
  /// these attributes.
  private mutating func children(
    isEmpty: Bool, tags names: [StaticString] = [], with keys: [String] = []
  ) throws -> Children {
    var children = Children()
    guard !isEmpty else { return children }
    while case .start(let isEmpty) = try parser.next() {
      guard let name = names.first(where: { parser.isNamed($0) }) else {
        if !parser.isNamed("MetadataEntry") { parser.note(.droppedMetadata) }
        try readMetadata(isEmpty: isEmpty, into: &children.metadata)
        continue
      }
      var values: [String: String] = [:]
      for key in keys { values[key] = parser.text(named: key) }
      if children.tags.count < Self.mostMembers { children.tags.append(("\(name)", values)) }
      if !isEmpty { try parser.skipElement() }
    }
    return children
  }

  /// Returns the record of an element; `nil`, with a defect counted, if it makes none.
  private mutating func record(
    _ content: RecordContent?, _ children: inout Children, _ head: Head, at here: ImportLog.Place?
  ) -> Sample? {
    let own = ownIdentity(&children.metadata)
    guard let content else {
      parser.note(.unreadableValue, at: here)
      return nil
    }
    do {
      return .record(try RecordSample(head.sample(own, children.metadata), content: content))
    } catch {
      parser.note(.invalidSample, at: here)
      return nil
    }
  }

  // MARK: Rings

  mutating func activitySummary(isEmpty: Bool) throws -> Sample? {
    metadataSize = 0
    let here = place(isNeeded: true)
    let day = parser.text(of: "dateComponents") ?? ""
    let energy = parser.text(of: "activeEnergyBurnedUnit").flatMap {
      try? QuantityUnit(spelled: $0)
    }
    var identity = ContentIdentifier()
    identity.add("rings")
    identity.add(day)
    var values: [ActivitySummary.Value: Quantity] = [:]
    for value in ActivitySummary.Value.allCases {
      guard let bytes = parser.value(named: value.rawValue),
        let number = DecimalNumber.value(of: bytes)
      else { continue }
      identity.add(bytes)
      values[value] = Quantity(number, Self.unit(of: value) ?? energy ?? .kilocalorie)
    }
    let source = parser.text(of: "sourceName") ?? "Apple Health"
    var children = try children(isEmpty: isEmpty)
    let mode = children.metadata.removeValue(forKey: ExportKey.moveMode)
    let isPaused = children.metadata.removeValue(forKey: ExportKey.isPaused) != nil
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3,
      let summary = ActivitySummary(
        year: parts[0], month: parts[1], day: parts[2], moveMode: mode?.whole ?? 1,
        isPaused: isPaused, values: values)
    else {
      parser.note(day.isEmpty ? .missingDate : .unreadableDate, at: here)
      return nil
    }
    let head = Head(
      type: .record(.activitySummary), start: summary.start, end: summary.start, name: source,
      identity: identity)
    return record(.activitySummary(summary), &children, head, at: here)
  }

  /// Returns the unit of a value, whose attribute has its name; `nil` for the unit that the element gives.
  static func unit(of value: ActivitySummary.Value) -> QuantityUnit? {
    switch value {
    case .activeEnergyBurned, .activeEnergyBurnedGoal: nil
    case .appleStandHours, .appleStandHoursGoal: .count
    default: .minute
    }
  }

  // MARK: Clinical records

  mutating func clinicalRecord(isEmpty: Bool) throws -> Sample? {
    metadataSize = 0
    let here = place(isNeeded: true)
    let type = parser.text(of: "type") ?? ""
    let identifier = parser.text(of: "identifier") ?? ""
    let name = parser.text(of: "sourceName") ?? ""
    let url = parser.text(of: "sourceURL")
    let version = parser.text(of: "fhirVersion") ?? ""
    let received = parser.value(of: "receivedDate").flatMap(TimeText.date)
    let path = parser.text(of: "resourceFilePath")
    let displayName = parser.text(of: "displayName")
    var children = try children(isEmpty: isEmpty)
    guard let received else {
      parser.note(.missingDate, at: here)
      return nil
    }
    guard let bytes = path.flatMap({ companions?.bytes(of: $0) }) else {
      parser.note(.missingFile, at: here)
      return nil
    }
    let resource = String(decoding: bytes, as: UTF8.self)
    let json = try? JSONParser.value(of: bytes)
    let kind = json?["resourceType"]?.string ?? type
    var identity = ContentIdentifier()
    for text in ["clinical record", type, identifier] { identity.add(text) }
    identity.add(received)
    identity.add(resource)
    let named = children.metadata.removeValue(forKey: ExportKey.displayName)?.text
    let content = Self.clinicalType(type, kind).flatMap { type in
      HealthDocument(
        type: type,
        .object(present: [
          ("display_name", .string(named ?? displayName ?? Self.displayName(json) ?? kind)),
          ("resource_type", .string(kind)), ("identifier", .string(identifier)),
          ("fhir_version", .string(version)),
          ("source_url", url.flatMap { $0.isEmpty ? nil : .string($0) }),
          ("resource", .string(resource)),
        ]))
    }
    let head = Head(
      type: .record(content?.type ?? RecordType.clinical[0]), start: received, end: received,
      name: name, identity: identity)
    return record(content.map(RecordContent.document), &children, head, at: here)
  }

  /// Returns the group of an identifier, or of the type of a FHIR resource, which exports have in its place.
  private static func clinicalType(_ identifier: String, _ resource: String) -> RecordType? {
    if let type = RecordType(identifier: identifier), RecordType.clinical.contains(type) {
      return type
    }
    let groups = [
      "AllergyIntolerance": "Allergy", "Condition": "Condition", "Coverage": "Coverage",
      "Immunization": "Immunization", "DiagnosticReport": "LabResult",
      "Observation": "LabResult", "Procedure": "Procedure", "DocumentReference": "ClinicalNote",
      "Medication": "Medication", "MedicationDispense": "Medication",
      "MedicationOrder": "Medication", "MedicationRequest": "Medication",
      "MedicationStatement": "Medication",
    ]
    guard let group = groups[resource] ?? groups[identifier] else { return nil }
    return RecordType(identifier: "HKClinicalTypeIdentifier\(group)Record")
  }

  private static func displayName(_ resource: JSONValue?) -> String? {
    for key in ["code", "vaccineCode", "medicationCodeableConcept", "type"] {
      guard let concept = resource?[key] else { continue }
      if let text = concept["text"]?.string ?? concept["coding"]?.elements.first?["display"]?.string
      {
        return text
      }
    }
    return nil
  }

  // MARK: Audiograms

  mutating func audiogram(isEmpty: Bool) throws -> Sample? {
    guard var head = head(type: .record(.audiogram)) else {
      if !isEmpty { try parser.skipElement() }
      return nil
    }
    head.identity.add("audiogram")
    let here = place(isNeeded: true)
    var children = try children(
      isEmpty: isEmpty, tags: ["SensitivityPoint"], with: Self.pointKeys)
    var points: [JSONValue]? = []
    for (_, values) in children.tags {
      for key in values.keys.sorted() { head.identity.add(values[key] ?? "") }
      func number(_ key: String) -> JSONValue? {
        values[key].flatMap { DecimalNumber.value(of: $0) }.map(JSONValue.number)
      }
      guard let value = number("frequencyValue")?.number,
        let unit = try? QuantityUnit(spelled: values["frequencyUnit"] ?? "Hz"),
        let hertz = try? QuantityUnit("Hz"),
        let frequency = try? Quantity(value, unit).value(in: hertz)
      else {
        points = nil
        break
      }
      let tests = ["left", "right"].enumerated().compactMap { side, ear -> JSONValue? in
        // Earlier exports leave the ear out of the name.
        guard let level = number(ear + "EarValue") ?? number(ear + "Value") else { return nil }
        return .object(present: [
          ("side", .number(Double(side))), ("dBHL", level),
          ("masked", .bool(["1", "true", "YES"].contains(values[ear + "EarMasked"] ?? ""))),
          ("lowest_dBHL", number(ear + "EarClampingRangeLowerBound")),
          ("highest_dBHL", number(ear + "EarClampingRangeUpperBound")),
        ])
      }
      points?.append(.object([("frequency_hz", .number(frequency)), ("tests", .array(tests))]))
    }
    let content = points.flatMap {
      HealthDocument(type: .audiogram, .object([("points", .array($0))]))
    }
    return record(content.map(RecordContent.document), &children, head, at: here)
  }

  private static let pointKeys =
    ["frequencyValue", "frequencyUnit"]
    + ["left", "right"].flatMap { ear in
      [
        "EarValue", "Value", "EarMasked", "EarClampingRangeLowerBound",
        "EarClampingRangeUpperBound",
      ].map { ear + $0 }
    }

  // MARK: Prescriptions

  mutating func visionPrescription(isEmpty: Bool) throws -> Sample? {
    metadataSize = 0
    let here = place(isNeeded: true)
    let type = parser.text(of: "type") ?? ""
    let issued = parser.value(of: "dateIssued").flatMap(TimeText.date)
    let expires = parser.value(of: "expirationDate")
    let expiration = expires.flatMap(TimeText.date)
    if expires != nil, expiration == nil { parser.note(.droppedMetadata, at: here) }
    let brand = parser.text(of: "brand") ?? ""
    let name = parser.text(of: "sourceName") ?? "Apple Health"
    var identity = ContentIdentifier()
    for text in ["prescription", type, brand] { identity.add(text) }
    var children = try children(
      isEmpty: isEmpty, tags: ["RightEye", "LeftEye"], with: Self.lensKeys)
    guard let issued else {
      parser.note(.missingDate, at: here)
      return nil
    }
    var lenses: [String: JSONValue] = [:]
    for (eye, values) in children.tags {
      for key in values.keys.sorted() { identity.add(values[key] ?? "") }
      lenses[eye] = .object(
        present: HealthDocument.lensMeasures.map { measure, usual in
          guard let number = values[measure].flatMap({ DecimalNumber.value(of: $0) }),
            let unit = try? QuantityUnit(spelled: values[measure + "Unit"] ?? ""),
            unit.isCompatible(with: usual)
          else {
            if values[measure] != nil { parser.note(.droppedMetadata, at: here) }
            return (measure, nil)
          }
          return (measure, .quantity(Quantity(number, unit)))
        })
    }
    let content = HealthDocument(
      type: .visionPrescription,
      .object(present: [
        ("kind", .number(type.lowercased().contains("contact") ? 2 : 1)),
        ("expires_since_2001_s", expiration.map { .seconds($0) }), ("brand", .string(brand)),
        ("right", lenses["RightEye"]), ("left", lenses["LeftEye"]),
      ]))
    let head = Head(
      type: .record(.visionPrescription), start: issued, end: issued, name: name,
      identity: identity)
    return record(content.map(RecordContent.document), &children, head, at: here)
  }

  private static let lensKeys = HealthDocument.lensMeasures.flatMap { [$0.name, $0.name + "Unit"] }

  // MARK: The person

  /// Returns the element's facts about the person; values that are impossible for a characteristic are left out.
  func person() -> PersonProfile {
    var profile = PersonProfile()
    for key in PersonProfile.Key.allCases { profile[key] = parser.text(named: key.rawValue) }
    return profile
  }

  // MARK: Routes

  /// Returns the route that the children of a workout describe; `nil`, with a defect counted, if
  /// its file is missing or cannot be read.
  mutating func workoutRoute(isEmpty: Bool) throws -> Sample? {
    guard var head = head(type: .record(.workoutRoute)) else {
      if !isEmpty { try parser.skipElement() }
      return nil
    }
    let here = ImportLog.Place(
      line: parser.line(), type: RecordType.workoutRoute.identifier, text: parser.tagText)
    var children = try children(isEmpty: isEmpty, tags: ["FileReference"], with: ["path"])
    guard let path = children.tags.first?.values["path"],
      let bytes = companions?.bytes(of: path)
    else {
      parser.note(.missingFile, at: here)
      return nil
    }
    guard let points = AppleRoute(bytes)?.points else {
      parser.note(.unreadableValue, at: here)
      return nil
    }
    head.identity.add("route")
    bytes.withUnsafeBytes { head.identity.add($0) }
    return record(
      .workoutRoute(WorkoutRoute(workout: nil, points: points)), &children, head, at: here)
  }

  /// Returns the sample of a file that no element refers to; `nil`, with a defect counted, if it makes none.
  mutating func companionSample(_ name: String, _ bytes: [UInt8]?) -> Sample? {
    let place = ImportLog.Place(line: 0, type: name)
    // Half a minute of voltages is 150 kB; reading it line by line takes many times as much.
    guard let bytes, !name.hasSuffix(".csv") || bytes.count <= 1 << 22 else {
      parser.note(.tooLarge, at: place)
      return nil
    }
    if name.hasSuffix(".csv") {
      do {
        return try AppleElectrocardiogram.sample(of: bytes) { [parser] in
          parser.note(.unknownWord, at: ImportLog.Place(line: 0, type: name, text: $0))
        }
      } catch {
        parser.note(error as? ImportDefect ?? .unreadableValue, at: place)
        return nil
      }
    }
    guard name.hasSuffix(".gpx"), let file = AppleRoute(bytes) else {
      parser.note(.unreadableValue, at: place)
      return nil
    }
    if let own = file.ownSample { return own }
    let route = WorkoutRoute(workout: nil, points: file.points)
    guard let first = route.points.first, let last = route.points.last else { return nil }
    var identity = ContentIdentifier()
    identity.add("route")
    bytes.withUnsafeBytes { identity.add($0) }
    return try? .record(
      RecordSample(
        id: identity.id(at: first.time), content: .workoutRoute(route), start: first.time,
        end: last.time,
        source: Source(name: "Apple Health", bundleIdentifier: "apple-health: Apple Health")))
  }
}

extension MetadataValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A whole number, also one that is written as a text.
  var whole: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text)
    default: nil
    }
  }
}
