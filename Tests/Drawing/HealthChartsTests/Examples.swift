import Charts
import HealthCharts
import Photoplethysmography

/// Data that the tests draw: made by hand, so that no change of the signal core changes a picture.
enum Examples {
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    return calendar
  }()

  /// 27 March 2026, midnight in Berlin; the clocks go forward two days later.
  static let start = Date(timeIntervalSinceReferenceDate: 796_258_800)

  /// A minute and a half in intervals of ten seconds; the fourth and fifth are refused, and one beat in
  /// the seventh came early.
  static func readings() throws -> [HeartRateReading] {
    let times = beatTimes
    return try (0..<9).map { index in
      let (begin, end) = (Double(index) * 10, Double(index) * 10 + 10)
      let refused = index == 3 || index == 4
      let beats = times.enumerated().filter { (begin..<end).contains($0.element) }
      var object: [String: Any] = [
        "start": begin, "end": end, "quality": refused ? 0 : index == 6 ? 0.7 : 0.95,
        "light": [Any](), "beats": [Any](), "pulse": [Double](),
        "outcome": ["refused": ["_0": "no_finger"]],
      ]
      if !refused {
        let rate = 66 + 3 * sin(Double(index))
        object["outcome"] = [
          "rate": ["_0": ["beatsPerMinute": rate, "low": rate - 1.2, "high": rate + 1.4]]
        ]
        object["channel"] = "red"
        object["beats"] = beats.map { beat -> [String: Double] in
          var own = ["time": beat.element, "quality": 0.95]
          if beat.offset > 0 { own["interval"] = beat.element - times[beat.offset - 1] }
          return own
        }
        object["pulse"] = (0..<300).map { point -> Double in
          let time = begin + Double(point) / 30
          return times.reduce(-0.6) { sum, beat in
            let since = time - beat
            return sum + 2.4 * exp(-since * since / 0.012)
              + 0.9 * exp(-(since - 0.32) * (since - 0.32) / 0.02)
          }
        }
      }
      let json = try JSONSerialization.data(withJSONObject: object)
      return try JSONDecoder().decode(HeartRateReading.self, from: json)
    }
  }

  /// Beats with a breath each four seconds and an early one.
  static let beatTimes: [Double] = {
    var times: [Double] = []
    var time = 0.4
    while time < 90 {
      times.append(time)
      let usual = 0.9 + 0.05 * sin(time * 2 * .pi / 4)
      time += (64..<65).contains(time) ? 0.55 : usual
    }
    return times
  }()

  static func charts() throws -> RecordingCharts {
    let readings = try readings()
    let series = BeatSeries(readings: readings)
    return RecordingCharts(
      readings: readings,
      variability: HeartRateVariability(of: series, rhythm: RhythmRegularity(of: series)),
      firstTime: 0)
  }

  /// Days with a gap, and one with a single value.
  static var ranges: RangesChart {
    RangesChart(
      buckets: (0..<14).filter { $0 != 5 }.map { day in
        let begin = calendar.date(byAdding: .day, value: day, to: start) ?? start
        let end = calendar.date(byAdding: .day, value: 1, to: begin) ?? begin
        let low = 52 + Double((day * 7) % 9)
        let high = day == 9 ? low : low + 40 + Double((day * 13) % 50)
        return .init(
          start: begin, end: end, minimum: low, maximum: high, mean: (low + high) / 2, count: 40)
      }, title: "Heart rate by day", unit: RangesChart.beatsPerMinute)
  }

  /// A year of weeks with a gap.
  static var weeks: RangesChart {
    RangesChart(
      buckets: (0..<52).filter { $0 != 20 }.map { week in
        let begin = start.addingTimeInterval(Double(week) * 604_800)
        return .init(
          start: begin, end: begin.addingTimeInterval(604_800),
          minimum: 44 + Double((week * 7) % 9), maximum: 150 + Double((week * 13) % 30),
          mean: 72 + 6 * sin(Double(week) / 8), count: 700)
      }, title: "Heart rate by week", unit: RangesChart.beatsPerMinute)
  }

  static var sums: SumsChart {
    SumsChart(
      sums: (0..<14).map { day in
        let begin = calendar.date(byAdding: .day, value: day, to: start) ?? start
        return .init(
          start: begin, end: calendar.date(byAdding: .day, value: 1, to: begin) ?? begin,
          value: 4000 + Double((day * 3771) % 8000))
      }, unit: "steps", title: "Steps by day")
  }

  static var night: HypnogramChart {
    let stages = [
      "Awake", "Core", "Deep", "Core", "REM", "Core", "Deep", "Core", "REM", "Awake", "Core", "REM",
    ]
    return HypnogramChart(
      stages: stages.enumerated().map { index, name in
        .init(
          start: start + Double(index) * 2400, end: start + Double(index + 1) * 2400, name: name)
      })
  }

  static var nights: NightsChart {
    NightsChart(
      nights: (0..<14).filter { $0 != 4 }.map { day in
        let begin = calendar.date(byAdding: .day, value: day, to: start) ?? start
        let (deep, awake) = (0.8 + Double((day * 7) % 9) / 10, Double((day * 5) % 4) / 6)
        return .init(
          start: begin, end: calendar.date(byAdding: .day, value: 1, to: begin) ?? begin,
          hours: [
            "Awake": awake, "REM": 1.5, "Core": 3.4 + Double((day * 3) % 5) / 4, "Deep": deep,
          ])
      })
  }

  static var agreement: AgreementChart {
    AgreementChart(
      pairs: (0..<40).map { index in
        let truth = 60 + Double((index * 17) % 50)
        return .init(
          first: truth + 2 * sin(Double(index * index)),
          second: truth + cos(Double(index) * 3) - 0.5)
      }, first: "Camera", second: "Strap")
  }

  /// Five seconds in which red pulses, and all colors follow a light that sways.
  static func refused() throws -> RefusedRateChart {
    let channels = ["red", "green", "blue"]
    let object: [String: Any] = [
      "beatsPerMinute": 72.0, "chance": 0.3, "against": "light", "start": 20.0,
      "beats": [20.4, 21.2, 22, 22.9, 23.7, 24.5],
      "courses": channels.enumerated().map { index, channel -> [String: Any] in
        let values = (0..<150).map { point -> Double in
          let time = Double(point) / 30
          let sway = 2 * sin(time * 1.9)
          return sway * (1 + 0.1 * Double(index)) + (index == 0 ? sin(time * 2 * .pi * 1.2) : 0)
        }
        return ["channel": channel, "isShareOfLevel": true, "values": values]
      },
    ]
    let json = try JSONSerialization.data(withJSONObject: object)
    return RefusedRateChart(try JSONDecoder().decode(RefusedRate.self, from: json))
  }

  /// Forty bands with a gap.
  static var bands: BandsChart {
    BandsChart(
      bands: (0..<40).filter { $0 != 25 }.map { index in
        let begin = start.addingTimeInterval(Double(index) * 864_000)
        let median = 64 + 6 * sin(Double(index) / 6)
        return .init(
          start: begin, end: begin.addingTimeInterval(864_000), count: 14_400,
          minimum: median - 22, quantiles: [-14, -6, 0, 9, 30].map { median + $0 },
          maximum: median + 70 + Double((index * 7) % 12))
      }, title: "Heart rate", unit: RangesChart.beatsPerMinute)
  }

  static let kinds = [
    "ranges", "weeks", "bands", "readings", "pulse", "refused", "tachogram", "poincare", "spectrum",
    "quality",
    "agreement", "night", "nights", "sums",
  ]

  static func chart(_ kind: String) throws -> any HealthChart {
    let charts = try charts()
    switch kind {
    case "ranges": return ranges
    case "weeks": return weeks
    case "bands": return bands
    case "readings": return charts.readingsChart
    case "pulse": return charts.waveform(range: 0...20)
    case "refused": return try refused()
    case "tachogram": return charts.tachogram
    case "poincare": return charts.poincare
    case "spectrum": return charts.spectrum
    case "quality": return charts.qualityStrip
    case "agreement": return agreement
    case "night": return night
    case "nights": return nights
    default: return sums
    }
  }

  static func renderer(_ kind: String, width: Double? = nil) throws -> ChartRenderer {
    func made(_ chart: some HealthChart) -> ChartRenderer {
      ChartRenderer(
        chart, width: width ?? chart.preferredSize?.width ?? 600,
        height: width.map { $0 / 2 } ?? chart.preferredSize?.height ?? 300, title: chart.title,
        calendar: calendar)
    }
    return made(try chart(kind))
  }
}
