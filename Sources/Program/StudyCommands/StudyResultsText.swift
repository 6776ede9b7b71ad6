import CommandEnvironment
import FoundationEssentials
import JSONCoding
import MeasureCommands
import Measurement
import SampleSelection
import SampleStore
import StudyTasks

/// A run's summary as a table, as CSV and as JSON.
enum StudyResultsText {
  static func table(_ summary: RunSummary, _ terminal: Terminal) -> String {
    let result = summary.result
    let reason = result.finishReason?.words ?? "not finished"
    var text =
      "\(result.taskIdentifier)  \(SampleText.localTime(result.start))  \(reason)"
      + (result.details["mock"] == nil ? "" : "  (invented samples)") + "\n"
    var table = TextTable([
      "STEP", .number("TIME"), .number("N"), .number("LOWEST"), .number("BPM"), .number("HIGHEST"),
      .number("REST"), .number("SLOPE"), .number("QUALITY"), "NOTES",
    ])
    for step in summary.steps {
      func cell(_ number: Double?, _ places: Int) -> String { number?.fixed(places) ?? "" }
      table.add([
        step.result.identifier,
        WorkProgress.clock(step.result.end.timeIntervalSince(step.result.start)),
        "\(step.readings.count)", cell(step.least, 1), cell(step.mean, 1), cell(step.greatest, 1),
        step.changeFromRest.map { ($0 > 0 ? "+" : "") + $0.fixed(1) } ?? "",
        cell(step.recoverySlope, 1), cell(step.quality, 2), notes(step),
      ])
    }
    if !summary.steps.isEmpty { text += table.text(in: terminal) }
    return text + measures(summary, terminal)
  }

  /// Returns a table of variability and breathing; empty if no step has them.
  private static func measures(_ summary: RunSummary, _ terminal: Terminal) -> String {
    var table = TextTable([
      "STEP", .number("RMSSD MS"), .number("SDNN MS"), .number("BREATHS/MIN"), .number("PACED"),
      "MISSING",
    ])
    let steps = summary.steps.filter {
      !$0.result.measures.isEmpty || !$0.result.missingMeasures.isEmpty
    }
    for step in steps {
      let result = step.result
      func cell(_ name: String, _ places: Int) -> String {
        result.measures[name]?.fixed(places) ?? ""
      }
      let missing = [("rmssd_ms", "RMSSD"), ("sdnn_ms", "SDNN"), ("breaths_per_minute", "breaths")]
        .compactMap { name, text in
          result.missingMeasures[name].map { "\(text) \($0.replacing("_", with: " "))" }
        }
      table.add([
        result.identifier, cell("rmssd_ms", 1), cell("sdnn_ms", 1), cell("breaths_per_minute", 1),
        cell("paced_breaths_per_minute", 1), missing.joined(separator: ", "),
      ])
    }
    return steps.isEmpty ? "" : "\n" + table.text(in: terminal)
  }

  private static func notes(_ step: RunSummary.Step) -> String {
    var notes: [String] = []
    if step.result.isInterrupted { notes.append(step.isOpen ? "not ended" : "killed") }
    if let clip = step.result.details["clip"] { notes.append(clip) }
    if let text = step.result.details["notices"] { notes.append(text) }
    for (reason, seconds) in step.result.refusals.sorted(by: { $0.key < $1.key }) {
      notes.append("\(reason.replacing("_", with: " ")) \(seconds.fixed(1)) s")
    }
    if !step.unreadable.isEmpty {
      notes.append("\(counted(step.unreadable.count, "file")) unreadable")
    }
    return notes.joined(separator: ", ")
  }

  static let heading = "run,task,step,start,end,value,unit,source,quality,measure\n"

  /// Returns one row per reading.
  static func csv(_ summary: RunSummary, forSpreadsheet: Bool = false) -> String {
    summary.steps.flatMap { step in
      step.readings.map { reading in
        row(
          summary, step, forSpreadsheet,
          [
            reading.start.timestamp, reading.end.timestamp, DecimalNumber.text(reading.value),
            reading.unit, reading.source, reading.quality.map { $0.fixed(3) } ?? "", "heart_rate",
          ])
      } + measureRows(summary, step, forSpreadsheet)
    }.joined()
  }

  /// Returns one row per measure of a whole step.
  private static func measureRows(
    _ summary: RunSummary, _ step: RunSummary.Step, _ forSpreadsheet: Bool
  ) -> [String] {
    let result = step.result
    return result.measures.sorted { $0.key < $1.key }.map { name, value in
      let isTime = name.hasSuffix("_ms")
      return row(
        summary, step, forSpreadsheet,
        [
          result.start.timestamp, result.end.timestamp, value.fixed(3),
          isTime ? "ms" : "count/min", "Heartcam", "",
          isTime ? String(name.dropLast(3)) : name,
        ])
    }
  }

  private static func row(
    _ summary: RunSummary, _ step: RunSummary.Step, _ forSpreadsheet: Bool, _ cells: [String]
  ) -> String {
    let names = [
      summary.result.runID.uuidString, summary.result.taskIdentifier, step.result.identifier,
    ]
    return CSVLine.text(of: names + cells, forSpreadsheet: forSpreadsheet)
  }

  /// Returns one line per step.
  static func json(_ summary: RunSummary, folder: String) -> String {
    summary.steps.map { step in
      JSONValue.object([
        ("run", .string(summary.result.runID.uuidString)), ("folder", .string(folder)),
        ("task", .string(summary.result.taskIdentifier)),
        ("finish_reason", .optional(summary.result.finishReason?.rawValue)),
        ("step", .string(step.result.identifier)), ("start", .string(step.result.start.timestamp)),
        ("end", .string(step.result.end.timestamp)), ("count", .integer(step.readings.count)),
        ("mean", .rounded(step.mean, 3)), ("least", .rounded(step.least, 3)),
        ("greatest", .rounded(step.greatest, 3)),
        ("change_from_rest", .rounded(step.changeFromRest, 3)),
        ("recovery_slope", .rounded(step.recoverySlope, 3)),
        ("quality", .rounded(step.quality, 3)), ("clip", .optional(step.result.details["clip"])),
        ("refusals_s", .object(sorted: step.result.refusals, places: 3)),
        ("measures", .object(sorted: step.result.measures, places: 3)),
        ("missing_measures", .object(sorted: step.result.missingMeasures)),
        ("files", .array(step.result.files.map { .string("\(folder)/\($0.path)") })),
        ("failures", .array(step.failures.map(JSONValue.string))),
      ]).text + "\n"
    }.joined()
  }
}

extension FinishReason {
  /// As a person reads it: "completed", "early termination".
  var words: String { ReadableName.words(of: rawValue).joined(separator: " ").lowercased() }
}
