import FoundationEssentials
import JSONCoding
public import SampleStore

/// Reads the observations of a FHIR R4 bundle, of one observation, or of observations a line each.
///
/// Entries are parsed one at a time from the file's bytes, which are held: at most 1 GB.
public struct FHIRReader: SampleInput {
  static let largestFile = 1 << 30

  private let source: any ByteSource
  private var parser: JSONParser?
  private var pending: [JSONValue] = []
  private var isInEntries = false

  /// How often each defect occurred so far.
  public private(set) var defects: [ImportDefect: Int] = [:]

  init(_ source: any ByteSource) { self.source = source }

  /// Bytes of the file read so far.
  public var bytesRead: Int { source.bytesRead }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    do {
      if parser == nil { parser = JSONParser(try source.all(limit: Self.largestFile)) }
      while let resource = try nextResource() {
        do {
          return try FHIRObservation(resource).sample()
        } catch let error as RecordDefect {
          defects[error.defect, default: 0] += 1
        }
      }
      return nil
    } catch let error as JSONError {
      throw FormatError(error)
    }
  }

  /// The next resource that is not a bundle.
  private mutating func nextResource() throws(JSONError) -> JSONValue? {
    while true {
      if let resource = pending.popLast() {
        guard resource["resourceType"]?.string == "Bundle" else { return resource }
        pending += (resource["entry"]?.elements ?? []).reversed().compactMap { $0["resource"] }
        continue
      }
      if isInEntries, let entry = try nextEntry() {
        if let resource = entry["resource"] { pending.append(resource) }
        continue
      }
      guard var parser = parser, !parser.isAtEnd else { return nil }
      // A bundle may have very many entries: they are not read as one value.
      if let head = try parser.bundleHead() {
        isInEntries = head
      } else {
        let value = try parser.value()
        pending += value.elements.isEmpty ? [value] : value.elements.reversed()
      }
      self.parser = parser
    }
  }

  private mutating func nextEntry() throws(JSONError) -> JSONValue? {
    guard let entry = try parser?.nextElement() else {
      isInEntries = false
      try parser?.endObject()
      return nil
    }
    return entry
  }
}

extension JSONParser {
  /// Enters a bundle up to its array of entries: whether it has one; `nil`, with nothing read, if
  /// the next value is not a bundle.
  mutating func bundleHead() throws(JSONError) -> Bool? {
    var ahead = self
    guard ahead.take(UInt8(ascii: "{")) else { return nil }
    var isBundle = false
    while !ahead.take(UInt8(ascii: "}")) {
      _ = ahead.take(UInt8(ascii: ","))
      let key = try ahead.value().string
      guard ahead.take(UInt8(ascii: ":")) else { return nil }
      if key == "entry", isBundle, ahead.take(UInt8(ascii: "[")) {
        self = ahead
        return true
      }
      let value = try ahead.value()
      if key == "resourceType" {
        guard value == .string("Bundle") else { return nil }
        isBundle = true
      }
    }
    guard isBundle else { return nil }
    self = ahead
    return false
  }

  /// The next element of the array that was entered; `nil` after its end.
  mutating func nextElement() throws(JSONError) -> JSONValue? {
    if take(UInt8(ascii: "]")) { return nil }
    _ = take(UInt8(ascii: ","))
    return try value()
  }

  /// Skips the rest of the object around it.
  mutating func endObject() throws(JSONError) {
    while !take(UInt8(ascii: "}")) {
      guard take(UInt8(ascii: ",")) else {
        throw error("the bundle does not end")
      }
      _ = try value()
      guard take(UInt8(ascii: ":")) else {
        throw error("a colon is missing")
      }
      _ = try value()
    }
  }
}
