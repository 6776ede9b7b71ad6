import CivilTime
import Glibc
import SampleStore

/// How another program writes its records, as far as their names do not say it: a description, which
/// `RecordReader` follows for records of JSON, XML, FIT and tables alike.
struct HealthForm: Sendable {
  /// The program, or the form.
  let name: String

  /// Whether its files are tables; else they are of nested elements.
  var isTable = false

  /// Texts that all stand in the beginning of a file of the form.
  var marks: [String] = []

  /// The elements that are records, by name; empty for every object of an array.
  var rows: Set<String> = []

  /// What must be said around a record before it can be read, as paths of the elements around.
  var context: Set<String> = []

  /// What fields mean whose names do not say it, by their paths: a name of `--map`, and a unit behind a blank.
  var fields: [String: String] = [:]

  /// Types by the words of the form.
  var types: [String: String] = [:]

  /// Other words of the form for sports and stages, or its codes, each with ours.
  var words: [String: String] = [:]

  /// Whether times without an offset are in UTC; else they are local.
  var isUTC = false

  /// Which number comes first in its dates.
  var dateOrder: DateOrder?

  /// Marks a field of an element around a record: `^name`.
  static let outer: Character = "^"

  /// A table, or records, of no known program.
  static let unknown = HealthForm(name: "")

  /// JSON of no known program, which may have pairs of a time and a value.
  static let unknownJSON = HealthForm(name: "", fields: ["0": "date", "1": "value"])

  /// What a field says; `nil` if it is of no use.
  func heading(_ name: String) -> Heading? {
    // The second of its name, and what is around, are of the same meaning.
    var path = name.first == Self.outer ? String(name.dropFirst()) : name.trimmed
    if let mark = path.firstIndex(of: "#") { path = String(path[..<mark]) }
    let last = path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) }
    if let text = fields[path] ?? last.flatMap({ fields[$0] }) {
      let parts = text.split(separator: " ", maxSplits: 1)
      guard let meaning = FieldMeaning(named: parts[0]) else { return nil }
      return Heading(
        meaning, unit: parts.count > 1 ? try? QuantityUnit(spelled: String(parts[1])) : nil)
    }
    return Heading(path)
  }

  /// The type that a word means in this form.
  func type(_ word: String) -> SampleType? {
    if let type = SampleType(named: types[word] ?? word) { return type }
    guard case .sample(let type)? = Heading(word)?.meaning else { return nil }
    return type
  }

  /// The type that the name of a file says: that of the most words in it.
  func type(inFileName name: String) -> SampleType? {
    let words = name.split { !$0.isLetter }.map(String.init)
    for count in stride(from: words.count, to: 0, by: -1) {
      for first in 0...(words.count - count) {
        if let type = type(words[first..<(first + count)].joined(separator: "_")) { return type }
      }
    }
    return nil
  }

  /// The form of a file that begins with a text; `nil` if it is none of the table.
  static func recognized(in head: String) -> HealthForm? {
    all.first { $0.marks.allSatisfy(head.holds) }
  }
}

