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

typealias ResultHandle = Handle<RecordingResult>

@c @implementation
public func heartcam_measure(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<UnsafePointer<CChar>?>?,
  _ progress: heartcam_progress?, _ context: UnsafeMutableRawPointer?,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let arguments = try OptionWords.arguments(options, of: OptionWords.measuring)
    let measurement = try MeasurementOptions(library: arguments)
    let report = ProgressReport(progress, context)
    do {
      let result = try RecordingInput(fileName: path).measure(
        measurement, progress: { report.goesOn($0) }, isInterrupted: { !report.goesOn() })
      if report.isStopped { throw LibraryError.interrupted }
      return ResultHandle.pointer(to: result)
    } catch {
      // What is left while it is opened could not be read either.
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
  let files = InputFolders.files(of: names) { _ in false }
  let table = ColumnTable(rowCount: files.count)
  table.add("path", fileNames: files)
  return table.pointer
}

/// Asks the caller some times a second whether to go on.
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
  // A handle of another process, from which this one was forked, may be locked for ever.
  return text.flatMap { handle.keep($0) } ?? noText
}

/// What stands for a text if there is no memory for it, or the handle belongs to another process.
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
    default: nil
    }
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
