public import CHeartcam
import CivilTime
import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import Measurement
import SampleSelection
import SampleStore
import StoreEngines

private typealias Store = Handle<HealthStore>

@c @implementation
public func heartcam_store_open(
  _ location: UnsafePointer<CChar>?, _ writable: Int32,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let environment = ProcessInfo.processInfo.environment
    let place =
      try location.map { try StoreLocation(String(cString: $0), environment: environment) }
      ?? StoreLocation.standard(environment: environment)
    return Store.pointer(
      to: try HealthStore(
        location: place, access: writable != 0 ? .readWrite : .readOnly, engines: .all))
  }
}

@c @implementation
public func heartcam_store_types(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    try Store.of(pointer).use { store in
      let counts = try SampleType.allKnown.map { type in
        (type: type, count: try store.count(matching: SampleQuery(of: [type])))
      }.filter { $0.count > 0 }
      let table = ColumnTable(rowCount: counts.count)
      table.add("type", texts: counts.map { $0.type.shortName })
      table.add("count", numbers: counts.map { Double($0.count) })
      return table.pointer
    }
  }
}

@c @implementation
public func heartcam_store_samples(
  _ pointer: OpaquePointer, _ type: UnsafePointer<CChar>, _ from: Double, _ to: Double,
  _ unit: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let type = try StoreTypes.type.read(String(cString: type))
    let unit = try unit.map { try StoreTypes.unit.read(String(cString: $0)) }
    let wanted = try type.unit(asked: unit)
    return try Store.of(pointer).use { store in
      let query = SampleQuery(of: [type], from: date(from), to: date(to))
      var samples: [Sample] = []
      try store.forEachSampleOfAnyKind(matching: query) { samples.append($0) }
      let table = ColumnTable(rowCount: samples.count)
      table.add("id", texts: samples.map(\.id.uuidString))
      table.add("start", dates: samples.map(\.start))
      table.add("end", dates: samples.map(\.end))
      table.add(
        "value", unit: wanted?.description, numbers: samples.map { $0.number(in: wanted) })
      table.add("unit", texts: samples.map { _ in wanted?.description })
      table.add("source", texts: samples.map(\.source.name))
      return table.pointer
    }
  }
}

@c @implementation
public func heartcam_store_statistics(
  _ pointer: OpaquePointer, _ type: UnsafePointer<CChar>, _ from: Double, _ to: Double,
  _ unit: UnsafePointer<CChar>?, _ by: UnsafePointer<CChar>?, _ zone: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let type = try StoreTypes.type.read(String(cString: type))
    guard case .quantity(let quantity) = type else {
      throw LibraryError.usage("\(type.shortName) has no numbers to calculate with")
    }
    let wanted = try unit.map { try StoreTypes.unit.read(String(cString: $0)) }
    let unit = try type.unit(asked: wanted) ?? quantity.customaryUnit
    let intervals = try by.map { name in
      let name = String(cString: name)
      guard let by = CalendarUnit(rawValue: name) else {
        let words = CalendarUnit.allCases.map(\.rawValue).joined(separator: ", ")
        throw LibraryError.usage("by must be one of \(words), not '\(name)'")
      }
      return CalendarIntervals(by: by, in: try zoneRules(zone))
    }
    var query = SampleQuery(from: date(from), to: date(to))
    query.predicate = ImpersonalSource.excluded
    let isSum = quantity.aggregationStyle == .cumulative
    let options: StatisticsOptions =
      isSum
      ? [.cumulativeSum, .mostRecent]
      : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
    return try Store.of(pointer).use { store in
      let rows =
        if let intervals {
          try store.statisticsCollection(of: quantity, matching: query, options, by: intervals)
            .populated
        } else {
          try store.statistics(of: quantity, matching: query, options).map { [$0] } ?? []
        }
      let table = ColumnTable(rowCount: rows.count)
      table.add("start", dates: rows.map(\.start))
      table.add("end", dates: rows.map(\.end))
      table.add("count", numbers: rows.map { Double($0.all.count) })
      let values: [(String, KeyPath<Statistics, Quantity?>)] = [
        ("average", \.all.average), ("minimum", \.all.minimum), ("maximum", \.all.maximum),
        ("sum", \.all.sum), ("most_recent", \.all.mostRecent),
      ]
      for (name, value) in values {
        table.add(
          name, unit: unit.description, numbers: rows.map { $0[keyPath: value]?.number(in: unit) })
      }
      return table.pointer
    }
  }
}

