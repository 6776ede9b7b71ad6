import FoundationEssentials
import JSONCoding
public import SampleStore

/// Reads the observations of a FHIR R4 bundle, of one observation, or of observations a line each.
///
/// One entry is in memory at a time.
public struct FHIRReader: SampleInput {
  private var stream: JSONStream
  private var pending: [JSONValue] = []
  private var resource: JSONValue?

  /// What was left out or repaired so far.
  public let log = ImportLog()

  init(_ source: any ByteSource) { stream = JSONStream(source) }

  /// Bytes of the file read so far.
  public var bytesRead: Int { stream.bytesRead }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while let resource = try nextResource() {
      self.resource = resource
      do {
        return try FHIRObservation(resource).sample()
      } catch let defect as ImportDefect {
        log.note(defect, at: place)
      }
    }
    return nil
  }

  /// The line on which the sample that was read last begins, counted from 1.
  public var line: Int { stream.line }

  private var place: ImportLog.Place {
    let coding = resource?["code"]?["coding"]?.elements.first
    let quantity = resource?["valueQuantity"]
    return ImportLog.Place(
      line: stream.line,
      type: coding?["code"]?.string ?? resource?["resourceType"]?.string,
      unit: quantity?["code"]?.string ?? quantity?["unit"]?.string,
      text: resource?.text ?? "")
  }

  /// The next resource that is not a bundle.
  private mutating func nextResource() throws -> JSONValue? {
    while true {
      guard let resource = pending.popLast() else {
        guard let value = try stream.next() else { return nil }
        // An entry of a bundle, or a resource on its own.
        if value["resourceType"] == nil, let resource = value["resource"] {
          pending.append(resource)
        } else if value["resourceType"] != nil || value["fullUrl"] == nil {
          pending.append(value)
        }
        continue
      }
      guard resource["resourceType"]?.string == "Bundle" else { return resource }
      pending += (resource["entry"]?.elements ?? []).reversed().compactMap { $0["resource"] }
    }
  }
}
