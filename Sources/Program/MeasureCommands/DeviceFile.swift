package import CommandEnvironment
import FoundationEssentials
import HealthFormats
package import Measurement
import SampleSelection
import SampleStore
import SandboxedImport

/// Heart rates and beats that another device measured, in seconds from a moment.
struct DeviceFile {
  /// In beats per minute.
  private(set) var rates: [(time: Double, rate: Double)] = []

  /// The times of beats, in stretches without a gap.
  private(set) var stretches: [[Double]] = []

  private let start: Date

  init(from start: Date) { self.start = start }

  /// Reads any file that `store import` does; throws its faults.
  /// - Parameter undated: When a list without dates begins.
  init(_ path: String, from start: Date, undated: Date, _ context: CommandContext) throws {
    self.start = start
    var hints = ImportHints()
    hints.start = undated
    let isCancelled = { Interruption.isRequested }
    var file =
      try ImportSandbox.chosen(context)?.open(
        path, format: nil, hints: hints, isCancelled: isCancelled)
      ?? SampleFile(path: path, hints: hints, isCancelled: isCancelled)
    while let sample = try file.input.next() {
      if sample.plausibility != .impossible { add(sample) }
    }
  }

  mutating func add(_ sample: Sample) {
    func time(of date: Date) -> Double { date.timeIntervalSince(start) }
    switch sample {
    case .quantity(let sample) where sample.type == .heartRate:
      let middle = (time(of: sample.head.start) + time(of: sample.head.end)) / 2
      if let rate = try? sample.quantity.value(in: .countPerMinute) { rates.append((middle, rate)) }
    case .heartbeatSeries(let series):
      var stretch: [Double] = []
      for beat in series.beats {
        if beat.precededByGap {
          stretches.append(stretch)
          stretch = []
        }
        stretch.append(time(of: series.head.start) + beat.time)
      }
      stretches.append(stretch)
    default: break
    }
  }
}

extension ReferenceRates {
  /// Reads the heart rates and beats of any file that `store import` does, on a recording's clock; throws its faults.
  package init(
    ofFile path: String, during result: RecordingResult, _ context: CommandContext
  ) throws {
    let start = result.start.addingTimeInterval(-result.firstTime)
    let file = try DeviceFile(path, from: start, undated: result.start, context)
    self.init(rates: file.rates, stretches: file.stretches)
  }
}
