import CivilTime
public import FoundationEssentials
import JSONCoding
public import SampleStore

/// Writes samples in the form of Apple Health's `export.xml`, or the whole zip with the files beside it.
///
/// The form has whole seconds and texts as metadata. Identifiers and bundle identifiers, for which
/// it has no place, become metadata entries that our reader removes again. Only a zip holds
/// electrocardiograms, routes and clinical records; samples without an element, such as a heartbeat
/// series alone, are in it as NDJSON.
public struct AppleExportWriter: SampleOutput {
  private let output: ByteOutput
  private let now: Date
  private let profile: PersonProfile
  private var hasHead = false

  /// The routes of each workout, without their places, and the names of their files.
  private var routes: [UUID: [(sample: RecordSample, file: String)]] = [:]

  /// Samples of a zip that are written after the XML, by the folder that they belong in.
  private var later: [(id: UUID, file: String)] = []

  private static let folder = "apple_health_export/"

  /// - Parameters:
  ///   - now: The date of the export.
  ///   - profile: The known facts about the person.
  public init(_ output: ByteOutput, now: Date, profile: PersonProfile = PersonProfile()) {
    (self.output, self.now, self.profile) = (output, now, profile)
  }

  /// Routes that stand within a workout that was written; the files of others describe themselves.
  private var described: Set<UUID> = []

  /// Notes the routes of workouts, which stand within them.
  public mutating func prepare(_ query: SampleQuery, of store: HealthStore) throws {
    guard output.isZip, query.types?.contains(.record(.workoutRoute)) ?? true else { return }
    var query = query
    query.types = [.record(.workoutRoute)]
    var routes: [UUID: [(sample: RecordSample, file: String)]] = [:]
    try store.forEachSampleOfAnyKind(
      matching: query, unreadable: { _ in }
    ) { sample in
      guard case .record(let record) = sample, case .workoutRoute(let route) = record.content,
        let workout = route.workout
      else { return }
      let head = try RecordSample(
        record.head, content: .workoutRoute(WorkoutRoute(workout: workout, points: [])))
      routes[workout, default: []].append((head, Self.routeFile(record.id)))
    }
    self.routes = routes
  }

