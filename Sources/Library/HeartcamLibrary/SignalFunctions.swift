public import CHeartcam
import Photoplethysmography
import SignalProcessing
import VideoFrames

/// Returns finite numbers that a caller lends.
private func numbers(
  _ name: String, _ pointer: UnsafePointer<Double>, _ count: Int
) throws -> UnsafeBufferPointer<Double> {
  let numbers = UnsafeBufferPointer(start: pointer, count: try checked(count))
  guard numbers.allSatisfy({ $0.magnitude < 1e100 }) else {
    throw LibraryError.usage("\(name) must be finite numbers below 1e100")
  }
  return numbers
}

/// Returns the rising times with a value each.
private func times(_ pointer: UnsafePointer<Double>, _ count: Int) throws -> UnsafeBufferPointer<
  Double
> {
  let times = try numbers("times", pointer, count)
  guard let first = times.first, let last = times.last,
    zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }), max(-first, last) < latestTime
  else {
    throw LibraryError.usage(
      "times must rise, there must be at least one, and none may be beyond \(latestTime) s")
  }
  return times
}

/// The latest possible time in seconds: beyond it, frames would coincide.
private let latestTime = 0x1p40

/// Returns a number that must lie in a range.
private func checked(_ name: String, _ value: Double, above low: Double, to high: Double) throws
  -> Double
{
  guard value > low, value <= high else {
    throw LibraryError.usage("\(name) must be above \(low) and at most \(high), not \(value)")
  }
  return value
}

/// The highest numbers that are allowed: no signal needs more, and none makes a calculation overflow.
private let (mostLambda, mostRate, mostOrder) = (1e9, 1e6, Int32(20))

@c @implementation
public func heartcam_signal_detrend(
  _ signal: UnsafePointer<Double>, _ count: Int, _ lambda: Double,
  _ result: UnsafeMutablePointer<Double>, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let signal = try numbers("signal", signal, count)
    let lambda = try checked("lambda", lambda, above: -.leastNonzeroMagnitude, to: mostLambda)
    let trend = UnsafeMutableBufferPointer<Double>.allocate(capacity: count)
    defer { trend.deallocate() }
    _ = trend.initialize(from: signal)
    SmoothnessPriors(count: count, lambda: lambda).smooth(trend)
    for index in 0..<count { result[index] = signal[index] - trend[index] }
    return count
  } ?? -1
}

@c @implementation
public func heartcam_signal_bandpass(
  _ signal: UnsafePointer<Double>, _ count: Int, _ rate: Double, _ low: Double, _ high: Double,
  _ order: Int32, _ result: UnsafeMutablePointer<Double>,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let signal = try numbers("signal", signal, count)
    let rate = try checked("rate", rate, above: 0, to: mostRate)
    guard 0 < low, low < high, high < rate / 2, (1...mostOrder).contains(order) else {
      throw LibraryError.usage(
        "a band-pass needs 0 < low < high < rate / 2 and an order of 1 to \(mostOrder), not \(low) to \(high) Hz "
          + "at \(rate) and \(order)")
    }
    let output = UnsafeMutableBufferPointer(start: result, count: count)
    if signal.baseAddress != UnsafePointer(result) { _ = output.update(from: signal) }
    var filter = ZeroPhaseFilter<Double>(
      .butterworthBandPass(order: Int(order), low: low, high: high, sampleRate: rate))
    filter.filter(output)
    return count
  } ?? -1
}

@c @implementation
public func heartcam_signal_resample(
  _ moments: UnsafePointer<Double>, _ values: UnsafePointer<Double>, _ count: Int, _ rate: Double,
  _ start: Double, _ result: UnsafeMutablePointer<Double>, _ room: Int,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let times = Array(try times(moments, count))
    let values = Array(try numbers("values", values, count))
    var resampler = SplineResampler<Double>(
      sampleRate: try checked("rate", rate, above: 0, to: mostRate))
    guard start.isFinite else { throw LibraryError.usage("start must be a number, not \(start)") }
    var resampled: [Double] = []
    resampler.resample(
      times: times[...], values: values[...], from: start, count: try checked(room),
      into: &resampled)
    result.update(from: resampled, count: room)
    return room
  } ?? -1
}

@c @implementation
public func heartcam_signal_autocorrelation(
  _ signal: UnsafePointer<Double>, _ count: Int, _ lag: Int,
  _ result: UnsafeMutablePointer<Double>, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let signal = try numbers("signal", signal, count)
    let lag = try checked(lag)
    guard lag < max(count, 1) else {
      throw LibraryError.usage("lag must be less than the signal's \(count) samples, not \(lag)")
    }
    var correlation = Autocorrelation()
    correlation.measure(signal, lags: 0...lag)
    result.update(from: correlation.coefficients, count: lag + 1)
    return lag + 1
  } ?? -1
}

