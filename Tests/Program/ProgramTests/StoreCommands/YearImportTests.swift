import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A year of a person's data in Apple's form, as a watch, a phone, a cuff and two apps collect it.
///
/// `HEARTCAM_YEAR` says how many records; a year of a watch has some three million. Without it there are a
/// few thousand.
struct YearImportTests {
  private static let count =
    ProcessInfo.processInfo.environment["HEARTCAM_YEAR"].flatMap { Int($0) } ?? 6000

  /// What is recorded, how often among all records, in which unit and within which values, by whom.
  private static let kinds:
    [(type: String, share: Int, unit: String, low: Double, high: Double, source: Int)] = [
      ("ActiveEnergyBurned", 320, "kcal", 0.1, 3, 0), ("HeartRate", 180, "count/min", 48, 170, 0),
      ("BasalEnergyBurned", 120, "kcal", 0.2, 20, 0),
      ("DistanceWalkingRunning", 90, "km", 0.001, 0.3, 0),
      ("StepCount", 60, "count", 1, 200, 0), ("StepCount", 50, "count", 1, 200, 1),
      ("DistanceWalkingRunning", 50, "km", 0.001, 0.3, 1),
      ("PhysicalEffort", 40, "kcal/hr·kg", 1, 9, 0),
      ("AppleStandTime", 15, "min", 1, 5, 0), ("AppleExerciseTime", 12, "min", 1, 1, 0),
      ("EnvironmentalAudioExposure", 12, "dBASPL", 40, 90, 0),
      ("RespiratoryRate", 10, "count/min", 11, 19, 0),
      ("WalkingSpeed", 8, "km/hr", 2, 6, 1), ("WalkingStepLength", 8, "cm", 50, 85, 1),
      ("WalkingDoubleSupportPercentage", 6, "%", 0.2, 0.35, 1),
      ("WalkingAsymmetryPercentage", 3, "%", 0, 0.2, 1),
      ("OxygenSaturation", 5, "%", 0.93, 1, 0), ("HeadphoneAudioExposure", 5, "dBASPL", 50, 85, 1),
      ("FlightsClimbed", 4, "count", 1, 4, 1), ("HeartRateVariabilitySDNN", 3, "ms", 18, 110, 0),
      ("TimeInDaylight", 3, "min", 1, 5, 0), ("StairAscentSpeed", 2, "m/s", 0.2, 0.6, 1),
      ("BloodGlucose", 2, "mmol&lt;180.1558800000541&gt;/L", 4, 9, 3),
      ("BodyMass", 1, "kg", 70, 74, 2),
      ("RestingHeartRate", 1, "count/min", 50, 60, 0), ("VO2Max", 1, "mL/min·kg", 38, 46, 0),
      ("DietaryEnergyConsumed", 1, "kcal", 100, 900, 4),
      ("AppleSleepingWristTemperature", 1, "degC", 34, 36, 0),
    ]

  private static let sources = [
    ("Ada’s Apple Watch", "10.2"), ("Ada’s iPhone", "17.2.1"), ("Withings &amp; Co", "6100301"),
    ("Dexcom G7", "2.1"), ("Müsli 💚", "8.4.1"),
  ]