  private static func routeFile(_ id: UUID) -> String {
    "workout-routes/route_\(id.uuidString).gpx"
  }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    try writeHead()
    if let text = element(sample, indent: " ") {
      try output.write(text)
      if case .workout = sample { described.formUnion((routes[sample.id] ?? []).map(\.sample.id)) }
      if case .record(let record) = sample, case .document(let document) = record.content,
        document.isClinical
      {
        later.append((sample.id, Self.clinicalFile(sample.id)))
      }
      return true
    }
    guard output.isZip else { return false }
    var file = AppleCompanions.samples
    if case .record(let record) = sample {
      switch record.content {
      case .electrocardiogram:
        file = "electrocardiograms/ecg_\(sample.id.uuidString).csv"
      case .workoutRoute: file = Self.routeFile(sample.id)
      default: break
      }
    }
    later.append((sample.id, file))
    return true
  }

  private static func clinicalFile(_ id: UUID) -> String {
    "clinical-records/\(id.uuidString).json"
  }

  /// Returns the parts of a sample for which the format has no place.
  public func losses(of sample: Sample) -> Set<ExportLoss> {
    if output.isZip, case .record(let record) = sample {
      switch record.content {
      // Their files say all.
      case .electrocardiogram: return []
      case .document(let document) where !document.hasElement: return []
      default: break
      }
    }
    return sample.lossesInAppleForm
  }

  /// Writes the files beside the XML.
  public mutating func complete(_ store: HealthStore) throws {
    guard output.isZip else { return }
    try writeHead()
    try output.write("</HealthData>\n")
    try output.endEntry()
    var rest: [UUID] = []
    for (id, file) in later {
      guard file != AppleCompanions.samples else {
        rest.append(id)
        continue
      }
      guard case .record(let record)? = try store.allSamples(matching: SampleQuery(ids: [id])).first
      else { continue }
      let text: String? =
        switch record.content {
        case .electrocardiogram(let content): AppleElectrocardiogram.file(of: record, content)
        case .workoutRoute(let route):
          AppleRoute.file(of: route, describing: described.contains(id) ? nil : record)
        case .document(let document): document.json["resource"]?.string
        default: nil
        }
      guard let text else {
        rest.append(id)
        continue
      }
      try output.beginEntry(Self.folder + file)
      try output.write(text)
      try output.endEntry()
    }
    guard !rest.isEmpty else { return }
    try output.beginEntry(Self.folder + AppleCompanions.samples)
    while !rest.isEmpty {
      for sample in try store.allSamples(matching: SampleQuery(ids: Array(rest.prefix(500)))) {
        if let json = SampleJSON.value(of: sample) { try output.write(json.text + "\n") }
      }
      rest.removeFirst(min(500, rest.count))
    }
    try output.endEntry()
  }

  /// Writes the end of the file.
  public mutating func finish() throws {
    if !output.isZip {
      try writeHead()
      try output.write("</HealthData>\n")
    }
    try output.finish()
  }

  private mutating func writeHead() throws {
    guard !hasHead else { return }
    hasHead = true
    try output.beginEntry(Self.folder + "export.xml")
    let date = TimeText.apple(now) ?? ""
    var person = ""
    for key in PersonProfile.Key.allCases {
      // The form has the first four, set or not.
      let isOwn = key == .wheelchairUse || key == .moveMode || key == .cardioFitnessMedications
      guard profile[key] != nil || (!isOwn && !profile.isEmpty) else { continue }
      person += " \(key.rawValue)=\"\(Self.escaped(profile[key] ?? key.choices?.first ?? ""))\""
    }
    try output.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        + " <ExportDate value=\"\(date)\"/>\n" + (person.isEmpty ? "" : " <Me\(person)/>\n"))
  }

  private func element(_ sample: Sample, indent: String) -> String? {
    guard var attributes = Self.attributes(of: sample.head) else { return nil }
    var children: [String] = []
    for (key, value) in sample.metadata.sorted(by: { $0.key < $1.key }) {
      guard let text = AppleMetadata.text(of: value) else { return nil }
      children.append(Self.entry(key, text))
    }
    children.append(Self.entry(ExportKey.identifier, sample.id.uuidString))
    children.append(Self.entry(ExportKey.bundleIdentifier, sample.source.bundleIdentifier))
    let name: String
    switch sample {
    case .quantity(let sample):
      // Single quantities have no element.
      if sample.series != nil, output.isZip { return nil }
      name = "Record"
      attributes += [
        ("unit", sample.quantity.unit.exportText),
        ("value", DecimalNumber.text(sample.quantity.value)),
      ]
    case .category(let sample):
      name = "Record"
      attributes.append(
        ("value", sample.type.values?.text(of: sample.value) ?? "\(sample.value)"))
    case .correlation(let sample):
      name = "Correlation"
      for member in sample.members {
        guard let text = element(member, indent: indent + " ") else { return nil }
        children.append(text.trimmedLine)
      }
    case .workout(let sample):
      name = "Workout"
      guard let parts = Self.parts(of: sample) else { return nil }
      children += parts
      for (route, file) in routes[sample.id] ?? [] {
        guard let text = Self.route(route, file) else { return nil }
        children.append(text)
      }
      attributes += [
        (
          "workoutActivityType",
          sample.activity.name
            ?? "\(AppleExportReader.numbered)\(sample.activity.rawValue)"
        ), ("duration", DecimalNumber.text(sample.activeDuration)), ("durationUnit", "s"),
      ]
    case .record(let sample):
      guard let (kind, own, parts) = Self.record(sample, isZip: output.isZip) else { return nil }
      name = kind
      children += parts
      attributes =
        own + (kind == "Audiogram" ? attributes : attributes.filter { $0.0 == "sourceName" })
    case .heartbeatSeries: return nil
    }
    if ["Record", "Correlation", "Audiogram"].contains(name) {
      attributes.insert(("type", sample.sampleType.identifier), at: 0)
    }
    let text =
      "\(indent)<\(name)\(Self.text(attributes))>\n" + children.map { "\(indent) \($0)\n" }.joined()
      + "\(indent)</\(name)>\n"
    // Characters that XML 1.0 cannot write could not be read back.
    let isLegal = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
    return isLegal ? text : nil
  }

  /// Returns the attributes that samples' elements have in common; `nil` for a time that the form cannot hold.
  private static func attributes(of head: SampleHead) -> [(String, String?)]? {
    guard let start = TimeText.apple(head.start), let end = TimeText.apple(head.end) else {
      return nil
    }
    return [
      ("sourceName", head.source.name), ("sourceVersion", head.source.version),
      ("device", head.device.map(AppleDevice.text)),
      ("creationDate", head.created.flatMap(TimeText.apple)), ("startDate", start),
      ("endDate", end),
    ]
  }

  private static func text(_ attributes: [(String, String?)]) -> String {
    attributes.map { key, value in value.map { " \(key)=\"\(escaped($0))\"" } ?? "" }.joined()
  }

  private static func parts(of workout: Workout) -> [String]? {
    var parts: [String] = []
    for event in workout.events {
      guard let text = self.event(event) else { return nil }
      parts.append(text)
    }
    guard let start = TimeText.apple(workout.start), let end = TimeText.apple(workout.end) else {
      return nil
    }
    var statistics = workout.statistics
    for (type, total) in workout.totals {
      statistics[type, default: WorkoutStatistics()].sum = total
    }
    for (type, values) in statistics.sorted(by: { $0.key.identifier < $1.key.identifier }) {
      parts.append(self.statistics(of: type, values, start, end))
    }
    for activity in workout.activities {
      guard let text = self.activity(activity) else { return nil }
      parts.append(text)
    }
    return parts
  }

  private static func event(_ event: WorkoutEvent) -> String? {
    guard let date = TimeText.apple(event.start) else { return nil }
    let length = event.end.timeIntervalSince(event.start)
    guard let entries = entries(event.metadata) else { return nil }
    return "<WorkoutEvent type=\"\(event.kind.exportedName)\" date=\"\(date)\" "
      + "duration=\"\(DecimalNumber.text(length))\" durationUnit=\"s\""
      + (entries.isEmpty ? "/>" : ">\(entries)</WorkoutEvent>")
  }

  private static func entries(_ metadata: [String: MetadataValue]) -> String? {
    var entries = ""
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      guard let text = AppleMetadata.text(of: value) else { return nil }
      entries += entry(key, text)
    }
    return entries
  }

  /// Returns the element, in which all measures have one unit: that of the first.
  private static func statistics(
    of type: QuantityType, _ values: WorkoutStatistics, _ start: String, _ end: String
  ) -> String {
    let measures = WorkoutStatistics.measures.map { ($0.name, values[keyPath: $0.path]) }
    let unit = measures.lazy.compactMap { $0.1?.unit }.first ?? type.canonicalUnit
    let texts = measures.compactMap { name, quantity in
      (try? quantity?.value(in: unit)).flatMap { $0 }.map {
        " \(name)=\"\(DecimalNumber.text($0))\""
      }
    }
    return "<WorkoutStatistics type=\"\(escaped(type.identifier))\" startDate=\"\(start)\" "
      + "endDate=\"\(end)\"\(texts.joined()) unit=\"\(escaped(unit.exportText))\"/>"
  }

  private static func activity(_ activity: WorkoutActivity) -> String? {
    guard let start = TimeText.apple(activity.start), let own = entries(activity.metadata) else {
      return nil
    }
    let end = activity.end.flatMap(TimeText.apple)
    var text = "<WorkoutActivity uuid=\"\(activity.id.uuidString)\" startDate=\"\(start)\""
    if let end { text += " endDate=\"\(end)\"" }
    if let duration = activity.duration {
      text += " duration=\"\(DecimalNumber.text(duration))\" durationUnit=\"s\""
    }
    text += ">\(own)"
    if let sport = activity.activity { text += entry(ExportKey.activity, "\(sport.rawValue)") }
    if activity.location != 1 { text += entry(ExportKey.location, "\(activity.location)") }
    if activity.swimmingLocation != 0 {
      text += entry(ExportKey.swimmingLocation, "\(activity.swimmingLocation)")
    }
    if let length = activity.lapLength {
      text += entry(ExportKey.lapLength, AppleMetadata.text(of: .quantity(length)) ?? "")
    }
    for event in activity.events {
      guard let event = self.event(event) else { return nil }
      text += event
    }
    for (type, values) in activity.statistics.sorted(by: { $0.key.identifier < $1.key.identifier })
    {
      text += statistics(of: type, values, start, end ?? start)
    }
    return text + "</WorkoutActivity>"
  }

  private static func route(_ route: RecordSample, _ file: String) -> String? {
    guard let attributes = attributes(of: route.head), let own = entries(route.metadata) else {
      return nil
    }
    return "<WorkoutRoute\(text(attributes))>\(own)"
      + entry(ExportKey.identifier, route.id.uuidString)
      + entry(ExportKey.bundleIdentifier, route.source.bundleIdentifier)
      + "<FileReference path=\"/\(file)\"/></WorkoutRoute>"
  }

  /// Returns the name, attributes and children of a record's element; `nil` for a record without one.
  private static func record(
    _ sample: RecordSample, isZip: Bool
  ) -> (name: String, attributes: [(String, String?)], children: [String])? {
    func number(_ number: Double?) -> String? { number.map { DecimalNumber.text($0) } }
    switch sample.content {
    case .activitySummary(let summary):
      let day = CivilDate(year: summary.year, month: summary.month, day: summary.day)
      let unit =
        (summary.values[.activeEnergyBurned] ?? summary.values[.activeEnergyBurnedGoal])?.unit
        ?? .kilocalorie
      var attributes: [(String, String?)] = [
        ("dateComponents", day.text)
      ]
      for value in ActivitySummary.Value.allCases {
        let own = AppleExportReader.unit(of: value) ?? unit
        attributes.append((value.rawValue, number(try? summary.values[value]?.value(in: own))))
      }
      attributes.append(("activeEnergyBurnedUnit", unit.exportText))
      let mode = summary.moveMode == 1 ? [] : [entry(ExportKey.moveMode, "\(summary.moveMode)")]
      return (
        "ActivitySummary", attributes,
        mode + (summary.isPaused ? [entry(ExportKey.isPaused, "1")] : [])
      )
    case .document(let document): return element(document.json, of: sample, isZip: isZip)
    case .electrocardiogram, .workoutRoute: return nil
    }
  }

  /// Returns the element of a document; `nil` for one without.
  private static func element(
    _ json: JSONValue, of sample: RecordSample, isZip: Bool
  ) -> (name: String, attributes: [(String, String?)], children: [String])? {
    func text(_ key: String) -> String { json[key]?.string ?? "" }
    func number(_ json: JSONValue?) -> String? { json?.number.map { DecimalNumber.text($0) } }
    switch sample.type {
    case _ where RecordType.clinical.contains(sample.type):
      guard isZip, let received = TimeText.apple(sample.start) else { return nil }
      return (
        "ClinicalRecord",
        [
          ("type", sample.type.identifier), ("identifier", text("identifier")),
          ("sourceURL", text("source_url")), ("fhirVersion", text("fhir_version")),
          ("receivedDate", received), ("resourceFilePath", "/" + clinicalFile(sample.id)),
        ], [entry(ExportKey.displayName, text("display_name"))]
      )
    case .audiogram:
      return (
        "Audiogram", [],
        (json["points"]?.elements ?? []).map { point in
          var text =
            "<SensitivityPoint frequencyValue=\"\(number(point["frequency_hz"]) ?? "")\" "
            + "frequencyUnit=\"Hz\""
          for test in point["tests"]?.elements ?? [] {
            let ear = test.whole("side") == 0 ? "left" : "right"
            text += " \(ear)EarValue=\"\(number(test["dBHL"]) ?? "")\" \(ear)EarUnit=\"dBHL\""
            if test["masked"]?.bool == true { text += " \(ear)EarMasked=\"1\"" }
            for (name, key) in [("Lower", "lowest_dBHL"), ("Upper", "highest_dBHL")] {
              if let bound = number(test[key]) {
                text += " \(ear)EarClampingRange\(name)Bound=\"\(bound)\""
              }
            }
          }
          return text + "/>"
        }
      )
    case .visionPrescription:
      guard let issued = TimeText.apple(sample.start) else { return nil }
      return (
        "VisionPrescription",
        [
          ("type", json.whole("kind") == 2 ? "Contacts" : "Glasses"), ("dateIssued", issued),
          ("expirationDate", json.date("expires_since_2001_s").flatMap(TimeText.apple)),
          ("brand", text("brand").isEmpty ? nil : text("brand")),
        ],
        [("RightEye", "right"), ("LeftEye", "left")].compactMap { eye, key in
          json[key].map { lens in
            "<\(eye)"
              + HealthDocument.lensMeasures.map { measure, _ in
                guard let quantity = lens.quantity(measure) else { return "" }
                return " \(measure)=\"\(DecimalNumber.text(quantity.value))\""
                  + " \(measure)Unit=\"\(escaped(quantity.unit.exportText))\""
              }.joined() + "/>"
          }
        }
      )
    default: return nil
    }
  }

  private static func entry(_ key: String, _ value: String) -> String {
    "<MetadataEntry key=\"\(escaped(key))\" value=\"\(escaped(value))\"/>"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String {
  /// Without the indentation and line end that the caller adds.
  fileprivate var trimmedLine: String {
    String(drop { $0 == " " }.dropLast())
  }
}

extension HealthDocument {
  /// Whether Apple's form has an element for it.
  fileprivate var hasElement: Bool {
    isClinical || type == .audiogram || type == .visionPrescription
  }
}
