import JSONCoding
public import SampleStore

/// How a public standard writes samples in JSON.
protocol HealthStandard {
  /// The values in one that make a sample each; most are one themselves.
  static func parts(of value: JSONValue) -> [JSONValue]

  /// The sample of a value. Throws `ImportDefect` if it makes none.
  static func sample(of value: JSONValue) throws -> Sample

  /// The type and the unit of a value as they are written, for messages.
  static func names(in value: JSONValue) -> (type: String?, unit: String?)
}

/// Reads the samples of a file in a standard: of one value, of many behind one another, or of an array. One is in memory
/// at a time.
public struct StandardReader: SampleInput {
  private let standard: any HealthStandard.Type
  private var stream: JSONStream

  /// The last is read first.
  private var waiting: [JSONValue] = []

  /// What was left out or repaired so far.
  public let log = ImportLog()

  init(_ source: any ByteSource, of standard: any HealthStandard.Type) {
    (stream, self.standard) = (JSONStream(source), standard)
  }

  /// Bytes of the file read so far.
  public var bytesRead: Int { stream.bytesRead }

  /// The line on which the sample that was read last begins, counted from 1.
  public var line: Int { stream.line }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while true {
      guard let value = waiting.popLast() else {
        guard let next = try stream.next() else { return nil }
        waiting = standard.parts(of: next).reversed()
        continue
      }
      do {
        return try standard.sample(of: value)
      } catch let defect as ImportDefect {
        let (type, unit) = standard.names(in: value)
        log.note(
          defect, at: ImportLog.Place(line: line, type: type, unit: unit, text: value.text))
      }
    }
  }
}
