public import FoundationEssentials
import JSONCoding
import SampleStore

/// The summary of a run, one row per step: read from its folder alone.
public struct RunSummary: Sendable {
  /// A reading of a file.
  public struct Reading: Sendable, Equatable {
    /// When it began.
    public var start: Date

    /// When it ended; an instant ends when it begins.
    public var end: Date

    /// The value in the recorder's unit.
    public var value: Double

    /// The unit.
    public var unit: String

    /// The source's name.
    public var source: String

    /// The chance that it is right; `nil` if the source does not say.
    public var quality: Double?

    /// The same in beats per minute, if the recorder had another unit.
    fileprivate var inBeatsPerMinute: Reading {
      guard let own = try? QuantityUnit(unit), own != .countPerMinute,
        let rate = try? own.convert(value, to: .countPerMinute)
      else { return self }
      var reading = self
      reading.value = rate
      reading.unit = QuantityUnit.countPerMinute.description
      return reading
    }
  }

  /// A file of a result that is not read, and why.
  public struct Unreadable: Sendable, Equatable {
    /// Its path, relative to the run's folder.
    public var path: String

    /// The reason, without a period.
    public var reason: String
  }

  /// A step with its recorded heart rates.
  public struct Step: Sendable {
    /// The step's result.
    public let result: StepResult

    /// Its heart rates in the order of time, in beats per minute.
    public let readings: [Reading]

    /// Files that could not be read.
    public let unreadable: [Unreadable]

    /// The mean, lowest and highest rate; `nil` without readings.
    public var mean: Double? {
      readings.isEmpty ? nil : readings.reduce(0) { $0 + $1.value } / Double(readings.count)
    }

    /// The lowest rate; `nil` without readings.
    public var least: Double? { readings.map(\.value).min() }

    /// The highest rate; `nil` without readings.
    public var greatest: Double? { readings.map(\.value).max() }

    /// The mean quality; `nil` if the source gives none.
    public var quality: Double? {
      let values = readings.compactMap(\.quality)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// The mean's difference to the first step of rest that has readings; `nil` for that step itself and
    /// if no step of rest has readings.
    public fileprivate(set) var changeFromRest: Double?

    /// Beats per minute per minute by which the rate changes in the first minute of rest after effort, by
    /// least squares; `nil` for other steps.
    public fileprivate(set) var recoverySlope: Double?

    /// Whether the run was killed in this step, or is still in it.
    public fileprivate(set) var isOpen = false
  }

  /// The run's result.
  public let result: TaskResult

  /// The steps that recorded anything, in their order.
  public private(set) var steps: [Step]

  /// Reads the folder of a run, also of one that was killed or is still running: its last step has
  /// the content of the disk.
  public init(of folder: String) throws(StudyError) {
    var result = try RunFolder.result(in: folder)
    let open = result.finishReason == nil ? result.openStep : nil
    if let open { result.steps.append(open.interrupted(in: folder, notBefore: result.end).step) }
    self.init(of: result, in: folder)
    if open != nil, !steps.isEmpty { steps[steps.count - 1].isOpen = true }
  }

  /// Reads the files that a result names.
  public init(of result: TaskResult, in folder: String) {
    self.result = result
    var steps: [Step] = []
    for step in result.steps where step.items.contains(where: { $0.isOfRecorder }) {
      var (readings, unreadable): ([Reading], [Unreadable]) = ([], [])
      for file in step.files where file.fileName.hasPrefix("HKQuantityTypeIdentifierHeartRate_") {
        // A path that leads out of the folder was not written by a run.
        if let problem = RunFolder.problem(ofPath: file.path, in: folder) {
          unreadable.append(Unreadable(path: file.path, reason: problem))
        } else if let found = Self.readings(in: "\(folder)/\(file.path)") {
          readings += found.map(\.inBeatsPerMinute)
        } else {
          unreadable.append(Unreadable(path: file.path, reason: "it is damaged"))
        }
      }
      steps.append(
        Step(
          result: step, readings: readings.sorted { $0.start < $1.start },
          unreadable: unreadable))
    }
    self.steps = steps
    compare()
  }

  /// Returns the readings of a recorder's file; `nil` for any other file.
  public static func readings(in path: String) -> [Reading]? {
    guard let text = try? RunFolder.text(of: path),
      let value = try? JSONParser.value(of: Array(text.utf8)), let items = value["items"]
    else { return nil }
    return items.elements.compactMap { item in
      guard let value = item["value"]?.number, let (start, end) = ResultDates.dates(item) else {
        return nil
      }
      return Reading(
        start: start, end: end, value: value, unit: item["unit"]?.string ?? "",
        source: item["source"]?.string ?? "",
        quality: item["metadata"]?["HeartcamQuality"]?.number)
    }
  }

  private mutating func compare() {
    let rest = steps.firstIndex { $0.effort == .rest && !$0.readings.isEmpty }
    for index in steps.indices where index != rest {
      guard let rest, let mean = steps[index].mean, let base = steps[rest].mean else { continue }
      steps[index].changeFromRest = mean - base
    }
    for index in steps.indices.dropFirst()
    where steps[index].effort == .rest && steps[index - 1].effort.map({ $0 != .rest }) == true {
      steps[index].recoverySlope = Self.slope(steps[index].readings)
    }
  }

  /// Beats per minute per minute over the first minute; `nil` below three readings.
  private static func slope(_ readings: [Reading]) -> Double? {
    guard let start = readings.first?.end else { return nil }
    let points = readings.map { ($0.end.timeIntervalSince(start) / 60, $0.value) }
      .filter { $0.0 <= 1 }
    let count = Double(points.count)
    let (x, y) = (
      points.reduce(0) { $0 + $1.0 } / count, points.reduce(0) { $0 + $1.1 } / count
    )
    let spread = points.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
    guard points.count >= 3, spread > 0 else { return nil }
    return points.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / spread
  }
}

extension RunSummary.Step {
  /// The effort of the person; `nil` if the task does not say.
  public var effort: StepActivity.Effort? {
    result.details["effort"].flatMap(StepActivity.Effort.init)
  }

  /// The failures of recorders, one sentence each.
  public var failures: [String] {
    result.items.compactMap {
      if case .failure(let identifier, let sentence) = $0 {
        "\(identifier): \(sentence)"
      } else {
        nil
      }
    }
  }
}

extension ItemResult {
  fileprivate var isOfRecorder: Bool {
    switch self {
    case .file, .failure: true
    case .answer: false
    }
  }
}
