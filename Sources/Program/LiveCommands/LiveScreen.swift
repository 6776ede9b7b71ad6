import CommandEnvironment
import MeasureCommands
import Measurement
import VideoFrames

/// Shows a live measurement on a terminal's whole screen: guidance, the number, and the pulse as it
/// comes. The results are printed once the screen is closed.
final class LiveScreen: LiveObserver {
  /// The content of the lowest lines.
  var status: LiveStatus

  private let terminal: Terminal
  private let raw: RawTerminal
  private var table: ResultTable
  private var isClosed = false

  /// The results to print when the screen is closed.
  private var results: [RecordingResult] = []
  private var warnings: [String] = []

  init(_ output: ResultOutput, _ terminal: Terminal, _ raw: RawTerminal, canSave: Bool) {
    self.terminal = terminal
    self.raw = raw
    table = ResultTable(output, terminal)
    status = LiveStatus(canSave: canSave)
  }

  func receive(_ event: LiveEvent, at time: Double) {
    switch event {
    case .finished(let result, _):
      if isClosed { table.take(result) } else { results.append(result) }
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

  /// Draws the changes since the last time.
  func draw(_ measurement: LiveMeasurement) {
    raw.show { LiveLayout(columns: $0, rows: $1, terminal: terminal).lines(measurement, status) }
  }

  /// Gives the terminal back and prints the results.
  func close() {
    guard !isClosed else { return }
    abandon()
    for result in results { table.take(result) }
    for warning in warnings { report(warning) }
  }

  /// Gives the terminal back and prints nothing: it has no reader left.
  func abandon() {
    raw.restore()
    isClosed = true
  }
}
