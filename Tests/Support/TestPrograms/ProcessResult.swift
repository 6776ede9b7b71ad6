import FoundationEssentials

/// How a process ended and what it wrote.
struct ProcessResult: CustomStringConvertible {
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)

    /// The process exceeded its time limit and was killed.
    case outOfTime
  }

  let command: String
  let ending: Ending
  let bytes: Data
  let errors: String

  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of standard error.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// A summary for the message of a failed expectation.
  var description: String { "\(command)\n\(ending)\n\(output)\n\(errors)" }

  /// The lines of `--json`, one for each input.
  func rows() throws -> [MeasuredRow] {
    let decoder = JSONDecoder()
    return try output.split(separator: "\n").map {
      try decoder.decode(MeasuredRow.self, from: Data($0.utf8))
    }
  }

  func row() throws -> MeasuredRow {
    let rows = try rows()
    guard rows.count == 1 else { throw UnexpectedOutput(description: description) }
    return rows[0]
  }
}

/// A process wrote something that its format does not allow.
struct UnexpectedOutput: Error, CustomStringConvertible {
  let description: String
}
