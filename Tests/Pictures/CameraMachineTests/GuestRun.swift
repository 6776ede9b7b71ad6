import FoundationEssentials
import TestSupport
import Testing

/// The results of a script in the machine.
struct GuestRun: CustomStringConvertible, Sendable {
  /// The output and the exit status of one command; 124 if it exceeded its time limit.
  struct Scenario: CustomStringConvertible {
    let output: String
    let errors: String
    let status: Int

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var description: String { "status \(status)\n\(output)\n\(errors)" }
  }

  /// The folder in which the script ran, with all files that it made.
  private let folder: TemporaryFolder

  /// What precedes the names of those files: empty, or the folder of a script that shared the machine.
  private var prefix = ""

  /// The script's exit status; 124 if the machine had to be stopped, 125 if it failed.
  private(set) var status: Int32
  let output: String
  let errors: String

  /// How long the machine ran, including its boot.
  let seconds: Double

  init(folder: TemporaryFolder, status: Int32, seconds: Double) throws {
    self.folder = folder
    self.status = status
    self.seconds = seconds
    output = try folder.text(of: "machine.out")
    errors = try folder.text(of: "machine.err")
  }

  /// A summary for the message of a failed expectation.
  var description: String { "status \(status) after \(seconds) s\n\(output)\n\(errors)" }

  /// Returns the results of one of several scripts that shared the machine, each in a folder of its own; throws if the
  /// machine stopped before the script's end.
  func part(_ name: String) throws -> GuestRun {
    guard let ending = try? folder.text(of: name + "/status").split(separator: "\n").first else {
      throw MissingScenario(description: "the script \(name) did not end: \(self)")
    }
    var part = self
    part.prefix = name + "/"
    part.status = try #require(Int32(ending))
    return part
  }

  /// Returns a scenario's result; throws if the script has no such scenario or it did not finish.
  func scenario(_ name: String) throws -> Scenario {
    guard let status = try? text(of: name + ".status").split(separator: "\n").first else {
      throw MissingScenario(description: "no scenario \(name) ended: \(self)")
    }
    return try Scenario(
      output: text(of: name + ".out"), errors: text(of: name + ".err"),
      status: #require(Int(status)))
  }

  /// Returns the text of a file that the script has written.
  func text(of name: String) throws -> String { try folder.text(of: prefix + name) }

  /// Returns the path of such a file.
  func file(_ name: String) -> String { folder.file(prefix + name) }

  /// Returns the log of the USB camera with a serial number, without the times.
  func log(of serial: String) throws -> [String] {
    try text(of: serial + ".log").split(separator: "\n").map {
      String($0.drop { $0 != " " }.dropFirst())
    }
  }
}

struct MissingScenario: Error, CustomStringConvertible {
  let description: String
}
