import CivilTime
import Glibc
import SampleStore

/// The form in which another program writes its records, where their names do not show it: a
/// description that `RecordReader` follows for records of JSON, XML, FIT and tables alike.
struct HealthForm: Sendable {
  /// The program, or the form.
  let name: String

  /// Whether its files are tables; else they are of nested elements.
  var isTable = false

  /// Texts that must all occur in the beginning of a file of the form.
  var marks: [String] = []

  /// The elements that are records, by name; empty for every object of an array.
  var rows: [String: String] = [:]

  /// What must be said around a record before it can be read, as paths of the elements around.
  var context: [String: String] = [:]

  /// The meanings of fields whose names do not show it, by their paths: a name of `--map`, and a unit after a space.
  var fields: [String: String] = [:]

  /// Types by the words of the form.
  var types: [String: String] = [:]

  /// Other words of the form for sports and stages, or its codes, each with ours.
  var words: [String: String] = [:]

  /// Units of numbers without one, by the short names of their types.
  var units: [String: String] = [:]

  /// Whether times without an offset are in UTC; else they are local.
  var isUTC = false

  /// The order of the numbers in its dates.
  var dateOrder: DateOrder?

  /// Marks a field of an element around a record: `^name`.
  static let outer: Character = "^"

  /// A table, or records, of no known program.
  static let unknown = HealthForm(name: "")

  /// JSON of no known program, which may have pairs of a time and a value.
  static let unknownJSON = HealthForm(name: "", fields: ["0": "date", "1": "value"])

  /// Returns the heading of a field; `nil` for a useless one.
  func heading(_ name: String) -> Heading? {
    // The second of its name, and the surrounding elements, have the same meaning.
    let isOuter = name.first == Self.outer
    var path = isOuter ? String(name.dropFirst()) : name.trimmed
    if let mark = path.firstIndex(of: "#") { path = String(path[..<mark]) }
    let last = path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) }
    if let text = (isOuter ? fields[name] : nil) ?? fields[path] ?? last.flatMap({ fields[$0] }) {
      let parts = text.split(separator: " ", maxSplits: 1)
      guard let meaning = FieldMeaning(named: parts[0]) else { return nil }
      return Heading(
        meaning, unit: parts.count > 1 ? try? QuantityUnit(spelled: String(parts[1])) : nil)
    }
    // Shares of a score have the names of what they are about.
    return path.contains("contributors.") ? nil : Heading(path)
  }

  /// Returns the type that a word means in this form.
  func type(_ word: String) -> SampleType? {
    if let known = types[word] { return SampleType(named: known) }
    return Heading(word)?.meaning.type
  }

  /// The type that the name of a file says, if all its words but some usual ones do.
  func type(inFileName name: String) -> SampleType? {
    var words: [String] = []
    for word in name.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init)
    where !Self.usual.contains(word) && !words.contains(word) { words.append(word) }
    return words.isEmpty ? nil : type(words.joined(separator: "_"))
  }

  /// What stands in names of files beside what they hold.
  private static let usual: Set<String> = [
    "raw", "tracker", "auto", "bed", "aggregates", "export", "data", "my", "daily", "intraday",
    "csv", "tsv", "txt", "json", "gz", "com", "samsung", "health", "shealth", "minute", "seconds",
    "merged",
  ]

  /// The form of a file by a text of its name and its beginning; `nil` if it is none of the table.
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

