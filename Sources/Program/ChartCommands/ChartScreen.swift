import Charts
import CommandEnvironment
import CommandLineParsing
import Glibc

/// Shows a chart in the terminal: as a picture if it shows pictures, or in the signs and colors that
/// it has.
struct ChartScreen {
  let context: CommandContext

  func show(_ renderer: ChartRenderer) -> ExitCode {
    do {
      guard context.terminal.colors != .none else {
        context.output.writeStyled(try renderer.terminal(terminal(isDark: true)))
        return .success
      }
      let answers = TerminalAnswers(context)
      let terminal = terminal(isDark: isDark(answers))
      context.output.writeStyled(
        try answers.format.map { try picture(renderer, $0, terminal) + "\n" }
          ?? renderer.terminal(terminal))
      return .success
    } catch {
      report("\(error)")
      return .ioError
    }
  }

  /// Returns a picture of as many cells as the signs. A point is a pixel of a cell 16 pixels high.
  private func picture(
    _ renderer: ChartRenderer, _ format: ChartTerminalImage, _ terminal: ChartTerminal
  ) throws(ChartError) -> String {
    let cell = TerminalAnswers.cell
    let scale = cell.height / 16
    var own = renderer
    own.width = Double(terminal.columns) * cell.width / scale
    own.height = Double(terminal.rows) * 16
    return try own.terminalImage(format, scale: scale, scheme: terminal.isDark ? .dark : .light)
  }

  /// Returns a terminal of the full width and at most 30 rows, so that the question above stays in sight.
  private func terminal(isDark: Bool) -> ChartTerminal {
    let rows = Terminal.size(of: STDOUT_FILENO).map { min(max($0.rows - 2, 8), 30) } ?? 20
    let own = context[ChartOptions.size]
    return ChartTerminal(
      columns: own.map { Int($0.width) } ?? context.terminal.width,
      rows: own.map { Int($0.height) } ?? rows,
      characters: context.terminal.showsUnicode ? .unicode : .ascii,
      colors: context.terminal.colors, isDark: isDark)
  }

  /// Returns the named background, else the terminal's answer, else that of COLORFGBG ("0;15"). Most others are dark.
  private func isDark(_ answers: TerminalAnswers) -> Bool {
    if context[ChartOptions.dark] || context[ChartOptions.light] {
      return context[ChartOptions.dark]
    }
    let background = context.environment["COLORFGBG"]?.split(separator: ";").last.flatMap {
      Int($0)
    }
    return answers.isDark ?? background.map { $0 < 7 || $0 == 8 } ?? true
  }
}
