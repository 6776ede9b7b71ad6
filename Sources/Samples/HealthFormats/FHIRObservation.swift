import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// An observation of FHIR R4, alone, in a bundle, or one of many, one per line.
struct FHIRObservation: HealthStandard {
  private let resource: JSONValue

  /// Returns the resources of an entry, of bundles in it, and of panels that hold their members.
  static func parts(of value: JSONValue) -> [JSONValue] {
    if value["resourceType"] == nil, let resource = value["resource"] {
      return resources(in: resource)
    }
    return value["resourceType"] == nil && value["fullUrl"] != nil ? [] : resources(in: value)
  }

  private static func resources(in resource: JSONValue) -> [JSONValue] {
    if resource["resourceType"]?.string == "Bundle" {
      return (resource["entry"]?.elements ?? []).compactMap { $0["resource"] }.flatMap(resources)
    }
    let contained = resource["contained"]?.elements ?? []
    return [resource] + contained.filter { $0["resourceType"]?.string == "Observation" }
  }

  static func samples(
    of value: JSONValue, note: (ImportDefect, JSONValue) -> Void
  ) throws -> [Sample] {
    try FHIRObservation(value).samples(note)
  }

  static func names(in value: JSONValue) -> (type: String?, unit: String?) {
    let quantity = value["valueQuantity"]
    let code = value["code"]?["coding"]?.elements.first?["code"]
    return (
      code?.string ?? value["resourceType"]?.string,
      quantity?["code"]?.string ?? quantity?["unit"]?.string
    )
  }

  static func person(in value: JSONValue) -> [String] {
    let subject = value["subject"]
    let reference = subject?["reference"]?.string ?? subject?["identifier"]?["value"]?.string
    // An address and a path of the same person end alike.
    let last = reference?.split(separator: "/").last.map(String.init)
    return [last, reference, subject?["display"]?.string].compactMap(\.self)
  }

  static func withdrawn(in value: JSONValue) -> String? {
    (try? FHIRObservation(value)).flatMap { $0.isWithdrawn ? $0.key : nil }
  }

  /// Throws `ImportDefect` if the resource is something else.
  private init(_ resource: JSONValue) throws {
    guard resource["resourceType"]?.string == "Observation" else {
      throw resource["resourceType"]?.string == nil ? ImportDefect.malformed : .unsupported
    }
    self.resource = resource
  }

  /// Whether it is not about the person after all.
  private var isWithdrawn: Bool {
    ["cancelled", "entered-in-error"].contains(resource["status"]?.string)
  }

  /// Returns the samples of its own value and of its components; both pressures are one.
  private func samples(_ note: (ImportDefect, JSONValue) -> Void) throws -> [Sample] {
    guard let status = resource["status"]?.string else { throw ImportDefect.malformed }
    guard !isWithdrawn else { throw ImportDefect.withdrawn }
    // Registered ones have no value yet; those with a focus are about another subject, such as a fetus.
    guard let rank = Self.ranks[status], resource["focus"] == nil else {
      throw ImportDefect.unsupported
    }
    let (start, end) = try interval()
    let components = resource["component"]?.elements ?? []
    let isPanel = !Self.hasValue(resource) && !(components.isEmpty && resource["hasMember"] == nil)
    var samples: [Sample] = []
    var pressures: [Sample] = []
    for (place, element) in ((isPanel ? [] : [resource]) + components).enumerated() {
      do {
        guard resource["modifierExtension"] == nil, element["modifierExtension"] == nil else {
          throw ImportDefect.unknownModifier
        }
        let (type, measure) = try type(of: element)
        let isWhole = element == resource
        let isPressure = !isWhole && FHIRMeasure.pressures.contains { $0.type == type }
        for (index, value) in try values(of: element, type, measure, note).enumerated() {
          let (first, last) = value.delay.map { (start + $0, start + $0) } ?? (start, end)
          let part = value.delay == nil ? "\(place)" : "\(place) \(index)"
          let own = isWhole ? id(rank) : element["id"]?.string.flatMap(UUID.init(uuidString:))
          let sample = try QuantitySample(
            id: value.delay == nil && own != nil ? own! : identity(part, first),
            type: type.fitting(value.quantity.unit), quantity: value.quantity, start: first,
            end: last, source: source, device: device,
            metadata: isPressure ? [:] : revision(rank, part))
          if isPressure {
            pressures.append(.quantity(sample))
          } else {
            samples.append(.quantity(sample))
          }
        }
      } catch let defect as ImportDefect {
        note(defect, element)
      } catch InvalidSample.unitDoesNotFit {
        note(.unreadableUnit, element)
      } catch is InvalidSample {
        note(.invalidSample, element)
      }
    }
    guard !pressures.isEmpty else { return samples }
    do {
      let pressure = try Correlation(
        id: id(rank), type: .bloodPressure, members: pressures, start: start, end: end,
        source: source, device: device, metadata: revision(rank, ""))
      return [.correlation(pressure)] + samples
    } catch {
      note(.invalidSample, resource)
      return samples
    }
  }