/// The table of forms. A new one is a row here: its name, what its files are, and the texts that stand in their
/// beginning; then lines that end with a semicolon: what its fields mean, then its types, words and units.
extension HealthForm {
  static let all: [HealthForm] = {
    var forms: [HealthForm] = []
    var key = \HealthForm.fields
    let keys = [
      "ignored": \HealthForm.fields, "rows": \.rows, "context": \.context, "types": \.types,
      "words": \.words, "units": \.units,
    ]
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasSuffix(";") else {
        let head = line.split(separator: "|").map { String($0).trimmed }
        let title = head[0].split(separator: "(").map { String($0).trimmed }
        func says(_ word: String) -> Bool { title.count > 1 && title[1].contains(word) }
        forms.append(
          HealthForm(
            name: title[0], isTable: says("table"), marks: Array(head[1...]), isUTC: says("utc"),
            dateOrder: says("month") ? .monthFirst : says("day") ? .dayFirst : nil))
        key = \.fields
        continue
      }
      for text in line.split(separator: ";").map({ String($0).trimmed }) {
        let begin = keys.first { text.hasPrefix("\($0.key): ") }
        if let begin { key = begin.value }
        let entry = begin.map { String(text.dropFirst($0.key.count + 2)) } ?? text
        let pair = entry.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        forms[forms.count - 1][keyPath: key][pair[0]] = pair.count > 1 ? pair[1] : "ignored"
      }
    }
    return forms
  }()

  private static let table = #"""
    Health Auto Export | "metrics" | "units" | "data"
    name=sport; ^name=type; units=unit; qty=value; startDate=date; asleep=SleepAnalysis; inBedStart; inBedEnd;
    context: ^name; ^units; words: Core=core; Deep=deep; REM=rem; Awake=awake; In Bed=inBed; *=asleep;
    types: heartRateData=HeartRate; heartRateRecovery=HeartRate; stepCount=; activeEnergy=; route=;
    walkingAndRunningDistance=; blood_oxygen_saturation=OxygenSaturation; weight_body_mass=BodyMass;
    active_energy=ActiveEnergyBurned; basal_energy_burned=BasalEnergyBurned;
    walking_running_distance=DistanceWalkingRunning; heart_rate_variability=HeartRateVariabilitySDNN;
    cycling_distance=DistanceCycling;
    Health Auto Export | "workouts" | "heartRateData"
    name=sport; types: heartRateData=HeartRate; heartRateRecovery=HeartRate; stepCount=; activeEnergy=; route=;
    Health Connect | "stages" | "stage"
    words: 1=awake; 2=asleep; 3=awake; 4=light; 5=deep; 6=rem; 7=awake;
    Health Auto Export (table) | Date/Time | (count/min)
    Heart Rate Variability (ms)=HeartRateVariabilitySDNN ms;
    Polar | "deviceDays" | "secondsFromDayStart"
    secondsFromDayStart=time s; ignored: source;
    Polar | "exercises" | "samples" | "heartRate"
    stopTime=end; kiloCalories=energy kcal; distance=distance m; ignored: type; duration; timezoneOffset;
    types: distance=; speed=; cadence=; altitude=;
    Polar | "sleepResult" | "hypnogram"
    sleepResult.hypnogram.sleepStart=date; sleepResult.hypnogram.sleepEnd=end; evaluation.sleepType=SleepAnalysis;
    ignored: night; words: *=asleep;
    Polar | "ppiSamples" | "pulseLength"
    sampleDateTime=date; pulseLength=interval ms; ignored: date;
    Fitbit | "activities-heart-intraday"
    types: dataset=HeartRate;
    Fitbit | "activities-
    types: activities-steps=StepCount; activities-distance=DistanceWalkingRunning; activities-floors=FlightsClimbed;
    units: DistanceWalkingRunning=km;
    Fitbit | "minutes" | "minute" | "value"
    minute=date; value.rmssd=HeartRateVariabilityRMSSD ms; ignored: dateTime; value.hf;
    types: minutes=OxygenSaturation;
    Fitbit (utc, month first) | "activityName" | "activityTypeId"
    activityName=sport; startTime=date; duration=duration ms; calories=energy kcal; source.name=source;
    ignored: source.type; originalStartTime; lastModified;
    # Without a space behind them, names are those of the interface, in kilograms.
    Fitbit (month first) | "logId" : | "weight" : | "bmi" :
    weight=BodyMass lb; fat=BodyFatPercentage %;
    Fitbit (table) | Calories Burned | Minutes Sedentary
    Activity Calories=energy kcal; Minutes Asleep=SleepAnalysis; words: *=asleep;
    Fitbit | "dateTime" | "levels" | "logId"
    level=SleepAnalysis; seconds=duration; ignored: startTime;
    Fitbit (month first) | "dateTime" | "error" | "date"
    value.value=RestingHeartRate count/min; ignored: value.date;
    Fitbit | "dateTime" | "avg" | "min" | "max"
    value.avg=OxygenSaturation %;
    Fitbit (utc, month first) | "dateTime" | "value"
    value.confidence=confidence; value.demographicVO2Max=VO2Max; value.runVO2Max=VO2Max;
    value.dailyRmssd=HeartRateVariabilityRMSSD ms; units: DistanceWalkingRunning=cm;
    Google Fit | "dataTypeName" | "startTimeNanos"
    fpVal=value; intVal=value; dataTypeName=type; rows: Data Points; point;
    types: com.google.heart_rate.bpm=HeartRate; com.google.step_count.delta=StepCount; com.google.weight=BodyMass;
    com.google.blood_pressure=BloodPressure; com.google.oxygen_saturation=OxygenSaturation; com.google.height=Height;
    com.google.distance.delta=DistanceWalkingRunning; com.google.sleep.segment=SleepAnalysis; words: 1=awake;
    2=asleep; 3=awake; 4=light; 5=deep; 6=rem; units: DistanceWalkingRunning=m;
    Google Fit | "fitnessActivity" | "sleep.
    fitnessActivity=SleepAnalysis; words: sleep.light=light; sleep.deep=deep; sleep.rem=rem; sleep.awake=awake;
    Google Fit | "fitnessActivity" | "startTime"
    fitnessActivity=sport; ignored: duration; rows: top;
    Google Takeout (table) | ,data source
    height millimeters=Height mm; oxygen saturation percentage=OxygenSaturation %;
    average percentage=OxygenSaturation %; demographic vo2max=VO2Max;
    root mean square of successive differences milliseconds=HeartRateVariabilityRMSSD ms;
    standard deviation milliseconds=HeartRateVariabilitySDNN ms;
    average heart rate variability milliseconds=HeartRateVariabilityRMSSD ms;
    ignored: non rem heart rate beats per minute; units: DistanceWalkingRunning=m;
    Fitbit (table) | full_sleep_breathing_rate
    full_sleep_breathing_rate=RespiratoryRate count/min;
    Fitbit (table) | sleep_stage_type | sleep_stage_start
    sleep_stage_type=SleepAnalysis; sleep_stage_start=date; sleep_stage_end=end; ignored: start_utc_offset;
    Fitabase (table, month first) | ActivityDate | TrackerDistance
    ActivityDate=date; TotalDistance=distance km; ignored: Calories;
    Withings (table) | raw_sleep-monitor_sleep-state
    types: sleep_monitor_state=SleepAnalysis; words: 0=awake; 1=asleep;
    Withings (table) | aggregates_ | date,value
    units: DistanceWalkingRunning=m;
    Zepp (table) | steps,distance,runDistance
    units: DistanceWalkingRunning=m;
    Withings (table) | start,duration,value
    words: 0=awake; 1=light; 2=deep; 3=rem; units: DistanceWalkingRunning=m;
    Garmin (utc) | "sleepStartTimestampGMT"
    sleepStartTimestampGMT=date; sleepEndTimestampGMT=end; sleepWindowConfirmationType=SleepAnalysis;
    averageSPO2=OxygenSaturation %; averageHR=HeartRate count/min; averageRespiration=RespiratoryRate count/min;
    ignored: calendarDate; words: *=asleep;
    Garmin | "samplePk" | "sourceType" | "weight"
    weight=BodyMass g; bodyFat=BodyFatPercentage %; ignored: calendarDate; muscleMass; boneMass; sourceType;
    Garmin (utc) | "hrvReadings" | "hrvValue"
    readingTimeGMT=date; hrvValue=HeartRateVariabilityRMSSD ms; ignored: readingTimeLocal; calendarDate;
    Garmin (utc) | "sleepLevels" | "activityLevel"
    startGMT=date; endGMT=end; activityLevel=SleepAnalysis; epochTimestamp=date; spo2Reading=OxygenSaturation %;
    startTimeGMT=date; respirationValue=RespiratoryRate count/min; types: sleepHeartRate=HeartRate; words: 0.0=deep;
    1.0=light; 2.0=rem; 3.0=awake;
    Garmin (utc) | "summarizedActivitiesExport"
    startTimeGmt=date; duration=duration ms; distance=distance cm; activityType=sport; ignored: startTimeLocal;
    calories;
    Garmin (table) | Sleep Score | Pulse Ox
    Sleep Score 7 Days=date; Sleep Score 4 Weeks=date; Pulse Ox=OxygenSaturation %; ignored: Duration; Bedtime;
    Wake Time;
    Oura | "bpm" | "source" | "timestamp"
    ignored: source;
    Oura | "bedtime_start" | "average_hrv"
    average_hrv=HeartRateVariabilityRMSSD ms; average_heart_rate=HeartRate count/min;
    average_breath=RespiratoryRate count/min; ignored: day; type; time_in_bed;
    Oura | "bedtime_start" | "hr_lowest"
    is_longest=SleepAnalysis; rmssd=HeartRateVariabilityRMSSD ms; breath_average=RespiratoryRate count/min;
    day_start=date; day_end=end; cal_active=energy kcal; ignored: summary_date; words: *=asleep;
    Oura | "spo2_percentage" | "day"
    spo2_percentage.average=OxygenSaturation %;
    Oura | "start_datetime" | "intensity"
    start_datetime=date; end_datetime=end; activity=sport; calories=energy kcal; distance=distance m; ignored: day;
    source;
    Oura | "class_5_min" | "steps"
    active_calories=energy kcal; ignored: timestamp; interval;
    Oura (table) | Readiness Score | Average HRV
    Average HRV=HeartRateVariabilityRMSSD ms; ignored: Bedtime Start; Bedtime End;
    WHOOP (table) | Workout start time | Cycle timezone
    Workout start time=date; Workout end time=end; Cycle timezone=zone; Activity name=sport;
    Energy burned (cal)=energy kcal; ignored: Duration (min); Cycle start time; Cycle end time;
    WHOOP (table) | Sleep onset | Wake onset | Nap
    Sleep onset=date; Wake onset=end; Cycle timezone=zone; Nap=SleepAnalysis; ignored: Cycle start time;
    Cycle end time; words: *=asleep;
    WHOOP (table) | Cycle start time | Cycle timezone
    Cycle start time=date; Cycle end time=end; Cycle timezone=zone;
    Heart rate variability (ms)=HeartRateVariabilityRMSSD ms;
    Strava (table, utc) | Activity ID | Activity Date
    Activity Date=date; Elapsed Time=duration s;
    Polar (table, day first) | Sample rate | Start time | HR (bpm)
    Samsung Health (table, utc) | com.samsung.health.skin_temperature
    temperature=AppleSleepingWristTemperature degC; ignored: time_offset;
    Samsung Health (table, utc) | com.samsung.shealth.sleep,
    sleep_duration=SleepAnalysis; ignored: time_offset; words: *=asleep;
    Samsung Health (table, utc) | day_time | com.samsung.
    day_time=date; count=StepCount count; step_count=StepCount count; distance=distance m; deviceuuid=source;
    ignored: create_time; update_time;
    Samsung Health (table, utc) | com.samsung.
    floor=FlightsClimbed count; count=StepCount count; distance=distance m; ignored: tag; time_offset; create_time;
    deviceuuid; datauuid; pkg_name; heart_beat_count; mean; words: 40001=Awake; 40002=Core; 40003=Deep; 40004=REM;
    Training Center XML | <TrainingCenterDatabase
    Time=date; HeartRateBpm.Value=HeartRate count/min; @Sport=sport; Lap.@StartTime=date;
    Lap.TotalTimeSeconds=duration s; Lap.DistanceMeters=DistanceWalkingRunning m;
    Lap.Calories=ActiveEnergyBurned kcal; ignored: Id; DistanceMeters; rows: Trackpoint; Activity;
    words: Biking=Cycling;
    GPX | <gpx
    time=date; extensions.TrackPointExtension.hr=HeartRate count/min; extensions.hr=HeartRate count/min;
    extensions.heartrate=HeartRate count/min; ignored: extensions.temp; rows: trkpt;
    Mi Fitness (table) | Uid,Sid,Key,Time,Value
    Key=type; Time=date; types: heart_rate=HeartRate; single_heart_rate=HeartRate;
    resting_heart_rate=RestingHeartRate; steps=StepCount; spo2=OxygenSaturation; single_spo2=OxygenSaturation;
    weight=BodyMass;
    Huawei Health | "samplePoints" | "recordDay"
    key=type; ignored: type; recordDay; types: DATA_POINT_DYNAMIC_HEARTRATE=HeartRate;
    DATA_POINT_REST_HEARTRATE=RestingHeartRate; DATA_POINT_NEW_REST_HEARTRATE=RestingHeartRate;
    Suunto | "DeviceLog" | "TimeISO8601"
    TimeISO8601=date; DeviceLog.R-R.Data=interval ms; HR=HeartRate count/s; DeviceLog.Header.DateTime=date;
    DeviceLog.Header.Duration=duration s; DeviceLog.Header.Distance=distance m; DeviceLog.Header.ActivityType=sport;
    ignored: DeviceLog.Header.Energy; Avg;
    Nightscout | "sgv" | "dateString"
    sgv=BloodGlucose mg/dL; dateString=date; ignored: date; type; sysTime;
    Zepp (table) | deepSleepTime | shallowSleepTime
    start=date; stop=end; REMTime=SleepAnalysis; ignored: date; words: *=asleep;
    FreeStyle Libre (table) | FreeStyle Libre
    Device Timestamp=date; Historic Glucose mmol/L=BloodGlucose mmol/L; Scan Glucose mmol/L=BloodGlucose mmol/L;
    Historic Glucose mg/dL=BloodGlucose mg/dL; Scan Glucose mg/dL=BloodGlucose mg/dL; Gerätezeitstempel=date;
    Glukosewert-Verlauf mg/dL=BloodGlucose mg/dL; Glukose-Scan mg/dL=BloodGlucose mg/dL;
    Glukosewert-Verlauf mmol/L=BloodGlucose mmol/L; Glukose-Scan mmol/L=BloodGlucose mmol/L;
    Dexcom (table) | (YYYY-MM-DDThh:mm:ss) | Glucose Value
    Timestamp (YYYY-MM-DDThh:mm:ss)=date; Glucose Value (mg/dL)=BloodGlucose mg/dL;
    Glucose Value (mmol/L)=BloodGlucose mmol/L; ignored: Event Type; Duration (hh:mm:ss);
    Dexcom (table) | (JJJJ-MM-TTThh:mm:ss) | Glukosewert
    Zeitstempel (JJJJ-MM-TTThh:mm:ss)=date; Glukosewert (mg/dl)=BloodGlucose mg/dL;
    Glukosewert (mmol/l)=BloodGlucose mmol/L; ignored: Dauer (hh:mm:ss);
    CareLink (table) | BG Reading | Sensor Glucose
    BG Reading (mmol/L)=BloodGlucose mmol/L; BG Reading (mg/dL)=BloodGlucose mg/dL;
    Sensor Glucose (mmol/L)=BloodGlucose mmol/L; Sensor Glucose (mg/dL)=BloodGlucose mg/dL; ignored: New Device Time;
    AutoSleep (table) | bedtime,waketime,inBed
    bedtime=date; waketime=end; asleep=SleepAnalysis; sleepBPM=HeartRate count/min;
    sleepHRV=HeartRateVariabilitySDNN ms; SpO2Avg=OxygenSaturation %; respAvg=RespiratoryRate count/min;
    ignored: ISO8601; fromDate; toDate; dayBPM; wakingBPM; words: *=asleep;
    Sleep as Android (table) | Id,Tz,From,To,Sched,Hours
    Tz=zone; From=date; To=end; Hours=SleepAnalysis; ignored: Id; Noise; words: *=asleep;
    Sleep Cycle (table) | Sleep Quality | Time asleep (seconds)
    Time asleep (seconds)=SleepAnalysis; ignored: Steps; words: *=asleep;
    Empatica (table) | timestamp_iso | participant_full_id
    timestamp_iso=date; pulse_rate_bpm=HeartRate count/min; respiratory_rate_brpm=RespiratoryRate count/min;
    ignored: temperature_celsius;
    MyFitnessPal (table) | Date,Meal, | Calories,Fat (g)
    Calories=DietaryEnergyConsumed kcal; Fat (g)=DietaryFatTotal g; Saturated Fat=DietaryFatSaturated g;
    Fiber=DietaryFiber g; Cholesterol=DietaryCholesterol mg; Potassium=DietaryPotassium mg; Sugar=DietarySugar g;
    FIT (utc) | .FIT
    record.253=date; record.3=HeartRate count/min; session.2=date; session.5=sport; session.7=duration ms;
    session.9=DistanceWalkingRunning cm; session.11=ActiveEnergyBurned kcal; monitoring.253=date;
    monitoring.27=HeartRate count/min; hrv.253=date; spo2.253=date; spo2.0=OxygenSaturation %; hrv.0=interval ms;
    weight.253=date; weight.0=BodyMass dag; pressure.253=date; pressure.0=BloodPressureSystolic mmHg;
    pressure.1=BloodPressureDiastolic mmHg; pressure.6=HeartRate count/min; rows: record; session; monitoring; hrv;
    weight; pressure; spo2; words: 1=Running; 2=Cycling; 5=Swimming; 11=Walking; 17=Hiking; 15=Rowing; 4=Elliptical;
    10=FunctionalStrengthTraining;
    """#
}
