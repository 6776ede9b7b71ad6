import CommandLineParsing

/// The options of every benchmark of speed.
enum SpeedOptions {
  static let rounds = Option(
    "rounds", .integer(in: 1...1000), value: "N", help: "How often each thing is measured.")
  static let json = Option(
    "json", .file(extensions: ["json"]), value: "FILE", help: "Write the figures as JSON too.")
}
