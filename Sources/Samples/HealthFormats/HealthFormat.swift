/// The formats that samples are read from and written to, by their names on the command line.
public enum HealthFormat: String, Sendable, CaseIterable {
  /// Apple Health's export.xml, or the zip that it comes in.
  case apple

  /// One JSON object per line, with all that a sample holds.
  case ndjson

  /// A table: ours with one sample per row, or any other with headings.
  case csv

  /// FHIR R4: a bundle, an observation, or one observation per line.
  case fhir

  /// Open mHealth data points, one per line or in an array.
  case omh

  /// JSON of other programs; read only.
  case json

  /// Recordings of sport in XML, TCX and GPX; read only.
  case xml

  /// Recordings of watches and bicycle computers in Garmin's FIT; read only.
  case fit

  /// A physiological recording of the Brain Imaging Data Structure; written only.
  case bids

  /// The formats that samples are written to.
  public static let written = allCases.filter { ![.json, .xml, .fit].contains($0) }

  /// The formats that samples are read from.
  public static let readable = allCases.filter { $0 != .bids }

  /// Creates the format of a file that begins with these bytes; `nil` if no format that can be read begins so.
  init?(head: [UInt8]) {
    if FITEvents.isHeader(head) {
      self = .fit
      return
    }
    // No other file has a first line in words.
    let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
    let isText = line.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
    let text = String(decoding: head, as: UTF8.self)
    let body = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    switch body.first {
    case "<": self = HealthForm.recognized(in: text)?.isTable == false ? .xml : .apple
    case "{",
      "["
    where !(body.dropFirst().first?.isLetter ?? false)
      && body.dropFirst().contains(where: { "[{\"".contains($0) }):
      if text.holds("\"resourceType\"") {
        self = .fhir
      } else if text.holds("\"schema_id\"") || text.holds("\"effective_time_frame\"") {
        self = .omh
      } else {
        let first = Self.heading(of: text)
        self = first.contains("\"type\"") && first.contains("\"start\"") ? .ndjson : .json
      }
    default:
      guard isText, body.contains(where: { $0.isNumber || $0 == "," }) else { return nil }
      self = .csv
    }
  }

  /// Returns the first line of a text that is not blank.
  static func heading(of text: String) -> Substring {
    text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix { !$0.isNewline }
  }

  /// Creates the format that a file name's extension stands for; `nil` for others.
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
