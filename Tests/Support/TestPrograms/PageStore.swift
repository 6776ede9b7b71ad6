import FoundationEssentials
import TestSupport

/// A store as a person has it after some time.
enum PageStore {
  /// Days up to yesterday, in UTC, of twenty types.
  static func fill(_ store: String, days: Int, in folder: TemporaryFolder) throws {
    var generator = SeededGenerator(seed: 32)
    var lines: [String] = []
    func add(
      _ kind: String, _ start: Double, _ length: Double, _ rest: String, source: String = "Watch"
    ) {
      func text(_ time: Double) -> String { Date(timeIntervalSince1970: time).ISO8601Format() }
      lines.append(
        #"{"kind":"\#(kind)","start":"\#(text(start))","end":"\#(text(start + length))",\#(rest),"#
          + #""source":{"name":"\#(source)","bundle_identifier":"org.example.\#(source.prefix(4).lowercased())"}}"#
      )
    }
    func quantity(_ type: String, _ values: ClosedRange<Int>, _ unit: String, by scale: Double = 1)
      -> String
    {
      let value = Double(Int.random(in: values, using: &generator)) / scale
      return #""type":"HKQuantityTypeIdentifier\#(type)","value":\#(value),"unit":"\#(unit)""#
    }
    let today = (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
    for day in 1...days {
      let midnight = today - Double(day) * 86_400
      for hour in 0..<24 {
        let time = midnight + Double(hour) * 3600
        let range = hour < 7 ? 46...58 : hour == 18 ? 110...150 : 62...92
        add("quantity", time + 600, 0, quantity("HeartRate", range, "count/min"))
        add("quantity", time + 2400, 0, quantity("HeartRate", range, "count/min"))
        guard hour > 6 else { continue }
        add("quantity", time, 2400, quantity("StepCount", 20...1400, "count"))
        add("quantity", time, 2400, quantity("ActiveEnergyBurned", 5...60, "kcal"))
      }
      let morning = midnight + 8 * 3600
      let once: [(String, ClosedRange<Int>, String, Double)] = [
        ("RestingHeartRate", 52...61, "count/min", 1),
        ("HeartRateVariabilitySDNN", 300...600, "ms", 10),
        ("OxygenSaturation", 94...99, "%", 100), ("RespiratoryRate", 125...160, "count/min", 10),
        ("DistanceWalkingRunning", 2000...9000, "m", 1), ("FlightsClimbed", 1...14, "count", 1),
        ("AppleExerciseTime", 5...70, "min", 1), ("DietaryWater", 20...60, "fl_oz_us", 1),
        ("DietaryCaffeine", 50...200, "g", 1000), ("WalkingSpeed", 110...150, "m/s", 100),
        ("BodyMass", 770...790, "kg", 10), ("BodyTemperature", 362...371, "degC", 10),
        ("VO2Max", 400...440, "mL/(kg.min)", 10), ("BloodGlucose", 80...130, "mg/dL", 1),
        ("EnvironmentalAudioExposure", 45...80, "dBASPL", 1),
      ]
      for (type, values, unit, scale) in once {
        add("quantity", morning, 0, quantity(type, values, unit, by: scale))
      }
      add("category", morning, 3600, #""type":"HKCategoryTypeIdentifierHeadache","value":3"#)
      add("category", morning, 720, #""type":"HKCategoryTypeIdentifierMindfulSession","value":0"#)
      var time = midnight - 3600 + Double.random(in: 0...3600, using: &generator)
      for stage in [3, 4, 3, 5, 2, 3, 4, 5, 3, 5] {
        let length = Double(Int.random(in: 1200...3600, using: &generator))
        add(
          "category", time, length,
          #""type":"HKCategoryTypeIdentifierSleepAnalysis","value":\#(stage)"#)
        time += length
      }
      let (upper, lower) = (
        Int.random(in: 108...135, using: &generator), Int.random(in: 68...88, using: &generator)
      )
      func member(_ name: String, _ value: Int) -> String {
        let start = Date(timeIntervalSince1970: morning).ISO8601Format()
        return
          #"{"kind":"quantity","type":"HKQuantityTypeIdentifierBloodPressure\#(name)","value":\#(value),"#
          + #""unit":"mmHg","start":"\#(start)","end":"\#(start)","#
          + #""source":{"name":"Cuff <b>","bundle_identifier":"org.example.cuff"}}"#
      }
      add(
        "correlation", morning, 0,
        #""type":"HKCorrelationTypeIdentifierBloodPressure","members":[\#(member("Systolic", upper)),\#(member("Diastolic", lower))]"#,
        source: "Cuff <b>")
    }
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "samples-\(days).ndjson")
    let result = try Heartcam.run("store", "import", "--store", store, file)
    guard result.ending == .exit(0), !result.errors.contains("left out") else {
      throw UnexpectedOutput(description: "\(result)")
    }
  }
}