extension String {
  /// Returns whether a text is in it, byte by byte: a search by characters takes longer than many an import.
  func holds(_ text: String) -> Bool {
    var (own, wanted) = (self, text)
    return own.withUTF8 { own in
      wanted.withUTF8 { wanted in
        guard var place = own.baseAddress, let sought = wanted.baseAddress else { return false }
        let last = place + own.count - wanted.count
        while place <= last, let found = memchr(place, Int32(sought[0]), last - place + 1) {
          if memcmp(found, sought, wanted.count) == 0 { return true }
          place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
      }
    }
  }
}

/// The table of forms. A new one is a row here.
extension HealthForm {
  static let all: [HealthForm] = [
    HealthForm(
      name: "Health Auto Export", marks: ["\"metrics\"", "\"units\"", "\"data\""],
      context: ["^name", "^units"],
      fields: ["name": "type", "units": "unit", "qty": "value", "startDate": "date"],
      types: [
        "blood_oxygen_saturation": "OxygenSaturation", "weight_body_mass": "BodyMass",
        "active_energy": "ActiveEnergyBurned", "basal_energy_burned": "BasalEnergyBurned",
        "walking_running_distance": "DistanceWalkingRunning",
        "heart_rate_variability": "HeartRateVariabilitySDNN", "cycling_distance": "DistanceCycling",
      ]),
    HealthForm(
      name: "Health Auto Export", isTable: true, marks: ["Date/Time", "(count/min)"],
      fields: ["Heart Rate Variability (ms)": "HeartRateVariabilitySDNN ms"]),
    HealthForm(
      name: "Polar", marks: ["\"deviceDays\"", "\"secondsFromDayStart\""],
      fields: ["secondsFromDayStart": "time s", "source": "ignored"]),
    HealthForm(
      name: "Polar", marks: ["\"exercises\"", "\"samples\"", "\"heartRate\""],
      fields: ["startTime": "ignored", "type": "ignored"]),
    HealthForm(
      name: "Fitbit", marks: ["\"activities-heart-intraday\""], types: ["dataset": "HeartRate"]),
    HealthForm(
      name: "Fitbit", marks: ["\"dateTime\"", "\"levels\"", "\"logId\""],
      fields: ["level": "SleepAnalysis", "seconds": "duration", "startTime": "ignored"]),
    HealthForm(
      name: "Fitbit", marks: ["\"dateTime\"", "\"error\"", "\"date\""],
      fields: ["value.value": "RestingHeartRate count/min", "value.date": "ignored"],
      dateOrder: .monthFirst),
    HealthForm(
      name: "Fitbit", marks: ["\"dateTime\"", "\"value\""], isUTC: true, dateOrder: .monthFirst),
    HealthForm(
      name: "Google Fit", marks: ["\"Data Points\"", "\"fitValue\""], rows: ["Data Points"],
      fields: [
        "fitValue.value.fpVal": "value", "fitValue.value.intVal": "value", "dataTypeName": "type",
      ],
      types: [
        "com.google.heart_rate.bpm": "HeartRate", "com.google.step_count.delta": "StepCount",
        "com.google.weight": "BodyMass", "com.google.oxygen_saturation": "OxygenSaturation",
        "com.google.calories.expended": "ActiveEnergyBurned", "com.google.height": "Height",
        "com.google.distance.delta": "DistanceWalkingRunning",
      ]),
    HealthForm(
      name: "Oura", marks: ["\"bpm\"", "\"source\"", "\"timestamp\""],
      fields: ["source": "ignored"]),
    HealthForm(
      name: "Oura", marks: ["\"bedtime_start\"", "\"average_hrv\""],
      fields: [
        "average_hrv": "HeartRateVariabilityRMSSD ms", "average_heart_rate": "HeartRate count/min",
        "average_breath": "RespiratoryRate count/min", "day": "ignored", "type": "ignored",
        "time_in_bed": "ignored",
      ]),
    HealthForm(
      name: "Oura", isTable: true, marks: ["Readiness Score", "Average HRV"],
      fields: ["Average HRV": "HeartRateVariabilityRMSSD ms"]),
    HealthForm(
      name: "WHOOP", isTable: true, marks: ["Cycle start time", "Cycle timezone"],
      fields: [
        "Cycle start time": "date", "Cycle end time": "end", "Cycle timezone": "zone",
        "Heart rate variability (ms)": "HeartRateVariabilityRMSSD ms",
      ]),
    HealthForm(
      name: "Strava", isTable: true, marks: ["Activity ID", "Activity Date"],
      fields: ["Activity Date": "date", "Elapsed Time": "duration s"], isUTC: true),
    HealthForm(
      name: "Polar", isTable: true, marks: ["Sample rate", "Start time", "HR (bpm)"],
      dateOrder: .dayFirst),
    HealthForm(
      name: "Samsung Health", isTable: true, marks: ["com.samsung."],
      fields: [
        "time_offset": "ignored", "create_time": "ignored", "deviceuuid": "ignored",
        "datauuid": "ignored", "pkg_name": "ignored", "count": "StepCount count",
        "heart_beat_count": "ignored", "mean": "ignored",
      ],
      words: ["40001": "Awake", "40002": "Core", "40003": "Deep", "40004": "REM"], isUTC: true),
    HealthForm(
      name: "Training Center XML", marks: ["<TrainingCenterDatabase"],
      rows: ["Trackpoint", "Activity"],
      fields: [
        "Time": "date", "HeartRateBpm.Value": "HeartRate count/min", "@Sport": "sport",
        "Id": "ignored", "Lap.@StartTime": "date", "Lap.TotalTimeSeconds": "duration s",
        "Lap.DistanceMeters": "DistanceWalkingRunning m", "Lap.Calories": "ActiveEnergyBurned kcal",
        "DistanceMeters": "ignored",
      ], words: ["Biking": "Cycling"]),
    HealthForm(
      name: "GPX", marks: ["<gpx"], rows: ["trkpt"],
      fields: [
        "time": "date", "extensions.TrackPointExtension.hr": "HeartRate count/min",
        "extensions.hr": "HeartRate count/min", "extensions.heartrate": "HeartRate count/min",
      ]),
    HealthForm(
      name: "FIT", marks: [".FIT"],
      rows: ["record", "session", "monitoring", "hrv", "weight", "pressure"],
      fields: [
        "record.253": "date", "record.3": "HeartRate count/min",
        "session.2": "date", "session.5": "sport", "session.7": "duration ms",
        "session.9": "DistanceWalkingRunning cm", "session.11": "ActiveEnergyBurned kcal",
        "monitoring.253": "date", "monitoring.27": "HeartRate count/min",
        "hrv.0": "interval ms", "weight.253": "date", "weight.0": "BodyMass dag",
        "pressure.253": "date", "pressure.0": "BloodPressureSystolic mmHg",
        "pressure.1": "BloodPressureDiastolic mmHg", "pressure.6": "HeartRate count/min",
      ],
      words: [
        "1": "Running", "2": "Cycling", "5": "Swimming", "11": "Walking", "17": "Hiking",
        "15": "Rowing", "4": "Elliptical", "10": "FunctionalStrengthTraining",
      ], isUTC: true),
  ]
}
