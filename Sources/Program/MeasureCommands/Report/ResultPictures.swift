import Charts
import CommandEnvironment
import CommandLineParsing
import HealthCharts
import JSONCoding
import Measurement
import Photoplethysmography
import SampleSelection
import VideoFrames

/// The pictures of a result: `--plot` and `--report`.
enum ResultPictures {
  /// Draws results that follow each other on one clock into the files that the arguments name.
  static func write(
    _ parts: [RecordingResult], _ context: CommandContext, camera: LiveSessionDetails?
  ) -> ExitCode {
    var code = ExitCode.success
    func draw(to path: String, width: Double, height: Double, title: String) {
      guard let result = parts.last else { return }
      let charts = RecordingCharts(
        readings: parts.flatMap(\.readings), variability: result.variability,
        firstTime: parts.first?.firstTime ?? 0)
      let renderer = ChartRenderer(charts.overview, width: width, height: height, title: title)
      code = code.combined(with: PictureFile.write(renderer, to: path, scheme: .automatic))
    }
    if let path = context[MeasureOptions.plot] {
      draw(to: path, width: 800, height: 520, title: "Heart rate")
    }
    if let path = context[MeasureOptions.report], PictureFormat(path: path) == .pdf {
      // A page of A4, whose title has the facts that the other form gives in words.
      draw(to: path, width: 595, height: 842, title: title(of: parts))
    } else if let path = context[MeasureOptions.report] {
      do {
        let page = RecordingReport(results: parts, settings: settings(context), camera: camera)
        try PrivateFile.write(page.html(), to: path)
      } catch {
        report("cannot write \(path): \(error)")
        code = code.combined(with: .ioError)
      }
    }
    return code
  }

  private static func title(of parts: [RecordingResult]) -> String {
    guard let first = parts.first else { return "" }
    let rate = parts.count == 1 ? first.collector.rate : nil
    return [
      first.input.fileName.withVisibleControls, SampleText.localTime(first.start),
      rate.map {
        "\($0.beatsPerMinute.fixed(1)) bpm (\($0.low.fixed(1)) to \($0.high.fixed(1)))"
      },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func settings(_ context: CommandContext) -> [(name: String, value: String)] {
    var settings = [
      ("Reading every", "\(ResultPictures.seconds(context[MeasureOptions.every])) s"),
      ("Channel", context[MeasureOptions.channel]),
    ]
    if let region = context[MeasureOptions.region] {
      settings.append(
        ("Region", "\(region.width) by \(region.height) pixels from \(region.x), \(region.y)"))
    }
    return settings.map { (name: $0.0, value: $0.1) }
  }

  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
