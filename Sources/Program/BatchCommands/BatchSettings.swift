import CommandLineParsing
import MeasureCommands
import VideoFrames

/// The settings of a batch that a reading depends on, by their options' names.
struct BatchSettings: Equatable {
  /// Name and value of each, sorted.
  let values: [String: String]

  /// What workers are started with.
  let words: [String]

  /// The options that decide the readings.
  static let options: [any OptionDeclaration] = [
    MeasureOptions.every, MeasureOptions.channel, MeasureOptions.subject, MeasureOptions.region,
    MeasureOptions.stream, MeasureOptions.trueRate, MeasureOptions.fast,
  ]

  init(_ arguments: Arguments) {
    var values = ["every": "\(arguments[MeasureOptions.every])"]
    values["channel"] = arguments[MeasureOptions.channel]
    values["subject"] = arguments[MeasureOptions.subject]
    values["roi"] = arguments[MeasureOptions.region].map {
      "\($0.x),\($0.y),\($0.width),\($0.height)"
    }
    values["stream"] = arguments[MeasureOptions.stream].map { "\($0)" }
    values["true-rate"] = arguments[MeasureOptions.trueRate].map { "\($0)" }
    var words = values.sorted { $0.key < $1.key }.flatMap { ["--\($0.key)", $0.value] }
    if arguments[MeasureOptions.fast] {
      values["fast"] = "yes"
      words.append("--fast")
    }
    self.values = values
    self.words = words
  }

  /// Settings as one text.
  static func text(of values: [String: String]) -> String {
    values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// What differs between two settings, in words: "every 10.0, was 5.0".
  static func difference(from old: [String: String], to new: [String: String]) -> String {
    Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
      "\($0) \(new[$0] ?? "not given"), was \(old[$0] ?? "not given")"
    }.joined(separator: "; ")
  }
}