@c @implementation
public func heartcam_store_save(
  _ pointer: OpaquePointer, _ type: UnsafePointer<CChar>, _ unit: UnsafePointer<CChar>?,
  _ source: UnsafePointer<CChar>, _ starts: UnsafePointer<Double>, _ ends: UnsafePointer<Double>,
  _ values: UnsafePointer<Double>, _ count: Int, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int32 {
  var code: Int32 = 0
  let done: Void? = reporting(to: error) {
    do {
      try save()
    } catch {
      code = Int32(LibraryError(error).code)
      throw error
    }
  }
  return done == nil ? code : 0
  func save() throws {
    let type = try StoreTypes.type.read(String(cString: type))
    guard case .quantity(let quantity) = type else {
      throw LibraryError.usage("\(type.shortName) is no quantity")
    }
    let wanted = try unit.map { try StoreTypes.unit.read(String(cString: $0)) }
    let unit = try type.unit(asked: wanted) ?? quantity.customaryUnit
    let name = String(cString: source)
    guard !name.isEmpty else { throw LibraryError.usage("source must not be empty") }
    let source = Source(name: name, bundleIdentifier: name, version: HeartcamVersion.current)
    let samples = try (0..<checked(count)).map { index in
      try QuantitySample(
        type: quantity, quantity: Quantity(values[index], unit),
        start: sampleDate(starts[index]), end: sampleDate(ends[index]), source: source)
    }
    if samples.contains(where: { SampleLength.isTooLong(.quantity($0)) }) {
      throw LibraryError.usage(
        "a start and an end are further apart than a sample of \(type.shortName) can last"
      )
    }
    if samples.contains(where: { Sample.quantity($0).plausibility == .impossible }) {
      let range = quantity.plausibleRange.map { ": \($0.description)" } ?? ""
      throw LibraryError.usage(
        "a value of \(type.shortName) is outside of what a body can have\(range)")
    }
    try Store.of(pointer).use { try $0.save(samples) }
  }
}

@c @implementation
public func heartcam_store_save_result(
  _ pointer: OpaquePointer, _ result: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let result = try ResultHandle.of(result).use { $0 }
    return try Store.of(pointer).use { store in
      let log = HeartRateLog(store: store, version: HeartcamVersion.current)
      switch try log.save(result) {
      case .logged(let count, _): return count
      case .alreadyThere, .nothing: return 0
      }
    }
  } ?? -1
}

@c @implementation
public func heartcam_store_free(_ pointer: OpaquePointer?) { Store.free(pointer) }

// MARK: -

/// Returns a moment; `nil` for no limit.
private func date(_ seconds: Double) -> Date? {
  seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
}

/// Returns the date of a sample that is saved. Beyond four digits of a year, no form of a store could write it.
private func sampleDate(_ seconds: Double) throws -> Date {
  guard !seconds.isFinite || (-62_135_596_800..<253_402_300_800).contains(seconds) else {
    throw LibraryError.usage("a sample's dates must lie between the years 1 and 9999")
  }
  return Date(timeIntervalSince1970: seconds)
}

private func zoneRules(_ name: UnsafePointer<CChar>?) throws -> ZoneRules {
  guard let name = name.map({ String(cString: $0) }) else { return try ZoneRules.local.get() }
  guard let zone = ZoneRules(identifier: name) else {
    throw LibraryError.usage("zone must be a time zone such as Europe/Berlin or UTC, not '\(name)'")
  }
  return zone
}

extension SampleType {
  /// Returns the requested unit, or the customary one; `nil` for a type that is no quantity.
  fileprivate func unit(asked unit: QuantityUnit?) throws -> QuantityUnit? {
    guard case .quantity(let type) = self else { return nil }
    guard let unit = unit.map({ type.unit(asWritten: $0) }) else { return type.customaryUnit }
    guard type.canonicalUnit.isCompatible(with: unit) else {
      throw LibraryError.usage("the unit \(unit) does not fit \(shortName)")
    }
    return unit
  }
}

extension Sample {
  /// Returns the number of a quantity in a unit, or of a category; `nil` for anything else.
  fileprivate func number(in unit: QuantityUnit?) -> Double? {
    switch self {
    case .quantity(let sample): unit.flatMap { sample.quantity.number(in: $0) }
    case .category(let sample): Double(sample.value)
    default: nil
    }
  }
}

extension Quantity {
  /// Returns the number in a unit, as every form writes it.
  fileprivate func number(in unit: QuantityUnit) -> Double? {
    try? Quantity(value(in: unit), unit).writtenValue
  }
}
