import Charts
import CommandEnvironment
import CommandLineParsing
import HealthCharts
import Measurement
import VideoFrames

/// The pictures of a result: `--plot` and `--report`.
enum ResultPictures {
  /// What speaks against the file of an option, a sentence; `nil` if nothing does.
  static func problem(_ option: String, _ path: String) -> String? {
    switch option {
    case "plot": return PictureFile.problem(path).map { "--plot \($0)" }
    case "report":
      let isForeign = OverwriteGuard.isForeign(path, beginning: Array("<!DOCTYPE html>".utf8))
      return isForeign
        ? "--report would overwrite \(path), which is no such page; name another or remove it" : nil
    default: return nil
    }
  }

  /// Draws results that follow each other on one clock into the files that the arguments name.
  static func write(
    _ parts: [RecordingResult], _ arguments: Arguments, camera: LiveSessionDetails?
  ) -> ExitCode {
    var code = ExitCode.success
    if let path = arguments[MeasureOptions.plot], let result = parts.last {
      let charts = RecordingCharts(
        readings: parts.flatMap(\.readings), variability: result.variability,
        firstTime: parts.first?.firstTime ?? 0)
      let renderer = ChartRenderer(charts.overview, width: 800, height: 520, title: "Heart rate")
      code = code.combined(with: PictureFile.write(renderer, to: path, scheme: .automatic))
    }
    if let path = arguments[MeasureOptions.report] {
      do {
        let page = RecordingReport(
          results: parts, settings: settings(arguments), camera: camera)
        try PrivateFile.write(page.html(), to: path)
      } catch {
        report("cannot write \(path): \(error)")
        code = code.combined(with: .ioError)
      }
    }
    return code
  }

  private static func settings(_ arguments: Arguments) -> [(name: String, value: String)] {
    var settings = [
      ("Reading every", "\(ResultPictures.seconds(arguments[MeasureOptions.every])) s"),
      ("Channel", arguments[MeasureOptions.channel]),
    ]
    if let region = arguments[MeasureOptions.region] {
      settings.append(
        ("Region", "\(region.width) by \(region.height) pixels from \(region.x), \(region.y)"))
    }
    return settings.map { (name: $0.0, value: $0.1) }
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
