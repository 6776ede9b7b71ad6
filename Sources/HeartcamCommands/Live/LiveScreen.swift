import Measurement
import Photoplethysmography
import VideoFrames

/// A live measurement on a terminal's whole screen: guidance, the number, and the pulse as it comes.
struct LiveScreen: LiveOutput {
  private let terminal: Terminal
  private let raw: RawTerminal
  private var screen = ScreenLines()

  private var isClosed = false

  /// The newest sample that is on the screen.
  private var drawnTime = -Double.infinity
  private var drawnAt = -Double.infinity

  /// Seconds between two drawings at least.
  private static let step = 1.0 / 40

  init(terminal: Terminal, raw: RawTerminal) {
    self.terminal = terminal
    self.raw = raw
  }

  mutating func opened(_ source: LiveSourceDescription, _ output: inout ResultOutput) {}

  mutating func changed(
    _ change: LiveSession.Change, at time: Double, origin: Double, _ output: inout ResultOutput
  ) {}

  mutating func noticed(_ notice: LiveNotice, _ output: inout ResultOutput) {
    // The screen itself shows what there is to know as long as it is there.
    if isClosed { report(notice.text) }
  }

  mutating func refresh(
    _ session: borrowing LiveSession, _ status: inout LiveStatus, _ output: inout ResultOutput
  ) {
    let now = MonotonicClock.now
    // What a slow line cannot take is left out: the next drawing shows what is new by then.
    guard now - drawnAt >= Self.step, raw.takesMore(within: 0) else { return }
    drawnAt = now
    let size = raw.size
    let layout = LiveLayout(
      columns: size.columns, rows: size.rows, isUnicode: terminal.showsUnicode,
      isBold: terminal.showsColor)
    let changes = screen.update(to: layout.lines(session, status), columns: size.columns)
    if !changes.isEmpty, !raw.draw(changes) { status.hasLostScreen = true }
    if let sample = session.sample, sample.time > drawnTime {
      drawnTime = sample.time
      if status.source?.isCamera == true {
        status.latency.add(MonotonicClock.now - sample.time)
      }
    }
  }

  mutating func finished(
    _ recording: MeasuredRecording, _ status: LiveStatus, _ output: inout ResultOutput
  ) {
    close()
    output.write(MeasurementTable(terminal: terminal).text(of: recording))
    if let median = status.latency.quantile(0.5), let most = status.latency.quantile(0.95) {
      report(
        "the screen was \(median) ms behind the camera, \(most) ms at most in 95 of 100 frames")
    }
  }

  mutating func close() {
    raw.restore()
    isClosed = true
  }
}
