import BenchmarkSupport
import CommandLineParsing
import JSONCoding
import SignalProcessing
import Simulation
import VideoFrames

/// Times each filter on an hour of signal, whole or in windows of 10 s.
enum FiltersBenchmark {
  static let description = CommandDescription(
    name: "filters",
    summary: "Processor time a sample of each filter, of resampling, detrending and spectra.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  private static let rate = 30.0
  private static let window = 300
  private static let bandPass = SecondOrderSections.butterworthBandPass(
    order: 2, low: 0.5, high: 8, sampleRate: rate)

  private struct Work {
    let name: String

    /// The baseline: the name of an earlier piece of work.
    let baseline: String
    let run: () -> Void

    init(_ name: String, to baseline: String = "summing", _ run: @escaping () -> Void) {
      self.name = name
      self.baseline = baseline
      self.run = run
    }
  }

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let colors = SignalHour.evenSignal()
    let green = colors.map { $0[1] }
    let samples = SignalHour.recording().colorSamples()
    let priors = SmoothnessPriors(count: window, lambda: 30)
    // They reuse their memory from window to window, as in the monitor.
    var filter = ZeroPhaseFilter<Double>(bandPass)
    var colorFilter = ZeroPhaseFilter<SIMD4<Double>>(bandPass)
    // Every piece of work adds to this sum, so that the compiler leaves none out.
    var sink = 0.0
    let works = [
      Work("summing") { sink += green.reduce(0, +) },
      Work("band-pass, causal") { sink += causal(green) },
      Work("band-pass, zero-phase, whole") { sink += zeroPhase(green, &filter) },
      Work("band-pass, zero-phase, windows") {
        sink += inWindows(green) { zeroPhase($0, &filter) }
      },
      Work("band-pass, three channels", to: "band-pass, zero-phase, windows") {
        sink += inWindows(colors) { zeroPhase($0, &colorFilter) }.sum()
      },
      Work("smoothness priors, windows") { sink += inWindows(green) { detrended($0, priors) } },
      Work("smoothness priors, three channels", to: "smoothness priors, windows") {
        sink += inWindows(colors) { detrended($0, priors) }.sum()
      },
      Work("smoothness priors, factored anew", to: "smoothness priors, windows") {
        sink += inWindows(green) { detrended($0, SmoothnessPriors(count: window, lambda: 30)) }
      },
      Work("resampling to 30 Hz, windows") { sink += resampled(samples) { $0.green } },
      Work("resampling, three channels", to: "resampling to 30 Hz, windows") {
        sink += resampled(samples) { SIMD4($0.red, $0.green, $0.blue, 0) }.sum()
      },
    ]
    let timings = try Clock.processor.turns(
      rounds: arguments[SpeedOptions.rounds] ?? 9, works.map(\.run))
    precondition(sink != 0)
    let byName = Dictionary(uniqueKeysWithValues: zip(works.map(\.name), timings))
    let rows = zip(works, timings).dropFirst().map { work, timing in
      SpeedReport.Row(
        work.name, "ns/sample", timing, scale: 1e9 / Double(green.count),
        to: byName[work.baseline].map { (work.baseline, $0) })
    }
    return SpeedReport(
      "filters",
      summary: "An hour at 30 Hz, double precision, windows of 10 s, one thread, processor time.",
      rows: rows)
  }

  /// Returns the sum of a kernel's results over all windows.
  private static func inWindows<Value: SignalValue>(
    _ signal: [Value], _ kernel: ([Value]) -> Value
  ) -> Value {
    stride(from: 0, through: signal.count - window, by: window).reduce(.zero) { sum, start in
      sum + kernel(Array(signal[start..<(start + window)]))
    }
  }

  private static func causal(_ signal: [Double]) -> Double {
    var filter = CausalFilter<Double>(bandPass, settledAt: signal[0])
    return signal.reduce(0) { $0 + filter.filter($1) }
  }

  private static func zeroPhase<Value: SignalValue>(
    _ signal: [Value], _ filter: inout ZeroPhaseFilter<Value>
  ) -> Value {
    var signal = signal
    filter.filter(&signal)
    return signal[signal.count / 2]
  }

  private static func detrended<Value: SignalValue>(
    _ signal: [Value], _ priors: SmoothnessPriors
  ) -> Value {
    var signal = signal
    priors.detrend(&signal)
    return signal[signal.count / 2]
  }

  private static func resampled<Value: SignalValue>(
    _ samples: [ColorSample], _ value: (ColorSample) -> Value
  ) -> Value {
    let times = samples.map(\.time)
    let values = samples.map(value)
    var resampler = SplineResampler<Value>(sampleRate: rate)
    var result: [Value] = []
    return stride(from: 0, through: times.count - window, by: window).reduce(.zero) { sum, start in
      resampler.resample(
        times: times[start..<(start + window)], values: values[start..<(start + window)],
        from: times[start], count: window, into: &result)
      return sum + result[window / 2]
    }
  }
}
