import Charts
import CommandEnvironment
import CommandLineParsing
import Glibc

/// Shows a chart in the terminal: as a picture if it shows pictures, or in the signs and colours that
/// it has.
struct ChartScreen {
  let arguments: Arguments
  let context: CommandContext

  func show(_ renderer: ChartRenderer, _ output: ResultOutput) -> ExitCode {
    do {
      if colors != .none, let pictures = TerminalPictures.ofTerminal() {
        output.writeStyled(try picture(renderer, pictures) + "\n")
      } else {
        output.writeStyled(try renderer.terminal(terminal))
      }
      return .success
    } catch {
      report("\(error)")
      return .ioError
    }
  }

  /// The picture covers as many cells as the signs would. A point is a pixel of a cell 16 pixels high.
  private func picture(
    _ renderer: ChartRenderer, _ pictures: TerminalPictures
  ) throws(ChartError) -> String {
    let terminal = terminal
    let scale = pictures.cell.height / 16
    var own = renderer
    own.width = Double(terminal.columns) * pictures.cell.width / scale
    own.height = Double(terminal.rows) * 16
    return try own.terminalImage(pictures.format, scale: scale, scheme: isDark ? .dark : .light)
  }

  /// As wide as the terminal and at most 30 rows high, so that the question above stays in sight.
  private var terminal: ChartTerminal {
    let rows = Terminal.size(of: STDOUT_FILENO).map { min(max($0.rows - 2, 8), 30) } ?? 20
    let own = arguments[ChartOptions.size]
    return ChartTerminal(
      columns: own.map { Int($0.width) } ?? context.terminal.width,
      rows: own.map { Int($0.height) } ?? rows,
      characters: context.terminal.showsUnicode ? .unicode : .ascii, colors: colors,
      isDark: isDark)
  }

  private var colors: ChartTerminal.Colors {
    guard context.terminal.showsColor else { return .none }
    let term = context.environment["TERM"] ?? ""
    switch context.environment["COLORTERM"] {
    case "truecolor", "24bit": return .trueColor
    default: return term.contains("256color") ? .ansi256 : .ansi16
    }
  }

  /// Most terminals are dark; one that is not may say so in COLORFGBG ("0;15").
  private var isDark: Bool {
    if arguments[ChartOptions.dark] { return true }
    let background = context.environment["COLORFGBG"]?.split(separator: ";").last.flatMap {
      Int($0)
    }
    return background.map { $0 < 7 || $0 == 8 } ?? true
  }
}
