public import SampleStore

/// Reads samples as JSON, one a line.
public struct NDJSONReader: SampleInput {
  private var lines: LineReader
  public private(set) var defects: [ImportDefect: Int] = [:]

  init(_ source: any ByteSource) { lines = LineReader(source) }

  public var bytesRead: Int { lines.bytesRead }

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

/// Writes samples as JSON, one a line, whole: what is read back is equal.
public struct NDJSONWriter: SampleOutput {
  private let output: ByteOutput

  public init(_ output: ByteOutput) { self.output = output }

  public mutating func write(_ sample: Sample) throws -> Bool {
    guard let value = SampleJSON.value(of: sample) else { return false }
    try output.write(value.text + "\n")
    return true
  }

  public mutating func finish() throws { try output.finish() }
}
