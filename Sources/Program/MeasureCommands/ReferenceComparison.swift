import Charts
import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
package import HealthCharts
import JSONCoding
package import Measurement
import Photoplethysmography
import SampleSelection
import SampleStore

/// A recording's readings beside the rates of another device.
struct ReferenceComparison {
  private let name: String
  private let result: RecordingResult
  private let pairs: [(reading: HeartRateReading, pair: Agreement.Pair)]
  private let shift: Double

  /// The chance of a shift that was looked for.
  private let shiftChance: Double?

  private var agreement: Agreement { Agreement(pairs.map(\.pair)) }

  /// Reads the reference that the arguments name; `nil` if they name none.
  init?(of result: RecordingResult, _ context: CommandContext) throws {
    guard let path = context[ReferenceOptions.reference] else { return nil }
    self.result = result
    name = path == "-" ? "standard input" : path
    let rates = try Self.rates(in: path, during: result, context)
    guard let range = rates.range else { throw CommandError.badData("it has no heart rate") }
    switch context[ReferenceOptions.shift] {
    case .found:
      guard let found = rates.shift(for: result.readings) else {
        throw CommandError.badData(
          "no shift can be found: there are under six readings, or the reference is longer than two days; "
            + "give it with --reference-shift SECONDS"
        )
      }
      (shift, shiftChance) = (found.seconds, found.chance)
    case .seconds(let seconds): (shift, shiftChance) = (seconds, nil)
    case nil: (shift, shiftChance) = (0, nil)
    }
    pairs = rates.pairs(with: result.readings, shift: shift)
    guard pairs.isEmpty, result.reason == nil else { return }
    let (first, last) = (range.lowerBound + shift, range.upperBound + shift)
    let own = (result.firstTime, result.firstTime + result.duration)
    guard last < own.0 || first > own.1 else {
      throw CommandError.badData("its rates are too far apart")
    }
    func times(_ start: Double, _ end: Double) -> String {
      "from \(SampleText.localTime(result.date(of: start))) to \(SampleText.localTime(result.date(of: end)))"
    }
    throw CommandError.badData(
      "it is \(times(first, last)), the recording \(times(own.0, own.1)); give the recording's --start, or "
        + "--reference-shift SECONDS or auto")
  }

  /// Returns the heart rates and beats of a file or the store, on the recording's clock.
  private static func rates(
    in path: String, during result: RecordingResult, _ context: CommandContext
  ) throws -> ReferenceRates {
    guard path == "store" else {
      return try ReferenceRates(ofFile: path, during: result, context)
    }
    var found = DeviceFile(from: result.start.addingTimeInterval(-result.firstTime))
    let location = try StoreOptions.location(context[MeasureOptions.store], context)
    let query = SampleQuery(
      of: [.quantity(.heartRate), .heartbeatSeries], from: result.start - 60,
      to: result.start + result.duration + 60)
    // Our own measurements are no reference.
    try StoreAccess.toRead(location)?.forEachSampleOfAnyKind(matching: query) { sample in
      if sample.head.source.bundleIdentifier != HeartRateLog.bundleIdentifier { found.add(sample) }
    }
    return ReferenceRates(rates: found.rates, stretches: found.stretches)
  }

  // MARK: Forms

  /// A line below a table's other notes.
  var tableLine: String { "  " + padded("reference", 13, right: true) + "  " + text }

  /// The comparison in words.
  var text: String {
    let file = name.split(separator: "/").last ?? ""
    var text = "\(file): \(pairs.count) of \(counted(result.readings.count, "reading"))"
    if !pairs.isEmpty { text += ", \(agreement.text)" }
    if shift != 0 || shiftChance != nil { text += "; its times shifted by \(shift.fixed(1)) s" }
    if let shiftChance { text += " (chance \(shiftChance.fixed(2)))" }
    return text
  }

  var json: JSONValue {
    .object(
      [
        ("file", .string(name)), ("shift_s", .rounded(shift, 3)),
        ("shift_chance", .rounded(shiftChance, 3)),
      ] + agreement.jsonMembers)
  }

  /// Writes the file that the arguments name.
  func write(_ context: CommandContext) -> ExitCode {
    guard let path = context[ReferenceOptions.agreement] else { return .success }
    guard path.lowercased().hasSuffix(".csv") else {
      let chart = ChartRenderer(AgreementChart(agreement), width: 800, height: 420)
      return PictureFile.write(chart, to: path, scheme: .automatic)
    }
    var text = "start_s,end_s,bpm,low,high,reference_bpm\n"
    for (reading, pair) in pairs {
      let cells =
        [reading.start, reading.end].map { result.offset(of: $0).fixed(3) }
        + [pair.rate, pair.low, pair.high].map { $0.fixed(2) } + [pair.reference.fixed(4)]
      text += CSVLine.text(of: cells)
    }
    return PictureFile.write(Data(text.utf8), to: path)
  }
}

extension AgreementChart {
  /// Creates a chart of measured rates and those of another device.
  package init(_ agreement: Agreement) {
    self.init(
      pairs: agreement.pairs.map { Pair(first: $0.rate, second: $0.reference) }, first: "camera",
      second: "reference", title: "Agreement")
  }
}
