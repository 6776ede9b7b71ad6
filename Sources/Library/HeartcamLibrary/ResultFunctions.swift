import BatchCommands
public import CHeartcam
import Charts
import CommandEnvironment
import FileAccess
import FoundationEssentials
import Glibc
import HealthCharts
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

typealias ResultHandle = Handle<RecordingResult>

@c @implementation
public func heartcam_measure(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<UnsafePointer<CChar>?>?,
  _ progress: heartcam_progress?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let arguments = try OptionWords.arguments(options, of: OptionWords.measuring)
    var measurement = try MeasurementOptions(library: arguments)
    measurement.keepsSignal = true
    let report = ProgressReport(progress, context)
    do {
      let result = try RecordingInput(fileName: path).measure(
        measurement, progress: { report.goesOn($0) }, isInterrupted: { !report.goesOn() })
      if report.isStopped { throw LibraryError.interrupted }
      return ResultHandle.pointer(to: result)
    } catch {
      // A file left while it is opened could not be read either.
      if report.isStopped { throw LibraryError.interrupted }
      throw error
    }
  }
}

@c @implementation
public func heartcam_recordings(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>?
) -> OpaquePointer? {
  var names: [String] = []
  while let path = paths?[names.count] { names.append(FileName.text(of: path)) }
  let files = InputFolders.files(
    of: names, isSequence: { RecordingInput($0).isTimedSequence },
    isSignal: ColorSignalReader.isHeading, takesDevice: { _ in false })
  let table = ColumnTable(rowCount: files.count)
  table.add("path", fileNames: files)
  return table.pointer
}

/// Asks the caller several times per second whether to continue.
private final class ProgressReport {
  private let function: heartcam_progress?
  private let context: UnsafeMutableRawPointer?
  private let clock = ContinuousClock()
  private var due: ContinuousClock.Instant
  private var share: Double?
  private(set) var isStopped = false

  init(_ function: heartcam_progress?, _ context: UnsafeMutableRawPointer?) {
    (self.function, self.context) = (function, context)
    due = clock.now
  }

  func goesOn(_ share: Double?) -> Bool {
    self.share = share
    return goesOn()
  }

  func goesOn() -> Bool {
    guard let function, !isStopped else { return !isStopped }
    let now = clock.now
    guard now >= due else { return true }
    due = now + .milliseconds(50)
    isStopped = function(share ?? .nan, context) != 0
    return !isStopped
  }
}

@c @implementation
public func heartcam_result_json(_ pointer: OpaquePointer) -> UnsafePointer<CChar> {
  let handle = ResultHandle.of(pointer)
  let text = try? handle.use { JSONValue.object($0.jsonMembers).text }
  // A handle of another process, from which this one was forked, may be locked forever.
  return text.flatMap { handle.keep($0) } ?? noText
}

/// The text that is returned if there is no memory for another, or the handle belongs to another process.
private nonisolated(unsafe) let noText = UnsafePointer(strdup("{}")!)

@c @implementation
public func heartcam_result_table(_ pointer: OpaquePointer, _ which: Int32) -> OpaquePointer? {
  try? ResultHandle.of(pointer).use { result in
    switch Int(which) {
    case Int(HEARTCAM_READINGS):
      ColumnTable(
        readings: result.readings.map { PlacedReading($0, from: result.firstTime) },
        start: result.start, startSource: result.began.source.rawValue
      ).pointer
    case Int(HEARTCAM_BEATS): ColumnTable(beatsOf: result).pointer
    case Int(HEARTCAM_SUMMARY): ColumnTable(summaryOf: result).pointer
    case Int(HEARTCAM_PULSE): ColumnTable(pulseOf: result).pointer
    default: nil
    }
  }
}

@c @implementation
public func heartcam_result_colors(
  _ pointer: OpaquePointer, _ first: Int, _ frames: UnsafeMutablePointer<heartcam_color>,
  _ capacity: Int, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let (first, capacity) = (try checked(first), try checked(capacity))
    return try ResultHandle.of(pointer).use { result in
      for (index, sample) in result.signal.dropFirst(first).prefix(capacity).enumerated() {
        frames[index] = heartcam_color(sample)
      }
      return result.signal.count
    }
  } ?? -1
}

@c @implementation
public func heartcam_result_forget_colors(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int32 {
  reporting(to: error) {
    try ResultHandle.of(pointer).use { $0 = $0.withoutSignal }
    return 0
  } ?? -1
}

@c @implementation
public func heartcam_result_with_rates(
  _ pointer: OpaquePointer, _ method: UnsafePointer<CChar>, _ rates: UnsafePointer<Double>,
  _ low: UnsafePointer<Double>, _ high: UnsafePointer<Double>, _ quality: UnsafePointer<Double>,
  _ count: Int, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let readings = try (0..<checked(count)).map { index -> (HeartRateReading.Rate, Double)? in
      guard !rates[index].isNaN else { return nil }
      let rate = HeartRateReading.Rate(
        beatsPerMinute: rates[index], low: low[index], high: high[index])
      guard rate.beatsPerMinute.isFinite, rate.high.isFinite,
        0 <= rate.low, rate.low <= rate.beatsPerMinute, rate.beatsPerMinute <= rate.high,
        rate.beatsPerMinute > 0, (0...1).contains(quality[index])
      else {
        throw LibraryError.usage(
          "a rate must be above 0 and within its interval, and a quality from 0 to 1")
      }
      return (rate, quality[index])
    }
    let name = String(cString: method)
    guard !name.isEmpty else { throw LibraryError.usage("method must not be empty") }
    return try ResultHandle.of(pointer).use { result in
      guard readings.count == result.readings.count else {
        throw LibraryError.usage(
          "there are \(readings.count) rates for \(result.readings.count) readings")
      }
      return ResultHandle.pointer(to: result.withRates(readings, by: name))
    }
  }
}

@c @implementation
public func heartcam_result_archive(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> UnsafePointer<CChar>? {
  reporting(to: error) {
    let handle = ResultHandle.of(pointer)
    let bytes = try handle.use { try BatchJSON.bytes(of: $0.withoutSignal) }
    return handle.keep(String(decoding: bytes, as: UTF8.self))
  } ?? nil
}

@c @implementation
public func heartcam_result_restore(
  _ archive: UnsafePointer<CChar>, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    guard let result: RecordingResult = try? BatchJSON.value(of: String(cString: archive).utf8)
    else {
      throw LibraryError.usage("this is no result of version \(HeartcamVersion.current)")
    }
    return ResultHandle.pointer(to: result)
  }
}

@c @implementation
public func heartcam_result_svg(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> UnsafePointer<CChar>? {
  reporting(to: error) {
    let handle = ResultHandle.of(pointer)
    let text = try handle.use { result in
      let charts = RecordingCharts(
        readings: result.readings, variability: result.variability, firstTime: result.firstTime)
      return try ChartRenderer(charts.overview, width: 800, height: 520, title: "Heart rate").svg()
    }
    return handle.keep(text)
  } ?? nil
}

@c @implementation
public func heartcam_result_html(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> UnsafePointer<CChar>? {
  reporting(to: error) {
    let handle = ResultHandle.of(pointer)
    return handle.keep(try handle.use { try RecordingReport(results: [$0]).html() })
  } ?? nil
}

@c @implementation
public func heartcam_result_free(_ pointer: OpaquePointer?) { ResultHandle.free(pointer) }
