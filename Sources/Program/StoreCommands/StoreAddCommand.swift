import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import SampleSelection
import SampleStore

/// `heartcam store add TYPE VALUE`
enum StoreAddCommand {
  private static let type = Positional(
    "TYPE", StoreTypes.type,
    help:
      "The type, such as hr, weight, bp or sleep; 'heartcam store types' lists the names.")
  private static let value = Positional(
    "VALUE", .text, count: .oneOrMore,
    help:
      "A number, with its unit behind it if wanted, as 70 kg; 120/80 for blood pressure; a label, as AsleepCore, for a category.",
    advice: "such as 70 kg, 120/80 or asleep")
  private static let unit = Option(
    "unit", StoreTypes.unit, value: "UNIT",
    help:
      "The number's unit, as count/min, mmHg or kg; without it, the one that 'heartcam store types' shows."
  )
  private static let start = Option(
    "start", StoreTypes.date, value: "DATE", help: "When it began.", default: "now")
  private static let end = Option(
    "end", StoreTypes.date, value: "DATE", help: "When it ended.", default: "the start")
  private static let metadata = Option(
    "metadata", pair, value: "KEY=TEXT", help: "A text kept with it; may be repeated.")
  private static let json = Flag("json", help: "Print the sample as a line of JSON.")

  static let description = CommandDescription(
    name: "add",
    summary: "Save a sample that you measured otherwise.",
    discussion: """
      Prints the sample's identifier. It is marked as entered by hand. A percentage is written as people \
      write it: 97 is 97 %. Values that no body can have are refused, and unusual ones asked about. \
      A number that is usual in another unit needs its unit: 5.5 mmol/L.
      """,
    examples: [
      CommandExample("heartcam store add hr 62", "Beats per minute, now."),
      CommandExample(
        "heartcam store add temperature 36.6 °C", "With the unit as you write it."),
      CommandExample("heartcam store add bp 120/80", "Systolic and diastolic pressure."),
      CommandExample(
        "heartcam store add sleep AsleepCore --start 2026-01-31T01:00:00Z "
          + "--end 2026-01-31T05:30:00Z", "A stage of sleep."),
    ],
    positionals: [type, value],
    options: [
      start, end, unit, CommonOptions.yes, json, metadata, StoreOptions.location,
      StoreOptions.units,
    ])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let sample: Sample
    do {
      sample = try self.sample(context)
    } catch let error as InvalidSample {
      throw CommandError.usage("\(error)")
    } catch let error as InvalidValue {
      throw CommandError.usage("VALUE \(error.reason)")
    }
    if let refusal = refusal(of: sample, context) { throw CommandError.usage(refusal) }
    if let doubt = doubt(about: sample, context), !context[CommonOptions.yes] {
      guard context.terminal.canAsk else {
        report("\(doubt); saved anyway, and --yes suppresses this warning")
        return try save(sample, location, context)
      }
      guard SavePrompt.asks("\(doubt). Save it?") else { return .noReading }
    }
    return try save(sample, location, context)
  }

  /// Returns the doubt that is worth a question; `nil` without one.
  private static func doubt(about sample: Sample, _ context: CommandContext) -> String? {
    // A clock may be some minutes off.
    if sample.end > Date() + 3600 { return "\(SampleText.localTime(sample.end)) is in the future" }
    guard sample.plausibility == .unlikely else { return nil }
    guard let range = sample.quantitySample?.type.plausibleRange else {
      return "\(text(context)) is unusual"
    }
    return "\(text(context)) is unusual: most people have \(range.likelyText)"
  }

  /// Returns the objection to an impossible value; `nil` for all others.
  private static func refusal(of sample: Sample, _ context: CommandContext) -> String? {
    guard !SampleLength.isTooLong(sample) else {
      return "--start and --end are further apart than a sample of this type can last"
    }
    let usual = usualValue(sample, context)
    guard sample.plausibility == .impossible else {
      return usual.map { "VALUE is unusual without its unit: write \($0), or --yes as it is" }
    }
    if let range = sample.quantitySample?.type.plausibleRange {
      return "VALUE is outside of what a body can have: \(range.description)"
        + (usual.map { "; write \($0) if you mean that" }
          ?? (context[unit] == nil ? "; --unit names another unit" : ""))
    }
    return "VALUE is outside of what a body can have: the upper of two pressures comes first, "
      + "as in 120/80"
  }

  /// The number with each unit in which it is usual, where no unit was given and nothing was confirmed.
  private static func usualValue(_ sample: Sample, _ context: CommandContext) -> String? {
    guard !context[CommonOptions.yes], context[unit] == nil else { return nil }
    let forms = EnteredSample.usualForms(of: sample, written: text(context))
    return forms.isEmpty ? nil : forms.joined(separator: " or ")
  }

  private static func save(
    _ sample: Sample, _ location: StoreLocation, _ context: CommandContext
  ) throws -> ExitCode {
    let store = try StoreAccess.toWrite(location)
    try store.save([sample])
    context.output.write(
      context[json]
        ? SampleText.json(sample) : try StoreTypes.shortText(of: sample.id, in: store) + "\n")
    guard context.output.hasFailed else {
      if context.terminal.isErrorTerminal {
        // A date or a unit that was understood otherwise shows here.
        note(
          "saved \(sample.sampleType.shortName) \(SampleText.value(sample)), \(SampleText.localTime(sample.start))"
        )
      }
      return .success
    }
    // A caller that does not get the identifier will try again, and would save the sample twice.
    try store.delete([sample.id])
    return .ioError
  }

  /// Returns the value in its words.
  private static func text(_ context: CommandContext) -> String {
    context.all(value).joined(separator: " ")
  }

  private static func sample(_ context: CommandContext) throws -> Sample {
    let start = context[start] ?? Date()
    return try EnteredSample.sample(
      of: context.required(type), written: text(context), in: context[unit], from: start,
      to: context[end] ?? start,
      metadata: Dictionary(
        context.all(metadata).map { ($0, .string($1)) }, uniquingKeysWith: { $1 }))
  }

  private static let pair = ValueReader<(String, String)> { text throws(InvalidValue) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw InvalidValue("must be KEY=TEXT") }
    return (String(parts[0]), String(parts[1]))
  }
}
