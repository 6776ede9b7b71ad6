import CommandEnvironment
import CommandLineParsing
import MeasureCommands
import Photoplethysmography
import VideoFrames

/// The factors of a reading other than its recording: the settings, by their options' names, and the algorithm.
struct BatchSettings: Hashable {
  /// Name and value of each.
  let values: [String: String]
  let algorithm: Int

  /// The options that decide the readings.
  static let options: [any OptionDeclaration] = [
    MeasureOptions.every, MeasureOptions.channel, MeasureOptions.subject, MeasureOptions.region,
    MeasureOptions.stream, MeasureOptions.trueRate, MeasureOptions.rate,
    MeasureOptions.fast,
  ]

  init(values: [String: String], algorithm: Int) {
    (self.values, self.algorithm) = (values, algorithm)
  }

  init(_ context: CommandContext) {
    var values = ["every": "\(context[MeasureOptions.every])"]
    values["channel"] = context[MeasureOptions.channel]
    values["subject"] = context[MeasureOptions.subject]
    values["roi"] = context[MeasureOptions.region].map {
      "\($0.x),\($0.y),\($0.width),\($0.height)"
    }
    values["stream"] = context[MeasureOptions.stream].map { "\($0)" }
    values["true-rate"] = context[MeasureOptions.trueRate].map { "\($0)" }
    values["rate"] = context[MeasureOptions.rate].map { "\($0)" }
    if context[MeasureOptions.fast] { values["fast"] = "yes" }
    self.init(values: values, algorithm: HeartRateMonitor.algorithmVersion)
  }

  /// The settings as one text.
  var text: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// Returns the difference from other settings, in words: "every 10.0, was 5.0"; `nil` without one.
  func difference(from old: BatchSettings) -> String? {
    var parts = Set(old.values.keys).union(values.keys).sorted()
      .filter { old.values[$0] != values[$0] }.map {
        "\($0) \(values[$0] ?? "not given"), was \(old.values[$0] ?? "not given")"
      }
    if old.algorithm != algorithm { parts.append("algorithm \(algorithm), was \(old.algorithm)") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
