import FoundationEssentials
import HealthFormats
import SampleStore
import Sandbox
import TestSupport
import Testing

@testable import SandboxedImport

/// What comes of a process that has been taken over, or that comes to no end: one error.
struct LyingImporterTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let opened: [UInt8] = [ImportMessage.opened.rawValue, 0]
  private static let finished: [UInt8] = [ImportMessage.finished.rawValue]

  /// Reads a file with lines of a shell in place of the reader.
  private func read(_ lines: [String], _ limits: SandboxLimits = SandboxLimits()) throws -> [Sample]
  {
    let file = try folder.write("samples", to: "export.xml")
    let sandbox = ImportSandbox(
      command: ["/bin/sh", "-c", lines.joined(separator: "\n")],
      environment: ["PATH": "/usr/bin:/bin"], limits: limits
    ) { _ in }
    var opened = try sandbox.open(file)
    var samples: [Sample] = []
    while let sample = try opened.input.next() { samples.append(sample) }
    return samples
  }

  /// A line that sends a message.
  private static func line(_ message: [UInt8]) -> String {
    // Three octal digits, whatever follows.
    let octal = message.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }.joined()
    return "printf '\(octal)' >&0"
  }

  private func expectError(
    _ part: String, _ lines: [String], _ limits: SandboxLimits = SandboxLimits()
  ) throws {
    let error = #expect(throws: FormatError.self) { _ = try read(lines, limits) }
    #expect(error?.description.contains(part) == true, "\(lines): \(error)")
  }

  @Test func `messages that cannot be are refused`() throws {
    let lie = "sent what is no result"
    for messages in [
      [[255]], [Self.finished], [Self.opened, Self.opened], [[16, 77]], [Self.opened, [18, 1]],
      [Self.opened, [18, 0, 0, 0, 0, 0, 0, 0, 0, 99]],
    ] as [[[UInt8]]] {
      try expectError(lie, messages.map(Self.line))
    }
    #expect(try read([Self.line(Self.opened), Self.line(Self.finished)]).isEmpty)
    try expectError("ended with status 3", [Self.line(Self.opened), "exit 3"])
    try expectError("signal 11", ["kill -SEGV $$"])
    let reason = [ImportMessage.failed.rawValue, 0] + Array("no\u{1B}[2J".utf8)
    try expectError("no\u{FFFD}[2J", [Self.line(Self.opened), Self.line(reason)])
  }

  @Test func `one that runs for ever, or sends nothing, is ended`() throws {
    var limits = SandboxLimits()
    limits.work = 0.2
    try expectError(
      "of processor time without a result", [Self.line(Self.opened), "while :; do :; done"], limits)
    limits = SandboxLimits()
    limits.silence = 0.3
    try expectError("sent nothing for", [Self.line(Self.opened), "read line"], limits)
  }

  @Test func `what is asked for by name is looked up, and is no path`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("workout-routes"), withIntermediateDirectories: true)
    try folder.write("a route", to: "workout-routes/a.gpx")
    try folder.write("a secret", to: "secret")
    func ask(_ reference: String) -> String {
      Self.line([ImportMessage.companion.rawValue] + Array(reference.utf8))
    }
    // An answer is a packet: its first byte says whether there is a file. It is written where the shell may.
    func note(_ name: String) -> String {
      "dd bs=65536 count=1 <&0 2>/dev/null | od -An -tu1 -N1 >> '\(folder.file(name))'"
    }
    let references = [
      "/workout-routes/a.gpx", "/etc/passwd", "../../../../../../etc/passwd", "secret", "../secret",
      "workout-routes/../secret", "",
    ]
    #expect(
      try read(
        // The order comes first.
        [note("order"), Self.line(Self.opened)] + references.flatMap { [ask($0), note("answers")] }
          + [Self.line([ImportMessage.rest.rawValue]), note("answers"), Self.line(Self.finished)]
      ).isEmpty)
    let answers = try folder.text(of: "answers").split(separator: "\n").map {
      $0.trimmingPrefix { $0 == " " }
    }
    #expect(answers == ["1"] + Array(repeating: "0", count: 7), "\(answers)")
  }
}
