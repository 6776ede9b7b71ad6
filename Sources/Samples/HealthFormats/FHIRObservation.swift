import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

/// An observation of FHIR R4, alone, in a bundle, or many a line each.
struct FHIRObservation: HealthStandard {
  private let resource: JSONValue

  /// The resources of an entry, and of bundles in it.
  static func parts(of value: JSONValue) -> [JSONValue] {
    if value["resourceType"] == nil, let resource = value["resource"] {
      return resources(in: resource)
    }
    return value["resourceType"] == nil && value["fullUrl"] != nil ? [] : resources(in: value)
  }

  private static func resources(in resource: JSONValue) -> [JSONValue] {
    guard resource["resourceType"]?.string == "Bundle" else { return [resource] }
    return (resource["entry"]?.elements ?? []).compactMap { $0["resource"] }.flatMap(resources)
  }

  static func sample(of value: JSONValue) throws -> Sample {
    try FHIRObservation(value).sample()
  }

  static func names(in value: JSONValue) -> (type: String?, unit: String?) {
    let quantity = value["valueQuantity"]
    let code = value["code"]?["coding"]?.elements.first?["code"]
    return (
      code?.string ?? value["resourceType"]?.string,
      quantity?["code"]?.string ?? quantity?["unit"]?.string
    )
  }

  /// Throws `ImportDefect` if the resource is something else.
  private init(_ resource: JSONValue) throws {
    guard resource["resourceType"]?.string == "Observation" else {
      throw resource["resourceType"]?.string == nil ? ImportDefect.malformed : .unsupported
    }
    self.resource = resource
  }

  private func sample() throws -> Sample {
    guard let status = resource["status"]?.string else { throw ImportDefect.malformed }
    // Cancelled and erroneous ones are not about the person; registered ones have no value yet.
    guard ["final", "amended", "corrected", "preliminary", "unknown"].contains(status) else {
      throw ImportDefect.unsupported
    }
    let (start, end) = try interval()
    let codings = resource["code"]?["coding"]?.elements ?? []
    let isPressure = codings.contains {
      [FHIRMeasure.bloodPressureCode, "55284-4"].contains($0["code"]?.string)
        && $0["system"]?.string == "http://loinc.org"
    }
    do {
      if isPressure {
        return .correlation(
          try Correlation(
            id: id(), type: .bloodPressure,
            members: (resource["component"]?.elements ?? []).compactMap {
              try member($0, start, end)
            }, start: start, end: end, source: source, device: device))
      }
      return .quantity(
        try quantity(of: resource, id: id(), start, end))
    } catch InvalidSample.unitDoesNotFit {
      throw ImportDefect.unreadableUnit
    } catch is InvalidSample {
      throw ImportDefect.invalidSample
    }
  }

  private func member(_ component: JSONValue, _ start: Date, _ end: Date) throws -> Sample? {
    let type = try type(of: component).type
    // A panel may also have a mean pressure, which the store has no type for.
    guard type == .bloodPressureSystolic || type == .bloodPressureDiastolic else { return nil }
    let id = component["id"]?.string.flatMap(UUID.init(uuidString:))
    return .quantity(
      try quantity(of: component, id: id ?? identity(type.identifier, start), start, end))
  }

  private func quantity(
    of element: JSONValue, id: UUID, _ start: Date, _ end: Date
  ) throws -> QuantitySample {
    let (type, measure) = try type(of: element)
    guard let quantity = element["valueQuantity"] else {
      throw element["dataAbsentReason"] == nil ? ImportDefect.unreadableValue : .missingValue
    }
    guard let number = quantity["value"]?.number else { throw ImportDefect.missingValue }
    // A value below or above a limit is not a measurement.
    guard quantity["comparator"] == nil else { throw ImportDefect.unreadableValue }
    let text = quantity["code"]?.string ?? quantity["unit"]?.string ?? ""
    guard let unit = try? QuantityUnit(spelled: text) else { throw ImportDefect.unreadableUnit }
    let isShare = measure != nil && text == "%"
    return try QuantitySample(
      id: id, type: type.fitting(unit), quantity: Quantity(isShare ? number / 100 : number, unit),
      start: start, end: end, source: source, device: device)
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
    /// A date without a time is the whole of a local day, month or year.
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

  private func id() -> UUID {
    let urn = "urn:uuid:"
    let identifiers = (resource["identifier"]?.elements ?? []).compactMap { $0["value"]?.string }
    for text in [resource["id"]?.string ?? ""] + identifiers {
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