@c @implementation
public func heartcam_signal_periodogram(
  _ moments: UnsafePointer<Double>, _ values: UnsafePointer<Double>, _ count: Int, _ low: Double,
  _ spacing: Double, _ result: UnsafeMutablePointer<Double>, _ room: Int,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let times = Array(try times(moments, count))
    let values = Array(try numbers("values", values, count))
    let low = try checked("low", low, above: 0, to: mostRate)
    let spacing = try checked("spacing", spacing, above: 0, to: mostRate)
    let room = try checked(room)
    guard room > 0 else { return 0 }
    let periodogram = LombScarglePeriodogram(
      times: times, values: values, from: low, to: low + (Double(room) - 0.5) * spacing,
      spacing: spacing)
    result.update(from: periodogram.power, count: min(room, periodogram.power.count))
    return min(room, periodogram.power.count)
  } ?? -1
}

@c @implementation
public func heartcam_signal_find_peaks(
  _ signal: UnsafePointer<Double>, _ count: Int, _ positions: UnsafeMutablePointer<Double>,
  _ heights: UnsafeMutablePointer<Double>, _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let peaks = Peak.localMaxima(of: Array(try numbers("signal", signal, count)))
    for (index, peak) in peaks.enumerated() {
      (positions[index], heights[index]) = (peak.position, peak.height)
    }
    return peaks.count
  } ?? -1
}

@c @implementation
public func heartcam_signal_template_correlation(
  _ signal: UnsafePointer<Double>, _ count: Int, _ onsets: UnsafePointer<Double>, _ beats: Int,
  _ period: Double, _ result: UnsafeMutablePointer<Double>,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let signal = try numbers("signal", signal, count)
    let onsets = Array(try numbers("onsets", onsets, beats))
    let period = try checked("period", period, above: 0, to: Double(max(count, 1)))
    guard period * Double(beats) <= 1e8 else {
      throw LibraryError.usage("\(beats) beats of \(period) samples are too many")
    }
    let correlation = TemplateCorrelation(of: signal, onsets: onsets, period: period)
    for (index, value) in correlation.ofBeats.enumerated() { result[index] = value ?? .nan }
    return beats
  } ?? -1
}

@c @implementation
public func heartcam_signal_combine(
  _ method: UnsafePointer<CChar>, _ moments: UnsafePointer<Double>, _ rgb: UnsafePointer<Double>,
  _ count: Int, _ result: UnsafeMutablePointer<Double>,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let times = Array(try times(moments, count))
    let (levels, isOverflow) = count.multipliedReportingOverflow(by: 3)
    let rgb = try numbers("rgb", rgb, isOverflow ? -1 : levels)
    let colors = (0..<count).map {
      RGB(red: rgb[3 * $0], green: rgb[3 * $0 + 1], blue: rgb[3 * $0 + 2])
    }
    let name = String(cString: method)
    guard let combined = ColorChannel(rawValue: name)?.combined(times: times, colors: colors) else {
      throw LibraryError.usage("method must be chrom or pos, not '\(name)'")
    }
    result.update(from: combined, count: count)
    return count
  } ?? -1
}

@c @implementation
public func heartcam_signal_average(
  _ starts: UnsafePointer<Double>, _ ends: UnsafePointer<Double>, _ rates: UnsafePointer<Double>,
  _ low: UnsafePointer<Double>, _ high: UnsafePointer<Double>, _ quality: UnsafePointer<Double>,
  _ count: Int, _ result: UnsafeMutablePointer<Double>,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    let (starts, ends) = (try numbers("starts", starts, count), try numbers("ends", ends, count))
    var collector = AveragingCollector()
    for index in 0..<count {
      let rate =
        rates[index].isNaN
        ? nil
        : HeartRateReading.Rate(beatsPerMinute: rates[index], low: low[index], high: high[index])
      guard starts[index] < ends[index], rate == nil || (0...1).contains(quality[index]) else {
        throw LibraryError.usage(
          "a reading must end after it starts, and its quality be from 0 to 1")
      }
      collector.append(rate, quality: quality[index], from: starts[index], to: ends[index])
    }
    let rate = collector.rate
    let average = [rate?.beatsPerMinute, rate?.low, rate?.high, collector.quality]
    for (index, value) in average.enumerated() { result[index] = value ?? .nan }
    return average.count
  } ?? -1
}
