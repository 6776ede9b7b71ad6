import JSONCoding
public import SampleStore

/// Reads samples as JSON, one per line.
public struct NDJSONReader: SampleInput {
  private var reader: ByteReader

  /// The items left out or repaired so far.
  public let log = ImportLog()

  private var text: [UInt8] = []

  /// The line of the sample that was read last, counted from 1.
  public private(set) var line = 0

  init(_ source: any ByteSource) { reader = ByteReader(source) }

  /// Bytes of the file read so far.
  public var bytesRead: Int { reader.bytesRead }

  /// Returns the next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while true {
      line = reader.line
      guard let (bytes, isOpen) = try reader.takeLine() else { return nil }
      guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      text = bytes
      var object: JSONValue?
      do {
        let value = try JSONParser.value(of: bytes)
        object = value
        var isAssumed = false
        // Our lossless exports name the kind; the output of 'store list --json' does not.
        let sample = try SampleJSON.sample(
          of: value, percentIsShare: value["kind"] != nil, assumedUnit: &isAssumed)
        if isAssumed { log.note(.assumedUnit, at: place(value)) }
        return sample
      } catch let defect as ImportDefect {
        log.note(defect, at: place(object))
      } catch let error as JSONError where error.reason == .tooManyValues {
        log.note(.tooLarge, at: place())
      } catch {
        log.note(.malformed, at: place())
        if isOpen { log.note(.truncated) }
      }
    }
  }

  private func place(_ object: JSONValue? = nil) -> ImportLog.Place {
    ImportLog.Place(
      line: line, type: object?["type"]?.string, unit: object?["unit"]?.string,
      text: String(decoding: text.prefix(4 * ImportLog.Place.longestText), as: UTF8.self))
  }
}

/// Writes samples as JSON, one per line, without loss: reading them back gives equal samples.
public struct NDJSONWriter: SampleOutput {
  private let output: ByteOutput

  /// Makes a writer to an output.
  public init(_ output: ByteOutput) { self.output = output }

  /// Writes a sample; false if the format cannot hold it.
  public mutating func write(_ sample: Sample) throws -> Bool {
    guard let value = SampleJSON.value(of: sample) else { return false }
    try output.write(value.text + "\n")
    return true
  }

  /// Writes the end of the file.
  public mutating func finish() throws { try output.finish() }
}
