/// The formats that samples are read from and written to, by their names on the command line.
public enum HealthFormat: String, Sendable, CaseIterable {
  /// Apple Health's export.xml, or the zip that it comes in.
  case apple

  /// One JSON object a line, with all that a sample holds.
  case ndjson

  /// A table with one sample a row.
  case csv

  /// FHIR R4: a bundle, an observation, or observations a line each.
  case fhir

  /// Open mHealth data points, a line each or in an array.
  case omh

  /// A physiological recording of the Brain Imaging Data Structure; written only.
  case bids

  /// The format of a file that begins with these bytes; `nil` if no format that can be read begins so.
  init?(head: [UInt8]) {
    let text = String(decoding: head, as: UTF8.self)
    let body = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch body.first {
    case "<": self = .apple
    case "{", "[":
      if text.contains("\"resourceType\"") {
        self = .fhir
      } else if text.contains("\"schema_id\"") || text.contains("\"effective_time_frame\"") {
        self = .omh
      } else {
        self = .ndjson
      }
    default:
      let header = body.prefix { !$0.isNewline }.lowercased()
      let isMeasured = CSVReader.measuredColumns.allSatisfy(header.contains)
      guard header.contains(where: { ",;\t".contains($0) }), header.contains("type") || isMeasured
      else { return nil }
      self = .csv
    }
  }

  /// The format that a file name's extension stands for; `nil` for others.
  public init?(name: String) {
    var name = name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    switch true {
    case name.hasSuffix(".xml"), name.hasSuffix(".zip"): self = .apple
    case name.hasSuffix(".csv"): self = .csv
    case name.hasSuffix(".omh.ndjson"), name.hasSuffix(".omh.json"): self = .omh
    case name.hasSuffix(".ndjson"), name.hasSuffix(".jsonl"): self = .ndjson
    case name.hasSuffix(".fhir.json"), name.hasSuffix(".json"): self = .fhir
    case name.hasSuffix("_physio.tsv"): self = .bids
    default: return nil
    }
  }
}