  private static func hasValue(_ element: JSONValue) -> Bool {
    element["dataAbsentReason"] != nil
      || element.members?.contains { $0.key.hasPrefix("value") } == true
  }

  /// Returns the values of an observation or a component; those of a series with their seconds since its start.
  private func values(
    of element: JSONValue, _ type: QuantityType, _ measure: FHIRMeasure?,
    _ note: (ImportDefect, JSONValue) -> Void
  ) throws -> [(quantity: Quantity, delay: Double?)] {
    if let number = element["valueInteger"]?.number {
      note(.assumedUnit, element)
      return [(type.quantity(asWritten: number, in: nil), nil)]
    }
    let series = element["valueSampledData"]
    guard let quantity = series?["origin"] ?? element["valueQuantity"] else {
      throw element["dataAbsentReason"] == nil ? ImportDefect.unreadableValue : .missingValue
    }
    guard let number = quantity["value"]?.number else { throw ImportDefect.missingValue }
    // A value below or above a limit is not a measurement.
    guard quantity["comparator"] == nil else { throw ImportDefect.unreadableValue }
    let text = quantity["code"]?.string ?? quantity["unit"]?.string ?? ""
    if series != nil, text.isEmpty { note(.assumedUnit, element) }
    guard
      let unit = series != nil && text.isEmpty
        ? type.quantity(asWritten: 1, in: nil).unit : try? QuantityUnit(spelled: text)
    else { throw ImportDefect.unreadableUnit }
    let share = measure != nil && text == "%" ? 0.01 : 1
    guard let series else { return [(Quantity(share * number, unit), nil)] }
    guard let period = series["period"]?.number, period > 0, series["dimensions"]?.number == 1,
      let words = series["data"]?.string?.split(separator: " "), words.count <= 100_000
    else { throw ImportDefect.unreadableValue }
    return words.enumerated().compactMap { index, word in
      // E, L and U mean no value, and one below or above the measurable range.
      guard let step = DecimalNumber.value(of: word) else {
        note(.missingValue, element)
        return nil
      }
      let value = number + step * (series["factor"]?.number ?? 1)
      return (Quantity(share * value, unit), Double(index) * period / 1000)
    }
  }

  /// The rank of a status: a higher one replaces earlier versions of the same observation.
  private static let ranks = [
    "unknown": 0.0, "preliminary": 0, "final": 1, "amended": 2, "corrected": 2,
  ]

  /// Names the observation, whatever it says: by its identifiers, or by its place on its server.
  private var key: String? {
    let identifiers = (resource["identifier"]?.elements ?? []).compactMap { identifier in
      identifier["value"]?.string.map { "\(identifier["system"]?.string ?? "")|\($0)" }
    }
    let name = identifiers.isEmpty ? resource["id"]?.string : identifiers.joined(separator: " ")
    return name.map { Self.keyPrefix + $0 }
  }

  /// The beginning of all keys, and their ending in a sample.
  static let keyPrefix = "fhir "
  static let keyEnd: Character = "\n"

