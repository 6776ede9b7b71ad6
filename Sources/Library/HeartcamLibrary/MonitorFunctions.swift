public import CHeartcam
import CommandLineParsing
import FFmpegSource
import FoundationEssentials
import MeasureCommands
import Measurement
import Photoplethysmography
import VideoFrames

/// Color frames of a caller on their way to a result.
private struct FrameMeasurement {
  let options: MeasurementOptions
  private var stream: StreamMeasurement
  private var identity = ContentHash()

  /// The readings that the caller has not taken yet.
  private var waiting: [HeartRateReading] = []

  init(_ options: MeasurementOptions) {
    self.options = options
    stream = StreamMeasurement(options)
  }

  mutating func append(_ frames: UnsafeBufferPointer<heartcam_color>) -> Int {
    let before = waiting.count
    for frame in frames { waiting += stream.take(ColorSample(frame)) }
    frames.withMemoryRebound(to: UInt8.self) { identity.update($0) }
    return waiting.count - before
  }

  mutating func takeReadings() -> [PlacedReading] {
    defer { waiting = [] }
    return waiting.map { PlacedReading($0, from: stream.firstTime ?? 0) }
  }

  mutating func finish() throws -> RecordingResult {
    defer { self = FrameMeasurement(options) }
    let result = stream.finish(
      RecordingInput("frames"), kind: "color frames", identity: "\(identity)", isPartial: false,
      start: { [start = options.start] in
        start.map { RecordingStart($0, .given) } ?? RecordingStart(Date() - $0, .read)
      })
    guard let result else { throw LibraryError.usage("no frame was appended") }
    return result
  }
}

private typealias Monitor = Handle<FrameMeasurement>

@c @implementation
public func heartcam_monitor_new(
  _ options: UnsafePointer<UnsafePointer<CChar>?>?, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let arguments = try OptionWords.arguments(options, of: OptionWords.monitoring)
    var measurement = MeasureOptions.measurement(arguments)
    measurement.keepsSignal = arguments[OptionWords.keepsColors]
    return Monitor.pointer(to: FrameMeasurement(measurement))
  }
}

@c @implementation
public func heartcam_monitor_append(
  _ pointer: OpaquePointer, _ frames: UnsafePointer<heartcam_color>, _ count: Int,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    try Monitor.of(pointer).use {
      try $0.append(UnsafeBufferPointer(start: frames, count: checked(count)))
    }
  } ?? -1
}

@c @implementation
public func heartcam_monitor_readings(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    try Monitor.of(pointer).use { monitor in
      ColumnTable(
        readings: monitor.takeReadings(), start: monitor.options.start,
        startSource: monitor.options.start.map { _ in RecordingStart.Source.given.rawValue }
      ).pointer
    }
  }
}

@c @implementation
public func heartcam_monitor_finish(
  _ pointer: OpaquePointer, _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    ResultHandle.pointer(to: try Monitor.of(pointer).use { try $0.finish() })
  }
}

@c @implementation
public func heartcam_monitor_free(_ pointer: OpaquePointer?) { Monitor.free(pointer) }
