import CommandEnvironment
import FoundationEssentials
import Measurement

/// The outcome of a recording of a batch.
enum BatchOutcome: Codable {
  case measured(RecordingResult)

  /// It could not be read, for this reason.
  case unreadable(String)

  /// The process that reads or measures it ended twice, for this reason.
  case workerDied(String)

  /// A word for the outcome in tables and journals.
  enum Status: String, Codable, CaseIterable {
    case measured
    case noRate = "no_rate"
    case unreadable
    case workerDied = "worker_died"

    var isFailure: Bool { self == .unreadable || self == .workerDied }

    var exitCode: ExitCode {
      switch self {
      case .measured: .success
      case .noRate: .noReading
      case .unreadable, .workerDied: .unreadableInput
      }
    }
  }

  var status: Status {
    switch self {
    case .measured(let result): result.reason == nil ? .measured : .noRate
    case .unreadable: .unreadable
    case .workerDied: .workerDied
    }
  }

  var result: RecordingResult? { if case .measured(let result) = self { result } else { nil } }

  var error: String? {
    switch self {
    case .measured: nil
    case .unreadable(let text), .workerDied(let text): text
    }
  }

  /// Returns the outcome as JSON that keeps every bit, on one line without its end.
  func json() throws -> [UInt8] { try BatchJSON.bytes(of: self) }

  init(json: [UInt8]) throws {
    self = try BatchJSON.value(of: json)
  }
}

/// Values of a batch's own files as JSON that keeps every bit, on one line without its end.
package enum BatchJSON {
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return Array(try encoder.encode(value))
  }

  package static func value<Value: Decodable>(of json: some Sequence<UInt8>) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Value.self, from: Data(json))
  }
}
