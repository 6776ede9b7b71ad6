import BenchmarkSupport
import CommandLineParsing
import Glibc
import JSONCoding

/// Prints the machine on which figures were measured, without anything that identifies it: `heartcam-bench machine`.
enum MachineDescription {
  private static let compiler = Option(
    "compiler", .text, value: "TEXT", help: "The compiler: swift --version.")
  private static let revision = Option(
    "revision", .text, value: "TEXT", help: "The revision: git describe --always.")

  private static let package = Option(
    "package", .text, value: "TEXT", help: "The version: heartcam --version.")

  static let description = CommandDescription(
    name: "machine", summary: "Print processor, system and versions as JSON.",
    options: [package, compiler, revision])

  static func run(_ arguments: Arguments) {
    let value = JSONValue.object([
      ("processor", .optional(field("model name", in: "/proc/cpuinfo", ":"))),
      ("cores", .integer(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      ("system", .optional(field("PRETTY_NAME", in: "/etc/os-release", "="))),
      ("package", .optional(arguments[package])),
      ("compiler", .optional(arguments[compiler])),
      ("revision", .optional(arguments[revision])),
    ])
    print(value.indentedText, terminator: "")
  }

  /// Returns the first value of a name in a file of names and values.
  private static func field(_ name: String, in path: String, _ separator: Character) -> String? {
    // A file in /proc reports size zero, so it is read to its end, not by its size.
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == name else { continue }
      return trimmed(parts[1])
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let unwanted: Set<Character> = [" ", "\t", "\n", "\""]
    guard let first = text.firstIndex(where: { !unwanted.contains($0) }),
      let last = text.lastIndex(where: { !unwanted.contains($0) })
    else { return "" }
    return String(text[first...last])
  }
}
