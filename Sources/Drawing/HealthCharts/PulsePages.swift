public import Charts
public import Photoplethysmography

/// The pulse as pages of paper, in strips of whole seconds one below the other.
///
/// All strips have one height of the curve, so that they can be compared, and one speed, so that they can be
/// measured with a ruler.
///
/// ```swift
/// let pages = PulsePages(readings: readings, paper: .a4)
/// let pdf = try pages.pdf(title: "Pulse")
/// ```
public struct PulsePages {
  /// A sheet's size in millimeters.
  public typealias Paper = PaperSize

  private let readings: [HeartRateReading]
  private let firstTime: Double
  private let paper: Paper

  /// The millimeters of paper per second: the speed at which cardiographs print.
  private let speed = 25.0

  /// Points of a strip with its axis, and between two.
  private let stripHeight = 84.0
  private let gap = 8.0

  /// Points that the edges, and the line of text above, take from a sheet.
  private let edges = 48.0
  private let heading = 40.0

  /// Makes the pages of readings.
  ///
  /// - Parameter firstTime: The time of the recording's first frame, in seconds on its clock.
  public init(readings: [HeartRateReading], firstTime: Double = 0, paper: Paper = .a4) {
    (self.readings, self.firstTime, self.paper) = (readings, firstTime, paper)
  }

  private var size: (width: Double, height: Double) { paper.points }

  /// Whole seconds that a strip has room for.
  private var secondsPerStrip: Double {
    let points = speed * PaperSize.pointsPerMillimeter
    return max(1, ((size.width - edges) / points).rounded(.down))
  }

  private var stripsPerPage: Int {
    max(1, Int((size.height - edges - heading + gap) / (stripHeight + gap)))
  }

  /// The parts of the recording, a strip each, in seconds from its first frame.
  private var strips: [ClosedRange<Double>] {
    guard let span = readings.span(from: firstTime) else { return [] }
    let length = span.upperBound - span.lowerBound
    let count = min((length / secondsPerStrip).rounded(.up), Self.most)
    return (0..<Int(count)).map {
      let from = span.lowerBound + Double($0) * secondsPerStrip
      return from...from + secondsPerStrip
    }
  }

  /// The most strips: times may be wrong and reach over years.
  private static let most = 10_000.0

  /// Returns the pages as a PDF file. Each has the title, the speed, and which page of how many it is.
  public func pdf(title: String, scheme: ChartColorScheme = .automatic) throws -> Data {
    let strips = strips
    let pages = stride(from: 0, to: max(strips.count, 1), by: stripsPerPage).map {
      Array(strips.dropFirst($0).prefix(stripsPerPage))
    }
    return try ChartRenderer.pdf(
      pages.enumerated().map { index, strips in
        let number = pages.count > 1 ? ", page \(index + 1) of \(pages.count)" : ""
        return ChartRenderer(
          page(strips), width: size.width, height: size.height,
          title: "\(title), \(ChartNumber.short(speed)) mm/s, lines at beats\(number)")
      }, scheme: scheme)
  }

  private func page(_ strips: [ClosedRange<Double>]) -> some View {
    VStack(alignment: .leading, spacing: CGFloat(gap)) {
      ForEach(strips, id: \.lowerBound) { strip in
        PulseWaveformChart(
          readings: readings, firstTime: firstTime, range: strip, millimetersPerSecond: speed,
          namesAxes: false
        )
        .frame(height: CGFloat(stripHeight))
      }
    }
  }
}
