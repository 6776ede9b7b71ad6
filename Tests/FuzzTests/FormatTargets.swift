import FoundationEssentials
import SampleStore

@testable import HealthFormats

/// Files with samples.
enum FormatTargets {
  private final class Bytes: ByteSource {
    private let bytes: [UInt8]
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
      let count = min(memory.count, bytes.count - bytesRead)
      memory.copyBytes(from: bytes[bytesRead..<(bytesRead + count)])
      bytesRead += count
      return count
    }
  }

  /// What is read can be written without loss and read again.
  static func samples(_ format: HealthFormat, _ bytes: [UInt8]) {
    let source = Bytes(bytes)
    var input: any SampleInput =
      switch format {
      case .apple: AppleExportReader(source)
      case .ndjson: NDJSONReader(source)
      case .csv: CSVReader(source)
      case .fhir: StandardReader(source, of: FHIRObservation.self)
      default: StandardReader(source, of: OpenMHealthPoint.self)
      }
    while let next = try? input.next() { check(next) }
  }

  static func zip(_ bytes: [UInt8]) { file([0x50, 0x4B, 3, 4] + bytes) }

  /// Tables, and JSON, XML and FIT of other programs, by whatever engine their first bytes call for.
  static func records(_ bytes: [UInt8]) { file(bytes) }

  private static func file(_ bytes: [UInt8]) {
    var hints = ImportHints()
    hints.start = Date(timeIntervalSince1970: 1_700_000_000)
    MemoryFile.shared.withContent(bytes) { path in
      guard let file = try? SampleFile(path: path, hints: hints) else { return }
      var input = file.input
      while let next = try? input.next() { check(next) }
    }
  }

  static func route(_ bytes: [UInt8]) {
    if let sample = AppleRoute(bytes)?.ownSample { check(sample) }
  }

  static func electrocardiogram(_ bytes: [UInt8]) {
    if let sample = try? AppleElectrocardiogram.sample(of: bytes) { check(sample) }
  }

  private static func check(_ sample: Sample) {
    guard let json = SampleJSON.value(of: sample) else { return }
    FuzzTarget.require(
      SampleJSON.sample(of: json) == sample, "a sample survives our own form")
  }
}