  @Test func `a year is imported with nothing left out, in bounded memory`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("export.xml")
    let written = try Self.write(to: path)
    let store = folder.file("health.db")
    let clock = ContinuousClock()
    let start = clock.now
    let process = try Heartcam.start(["store", "import", "--json", "--store", store, path])
    var peak = 0
    while process.isRunning {
      peak = max(peak, process.peakKilobytes)
      usleep(20_000)
    }
    let result = process.result(within: .seconds(1800))
    let seconds = (clock.now - start) / .seconds(1)
    #expect(result.ending == .exit(0), "\(result)")
    // Members are counted with their correlation, so the store itself says how many samples there are.
    let shown = try Heartcam.run("store", "show", "--json", "--store", store)
    #expect(shown.output.contains("\"samples\":\(written),"), "\(written): \(shown) \(result)")
    #expect(result.output.contains("\"defects\":{},"), "\(result)")
    #expect(peak < 300_000, "\(peak) kB")
    let check = try Heartcam.start(["store", "check", "--store", store]).result(
      within: .seconds(1800))
    #expect(check.ending == .exit(0), "\(check)")
    if Self.count > 100_000 {
      print("\(written) samples in \(Int(seconds)) s, \(peak / 1024) MB at most")
    }
  }

  /// Writes the export, and returns how many samples are in it.
  private static func write(to path: String) throws -> Int {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    var random = SeededGenerator(seed: 20_260_131)
    let total = kinds.reduce(0) { $0 + $1.share }
    let year = 365 * 86_400.0
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n", file)
    fputs(" <ExportDate value=\"2026-01-31 09:00:00 +0100\"/>\n", file)
    var samples = 0
    for index in 0..<count {
      let time = year * Double(index) / Double(count)
      var left = Int.random(in: 0..<total, using: &random)
      let kind = kinds.first { kind in
        left -= kind.share
        return left < 0
      }
      guard let kind else { continue }
      let value = Double.random(in: kind.low...kind.high, using: &random)
      let isWhole = ["count", "count/min"].contains(kind.unit)
      let shown = isWhole ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
      let (name, version) = sources[kind.source]
      let end =
        time + (kind.unit == "count/min" ? 0 : Double.random(in: 1...300, using: &random).rounded())
      var line = " <Record type=\"HKQuantityTypeIdentifier\(kind.type)\" sourceName=\"\(name)\" "
      line +=
        "sourceVersion=\"\(version)\" unit=\"\(kind.unit)\" creationDate=\"\(date(end + 9))\" "
      line += "startDate=\"\(date(time))\" endDate=\"\(date(end))\" value=\"\(shown)\""
      if kind.type == "HeartRate" {
        line +=
          ">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/>\n </Record>\n"
      } else {
        line += "/>\n"
      }
      samples += 1
      switch index % 2000 {
      case 0: samples += night(at: time, &line)
      case 500: samples += pressure(at: time, &random, &line)
      case 1000: samples += workout(at: time, &line)
      default: break
      }
      fputs(line, file)
    }
    fputs("</HealthData>\n", file)
    return samples
  }

  private static func night(at time: Double, _ text: inout String) -> Int {
    for (index, stage) in ["InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"].enumerated() {
      let start = time + Double(index * 1800)
      text +=
        " <Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"\(sources[0].0)\" "
      text += "startDate=\"\(date(start))\" endDate=\"\(date(start + 1800))\" "
      text += "value=\"HKCategoryValueSleepAnalysis\(stage)\"/>\n"
    }
    return 5
  }

  private static func pressure(
    at time: Double, _ random: inout SeededGenerator, _ text: inout String
  ) -> Int {
    let numbers = [
      ("Systolic", Int.random(in: 105...139, using: &random)),
      ("Diastolic", Int.random(in: 62...88, using: &random)),
    ]
    // Apple writes the members inside their correlation and once more beside it.
    let members = numbers.map { name, value in
      "<Record type=\"HKQuantityTypeIdentifierBloodPressure\(name)\" sourceName=\"\(sources[2].0)\" "
        + "unit=\"mmHg\" startDate=\"\(date(time))\" endDate=\"\(date(time))\" value=\"\(value)\"/>\n"
    }.joined()
    text += members
    text +=
      " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"\(sources[2].0)\" "
    text += "startDate=\"\(date(time))\" endDate=\"\(date(time))\">\n\(members)</Correlation>\n"
    return 3
  }

  private static func workout(at time: Double, _ text: inout String) -> Int {
    text +=
      " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"31.5\" durationUnit=\"min\" "
    text +=
      "sourceName=\"\(sources[0].0)\" startDate=\"\(date(time))\" endDate=\"\(date(time + 1890))\">\n"
    text += "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" "
    text +=
      "startDate=\"\(date(time))\" endDate=\"\(date(time + 1890))\" sum=\"5.2\" unit=\"km\"/>\n </Workout>\n"
    return 1
  }

  /// A second of 2025 as Apple writes it.
  private static func date(_ seconds: Double) -> String {
    var moment = time_t(1_735_689_600 + seconds)
    var time = tm()
    gmtime_r(&moment, &time)
    var buffer = [CChar](repeating: 0, count: 40)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S +0000", &time)
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
