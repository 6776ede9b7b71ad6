import CommandEnvironment
import MeasureCommands
import Measurement
import VideoFrames

/// Shows a live measurement on a terminal's whole screen: guidance, the number, and the pulse as it
/// comes. What was measured is printed once the screen is closed.
final class LiveScreen: LiveObserver {
  /// What the lowest lines show.
  var status: LiveStatus

  /// Whether the terminal takes no more of what is drawn.
  private(set) var isLost = false

  private let terminal: Terminal
  private let raw: RawTerminal
  private var table: ResultTable
  private var lines = ScreenLines()
  private var isClosed = false

  /// What is printed when the screen is closed.
  private var results: [RecordingResult] = []
  private var warnings: [String] = []

  /// From a frame's capture until it has changed the screen.
  private var latency = LatencyHistogram()

  /// The newest frame that is on the screen, and when it was drawn.
  private var drawnTime = -Double.infinity
  private var drawnAt = -Double.infinity

  /// The shortest time in seconds from one drawing to the next.
  private static let step = 1.0 / 40

  init(_ output: ResultOutput, _ terminal: Terminal, _ raw: RawTerminal, canSave: Bool) {
    self.terminal = terminal
    self.raw = raw
    table = ResultTable(output, terminal)
    status = LiveStatus(canSave: canSave)
  }

  func receive(_ event: LiveEvent, at time: Double) {
    switch event {
    case .finished(let result, _): if isClosed { print(result) } else { results.append(result) }
    // The layout shows it as long as the camera is awaited.
    case .advice, .estimate, .beat, .pulse, .reading, .notSaved, .source(.opened),
      .source(.settings), .source(.lost), .source(.ended):
      break
    case .source(.notice), .source(.disconnected), .saved:
      guard let text = event.text else { return }
      if isClosed { report(text) }
      status.message = text
      // A screen that is gone must not take a warning with it.
      if case .source(.notice(.store)) = event, !isClosed { warnings.append(text) }
    }
  }

  /// Draws what has changed since the last time.
  func draw(_ measurement: LiveMeasurement) {
    let now = MonotonicClock.now
    // What a slow line cannot take is left out: the next drawing shows what is new by then.
    guard now - drawnAt >= Self.step, raw.takesMore(within: 0) else { return }
    drawnAt = now
    let size = raw.size
    let layout = LiveLayout(
      columns: size.columns, rows: size.rows, isUnicode: terminal.showsUnicode,
      isColored: terminal.showsColor)
    let changes = lines.update(to: layout.lines(measurement, status), columns: size.columns)
    if !changes.isEmpty, !raw.draw(changes) { isLost = true }
    if let sample = measurement.session.sample, sample.time > drawnTime {
      drawnTime = sample.time
      if measurement.source?.isCamera == true { latency.add(MonotonicClock.now - sample.time) }
    }
  }

  /// Gives the terminal back for a while, until `takeOver`.
  func giveBack() { raw.restore() }

  /// Takes the terminal once more and draws everything anew.
  func takeOver() {
    raw.takeOver()
    lines = ScreenLines()
    drawnAt = -.infinity
  }

  /// Gives the terminal back and prints what was measured.
  func close() {
    guard !isClosed else { return }
    abandon()
    for result in results { print(result) }
    for warning in warnings { report(warning) }
  }

  /// Gives the terminal back and prints nothing: nobody reads it any more.
  func abandon() {
    raw.restore()
    isClosed = true
  }

  private func print(_ result: RecordingResult) {
    table.take(result)
    if let median = latency.quantile(0.5), let most = latency.quantile(0.95) {
      report(
        "the screen was \(median) ms behind the camera, \(most) ms at most in 95 of 100 frames")
    }
  }
}

/// Counts delays by the millisecond.
private struct LatencyHistogram {
  private var counts = [Int](repeating: 0, count: 1001)
  private var total = 0

  /// Takes a delay in seconds; those above one second count as one second.
  mutating func add(_ seconds: Double) {
    guard seconds.isFinite else { return }
    counts[Int(min(max(seconds, 0), 1) * 1000)] += 1
    total += 1
  }

  /// The milliseconds that a share of the delays did not exceed; `nil` if there were no delays.
  func quantile(_ share: Double) -> Int? {
    guard total > 0 else { return nil }
    var left = Int((share * Double(total)).rounded(.up))
    for (milliseconds, count) in counts.enumerated() {
      left -= count
      if left <= 0 { return milliseconds + 1 }
    }
    return nil
  }
}