  /// Returns the keys by which a store replaces earlier versions; none for our own observations, which name samples.
  private func revision(_ rank: Double, _ part: String) -> [String: MetadataValue] {
    guard let key, !isOwn else { return [:] }
    let said = resource["meta"]?["lastUpdated"]?.string ?? resource["issued"]?.string
    let time = said.flatMap { TimeText.date(iso: $0) }?.timeIntervalSince1970
    let version = resource["meta"]?["versionId"]?.string.flatMap { DecimalNumber.value(of: $0) }
    return [
      MetadataKey.syncIdentifier: .string("\(key)\(Self.keyEnd)\(part)"),
      MetadataKey.syncVersion: .number(rank * 1e11 + (time ?? min(max(version ?? 0, 0), 1e6))),
    ]
  }

  private var isOwn: Bool {
    resource["meta"]?["source"]?.string?.hasPrefix(FHIRWriter.sourcePrefix) == true
  }

  private func type(of element: JSONValue) throws -> (type: QuantityType, measure: FHIRMeasure?) {
    let codings = element["code"]?["coding"]?.elements ?? []
    for coding in codings where coding["system"]?.string == "http://loinc.org" {
      if let measure = coding["code"]?.string.flatMap({ FHIRMeasure.byCode[$0] }) {
        return (measure.type, measure)
      }
    }
    for coding in codings where coding["system"]?.string == FHIRWriter.appleSystem {
      if case .quantity(let type)? = coding["code"]?.string.flatMap(SampleType.init(exported:)) {
        return (type, nil)
      }
      if let code = coding["code"]?.string, !code.isEmpty, resource["valueQuantity"] != nil {
        let type = QuantityType(
          identifier: code, canonicalUnit: .count, aggregationStyle: .discreteArithmetic)
        return (type, nil)
      }
    }
    throw ImportDefect.unknownType
  }

  private func interval() throws -> (Date, Date) {
    /// Returns a date without a time is the whole of a local day, month or year.
    func span(_ value: JSONValue?) throws -> (start: Date, end: Date)? {
      guard let text = value?.string else { return nil }
      if let span = try TimeText.span(of: text, in: ZoneRules.local.get()) {
        return (span.lowerBound, span.upperBound)
      }
      guard let date = TimeText.date(iso: text) else { throw ImportDefect.unreadableDate }
      return (date, date)
    }
    if let span = try span(resource["effectiveDateTime"] ?? resource["effectiveInstant"]) {
      return span
    }
    let period = resource["effectivePeriod"]
    let (start, end) = (try span(period?["start"]), try span(period?["end"]))
    guard let first = start ?? end else { throw ImportDefect.missingDate }
    return (first.start, end?.end ?? first.start)
  }

  private var source: Source {
    let name = resource["performer"]?.elements.first?["display"]?.string ?? "FHIR"
    let own = resource["meta"]?["source"]?.string
    let bundle = own.flatMap { text in
      text.hasPrefix(FHIRWriter.sourcePrefix)
        ? text.dropFirst(FHIRWriter.sourcePrefix.count).percentDecoded : nil
    }
    return Source(name: name, bundleIdentifier: bundle ?? "fhir: \(name)")
  }

  private var device: Device? {
    resource["device"]?["display"]?.string.map { Device(name: $0) }
  }

  /// Returns the identifier: a corrected observation is another sample than before.
  private func id(_ rank: Double) -> UUID {
    let urn = "urn:uuid:"
    let identifiers = (resource["identifier"]?.elements ?? []).compactMap { $0["value"]?.string }
    for text in rank > 1 && !isOwn ? [] : [resource["id"]?.string ?? ""] + identifiers {
      let bare = text.hasPrefix(urn) ? String(text.dropFirst(urn.count)) : text
      if let id = UUID(uuidString: bare) { return id }
    }
    return identity("", (try? interval().0) ?? .distantPast)
  }

  private func identity(_ part: String, _ start: Date) -> UUID {
    var identity = ContentIdentifier()
    identity.add(resource.text)
    identity.add(part)
    return identity.id(at: start)
  }
}
