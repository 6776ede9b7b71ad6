package import Charts

/// What a program took during a long run, once a second, as `bench/long-runs` noted it.
package struct LongRun: Sendable {
  package struct Moment: Sendable {
    /// Seconds since the start.
    package let time: Double

    /// Resident memory of the program and all that it started, in MB.
    package let memory: Double

    package let descriptors: Double

    /// Seconds of processor time.
    package let processorTime: Double

    /// How far the run was, in a unit of its own.
    package let progress: Double
  }

  package let name: String
  package let moments: [Moment]

  /// Reads a table; `nil` if it holds no moment, or a cell that is no number.
  package init?(name: String, csv: String) {
    var moments: [Moment] = []
    for line in csv.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",").compactMap { Double($0) }
      guard cells.count == 5 else { return nil }
      moments.append(
        Moment(
          time: cells[0], memory: cells[1], descriptors: cells[2], processorTime: cells[3],
          progress: cells[4]))
    }
    guard !moments.isEmpty else { return nil }
    self.name = name
    self.moments = moments
  }

  /// The median of what a moment has over a share of the run, from 0 to 1 of its time.
  package func median(
    _ value: (Moment) -> Double, from start: Double = 0, to end: Double = 1
  ) -> Double {
    let last = moments[moments.count - 1].time
    let values = moments.filter { (start * last...end * last).contains($0.time) }.map(value)
      .sorted()
    return values.isEmpty ? .nan : values[values.count / 2]
  }

  /// The processor time that the second half of the work took, over that of the first half. The work is what was done up to
  /// the middle of the run and from there to the end of its progress; 1 is linear.
  package var secondHalf: Double {
    guard let end = moments.last?.progress, end > 0,
      let middle = moments.first(where: { $0.progress >= end / 2 }),
      let done = moments.first(where: { $0.progress >= end }),
      let began = moments.last(where: { $0.progress <= moments[0].progress })
    else { return .nan }
    let first =
      (middle.processorTime - began.processorTime) / (middle.progress - began.progress)
    let second = (done.processorTime - middle.processorTime) / (end - middle.progress)
    return second / first
  }
}

/// Memory, descriptors and progress of long runs, a row each.
package struct LongRunPlot: View {
  private let runs: [LongRun]

  package init(runs: [LongRun]) { self.runs = runs }

  /// The text of an SVG file. Throws if the typeface is missing.
  package var svg: String {
    get throws { try ChartRenderer(self).svg() }
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 20) {
      ForEach(Array(runs.enumerated()), id: \.offset) { run in
        HStack(alignment: .top, spacing: 24) {
          panel(run.element, "memory", "MB", \.memory)
          panel(run.element, "descriptors", "open descriptors", \.descriptors)
          panel(run.element, "processor time", "seconds", \.processorTime)
        }
      }
    }
  }

  private func panel(
    _ run: LongRun, _ title: String, _ label: String, _ value: (LongRun.Moment) -> Double
  ) -> some View {
    let points = run.moments.map { (time: $0.time, value: value($0)) }
    return PlotPanel("\(run.name): \(title)") {
      Chart {
        ForEach(Array(points.enumerated()), id: \.offset) { point in
          LineMark(
            x: .value("Seconds", point.element.time), y: .value(title, point.element.value)
          )
          .foregroundStyle(PlotText.color(0))
        }
      }
      .chartYScale(domain: 0...max(1, (points.map(\.value).max() ?? 1) * 1.1))
      .chartXAxisLabel("seconds")
      .chartYAxisLabel(label)
    }
  }
}
