import JSONCoding
public import SampleStore

/// Reads samples as JSON, one a line.
public struct NDJSONReader: SampleInput {
  private var lines: LineReader

  /// How often each defect occurred so far.
  public private(set) var defects: [ImportDefect: Int] = [:]

  init(_ source: any ByteSource) { lines = LineReader(source) }

  /// Bytes of the file read so far.
  public var bytesRead: Int { lines.bytesRead }

  /// The next sample; `nil` at the end.
  public mutating func next() throws -> Sample? {
    while let line = try lines.next() {
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      do {
        return try SampleJSON.sample(of: JSONParser.value(of: line))
      } catch let error as RecordDefect {
        defects[error.defect, default: 0] += 1
      } catch {
        defects[.malformed, default: 0] += 1
      }
    }
    return nil
  }
}

/// Writes samples as JSON, one a line, without loss: what is read back is equal.
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
