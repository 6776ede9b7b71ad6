import Foundation
import SampleStore
import Testing

@testable import HealthFormats

/// Files of other programs that were once refused, lost or read as something else, each with a bad sibling.
struct ProgramRecordTests {
  @Test(arguments: marks + lists + days + programs)
  func `a file gives what its owner expects`(_ file: RecordCase) throws { try file.check() }

  private static let day = "2026-10-05"
  private static func local(_ time: Double) -> String { RecordCase.local(time) }

  private static let beats = [
    "HeartbeatSeries 6 2001-01-01 00:00:00", "HeartRateVariabilitySDNN 16.239 2001-01-01 00:00:00",
    "HeartRateVariabilityRMSSD 18.567 2001-01-01 00:00:00",
  ]

  /// Numbers and dates of which only the program knew what they are.
  static let marks: [RecordCase] = [
    // The mark of none, and a rate beside it.
    RecordCase(
      "none.csv", "date,hr,steps\n2026-10-05 07:31,255,\n2026-10-05 07:32,254,\n",
      ["HeartRate 254.0 \(day) 07:32:00"]),
    RecordCase(
      "heart_rate-2026-10-05.json",
      #"[{"dateTime":"10/05/26 07:31:12","value":{"bpm":70,"confidence":0}},{"dateTime":"10/05/26 07:31:17","value":{"bpm":64,"confidence":1}}]"#,
      ["HeartRate 64.0 \(local(1_791_185_477))"]),
    RecordCase(
      "stones.csv",
      "Date,Weight,Height\n2026-10-05,11st 5lb,5 ft 11 in\n2026-10-06,12 st 4.4 lb,\n",
      [
        "BodyMass 72.121 \(day) 00:00:00", "Height 1.803 \(day) 00:00:00",
        "BodyMass 78.199 2026-10-06 00:00:00",
      ]),
    RecordCase("stones.csv", "Date,Weight\n2026-10-05,11st 5cm\n", []),
    RecordCase(
      "zones.csv",
      "Date,Pulse\n2026-10-05T07:31:12+02:00[Europe/Paris],66\n\"Mon Oct 05 2026 07:31:12 GMT+0200 (CEST)\",67\n2026-10-05T07:31:12[Europe/Paris],68\n2026-10-05 05:31:12 (UTC),69\n2026-10-05T07:31:12[x,70\n",
      (66...69).map { "HeartRate \($0).0 \(local(1_791_178_272))" }),
    // Sums last until the next, whichever comes first, and what only grows backwards is none either.
    RecordCase(
      "down.csv", "Time,Steps\n2026-10-05 07:33,57\n2026-10-05 07:31,61\n",
      ["StepCount 57.0 \(day) 07:33:00", "StepCount 61.0 \(day) 07:31:00"]),
    RecordCase(
      "down.csv",
      "Time,Steps\n2026-10-05 07:34,99\n2026-10-05 07:33,80\n2026-10-05 07:32,61\n2026-10-05 07:31,57\n",
      []),
  ]

  /// Beats without a table.
  static let lists: [RecordCase] = [
    RecordCase(
      "rr.json", #"{"rr":[812,805,790,821,833],"steps":[3,4]}"#, beats, start: RecordCase.start),
    RecordCase(
      "us.txt", "812000\n805000\n790000\n821000\n833000\n", beats, start: RecordCase.start),
    RecordCase(
      "ann.txt", "0.812 0.812 N\n1.617 0.805 N\n2.407 0.790 V\n3.228 0.821 N\n4.061 0.833 N\n",
      beats,
      start: RecordCase.start),
    RecordCase(
      "ann.txt", "0.812 N\n0.805 N\n0.790 N\n0.821 N\n0.833 N\n", beats, start: RecordCase.start),
    RecordCase(
      "beats.txt", "10.000\n10.812\n11.617\n12.407\n13.228\n14.061\n", beats,
      start: RecordCase.start),
    RecordCase(
      "26100502.hrm",
      "[Params]\nVersion=106\nDate=20261005\nStartTime=07:31:12.0\nInterval=238\n\n[HRData]\n812\n805\n790\n",
      ["HeartbeatSeries 4 \(day) 07:31:11"]),
    RecordCase(
      "26100501.hrm",
      "[Params]\nVersion=106\nDate=20261005\nStartTime=07:31:12.0\nInterval=5\n\n[Note]\nrun\n\n[HRData]\n118\t91\n120\t91\n",
      ["HeartRate 118.0 \(day) 07:31:12", "HeartRate 120.0 \(day) 07:31:17"]),
  ]

  /// Days and moments that stand somewhere else.
  static let days: [RecordCase] = [
    RecordCase(
      "weight.csv",
      "Time,Weight,BMI,\n\" Oct 5, 2026\",\n7:31 AM,78.2 kg,24.1,\n\" Oct 4, 2026\",\n7:12 AM,77.9 kg,--,\n",
      [
        "BodyMass 78.2 \(day) 07:31:00", "BodyMassIndex 24.1 \(day) 07:31:00",
        "BodyMass 77.9 2026-10-04 07:12:00",
      ]),
    RecordCase(
      "2026_10_05_07_31_12.csv", "secs,cad,hr,km,temp,interval\n0,80,118,0,20,0\n1,80,119,0,20,0\n",
      ["HeartRate 118.0 \(day) 07:31:12", "HeartRate 119.0 \(day) 07:31:13"]),
    RecordCase(
      "report.txt",
      "Kubios HRV (ver. 3.5.0),,,\nFile name: ,rr.txt,,\nMeasurement date: ,05-Oct-2026,,\nRESULTS,,,\n SDNN (ms):  ,61.4\n RMSSD (ms):  ,44.1\n",
      [
        "HeartRateVariabilitySDNN 61.4 \(day) 00:00:00",
        "HeartRateVariabilityRMSSD 44.1 \(day) 00:00:00",
      ]),
    RecordCase(
      "heart.json",
      """
      {"activities-heart":[{"dateTime":"2026-10-05","value":{"restingHeartRate":58}}],
      "activities-heart-intraday":{"dataset":[{"time":"07:31:12","value":64}]},"goals":[{"heart_rate":150}]}
      """, ["RestingHeartRate 58.0 \(day) 00:00:00", "HeartRate 64.0 \(day) 07:31:12"]),
    RecordCase(
      "daily.json",
      #"{"calendarDate":"2026-10-05","maxHeartRate":130,"restingHeartRate":52,"heartRateValues":[[1791178272000,62]]}"#,
      ["HeartRate 62.0 \(local(1_791_178_272))", "RestingHeartRate 52.0 \(day) 00:00:00"]),
    RecordCase(
      "night.csv",
      "date,Sleep start,End,Heart rate\n2026-10-05,2026-10-04 23:12,2026-10-05 06:40,54\n",
      ["HeartRate 54.0 2026-10-04 23:12:00"]),
  ]

  /// Forms of programs.
  static let programs: [RecordCase] = [
    RecordCase(
      "hae.json",
      """
      {"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[{"date":"2026-10-05 00:00:00 +0000",
      "sleepStart":"2026-10-04 23:18:00 +0000","sleepEnd":"2026-10-05 06:40:00 +0000","core":3.73,"asleep":0,"totalSleep":6.6}]}],
      "workouts":[{"name":"Outdoor Run","start":"2026-10-05 05:31:12 +0000","end":"2026-10-05 05:51:12 +0000",
      "avgHeartRate":{"units":"bpm","qty":148},"heartRateData":[{"date":"2026-10-05 05:31:12 +0000","Min":110,"Avg":112,"Max":115,
      "units":"bpm"}],"stepCount":[{"date":"2026-10-05 05:31:12 +0000","qty":160,"units":"count"}]}]}}
      """,
      [
        "SleepAnalysis 1 \(local(1_791_155_880))", "HeartRate 112.0 \(local(1_791_178_272))",
        "Workout Running \(local(1_791_178_272))",
      ]),
    RecordCase(
      "workouts.json",
      """
      {"data":{"workouts":[{"name":"Walk","start":"2026-10-05 05:31:12 +0000","end":"2026-10-05 05:51:12 +0000",
      "heartRateData":[{"date":"2026-10-05 05:31:12 +0000","Avg":112,"units":"bpm"}],
      "heartRateRecovery":[{"date":"2026-10-05 05:51:12 +0000","Avg":95,"units":"bpm"}]}]}}
      """,
      [
        "HeartRate 112.0 \(local(1_791_178_272))", "HeartRate 95.0 \(local(1_791_179_472))",
        "Workout Walking \(local(1_791_178_272))",
      ]),
    RecordCase(
      "pressure.json",
      """
      {"Data Points":[{"fitValue":[{"value":{"fpVal":121.0}},{"value":{"fpVal":78.0}},{"value":{"intVal":1}}],
      "endTimeNanos":1791178272000000000,"dataTypeName":"com.google.blood_pressure","startTimeNanos":1791178272000000000}]}
      """, ["BloodPressure 121.0/78.0 \(local(1_791_178_272))"]),
    RecordCase(
      "rest.json",
      """
      {"point":[{"startTimeNanos":"1791178272000000000","endTimeNanos":"1791178272000000000",
      "dataTypeName":"com.google.heart_rate.bpm","value":[{"fpVal":85.0}]}]}
      """, ["HeartRate 85.0 \(local(1_791_178_272))"]),
    RecordCase(
      "walking.json",
      """
      {"fitnessActivity":"walking","startTime":"2026-10-05T05:31:12Z","endTime":"2026-10-05T05:51:12Z","duration":"1200s",
      "segment":[{"fitnessActivity":"walking","startTime":"2026-10-05T05:31:12Z","endTime":"2026-10-05T05:41:12Z"}]}
      """, ["Workout Walking \(local(1_791_178_272))"]),
    RecordCase(
      "sleep.json",
      """
      {"fitnessActivity":"sleep","startTime":"2026-10-05T05:31:12Z","endTime":"2026-10-05T05:51:12Z","segment":[{
      "fitnessActivity":"sleep.light","startTime":"2026-10-05T05:31:12Z","endTime":"2026-10-05T05:41:12Z"}]}
      """, ["SleepAnalysis 3 \(local(1_791_178_272))"]),
    RecordCase(
      "polar_sleep.json",
      """
      [{"night":"2026-10-05","evaluation":{"sleepType":"SLEEP_PLUS_STAGES"},"sleepResult":{"hypnogram":{
      "sleepStart":"2026-10-04T21:12:30Z","sleepEnd":"2026-10-05T04:40:00Z","sleepStateChanges":[{"state":"WAKE"}]}}}]
      """, ["SleepAnalysis 1 \(local(1_791_148_350))"]),
    RecordCase(
      "fitbit_export.csv",
      """
      Activities
      Date,Calories Burned,Steps,Minutes Sedentary
      2026-10-05,"2,345","10,234",702

      Sleep
      Start Time,End Time,Minutes Asleep,Minutes Awake
      2026-10-04 11:12PM,2026-10-05 6:40AM,396,52

      """, ["StepCount 10234.0 \(day) 00:00:00", "SleepAnalysis 1 2026-10-04 23:12:00"]),
    RecordCase(
      "samsung.csv",
      "com.samsung.shealth.tracker.pedometer_day_summary,6312001,9\nstep_count,distance,create_time,deviceuuid,day_time\n10234,7310.2,2026-10-05 05:31:13.000,a,1791158400000\n10100,7210.2,2026-10-05 05:31:13.000,b,1791158400000\n",
      [
        "StepCount 10234.0 \(day) 00:00:00", "DistanceWalkingRunning 7310.2 \(day) 00:00:00",
        "StepCount 10100.0 \(day) 00:00:00", "DistanceWalkingRunning 7210.2 \(day) 00:00:00",
      ]),
    RecordCase(
      "mi.csv",
      "Uid,Sid,Key,Time,Value,UpdateTime\n1,1,heart_rate,1791178272,\"{\"\"time\"\":1791178272,\"\"bpm\"\":71}\",1\n1,1,mood,1791178272,\"{\"\"bpm\"\":3}\",1\n",
      ["HeartRate 71.0 \(local(1_791_178_272))"]),
    RecordCase(
      "huawei.json",
      """
      [{"recordDay":20261005,"samplePoints":[{"endTime":1791178272000,"key":"DATA_POINT_DYNAMIC_HEARTRATE",
      "startTime":1791178272000,"unit":"bpm","value":"71.0"}],"timeZone":"+0200","type":7}]
      """, ["HeartRate 71.0 \(local(1_791_178_272))"]),
    RecordCase(
      "suunto.json",
      """
      {"DeviceLog":{"Header":{"ActivityType":3,"DateTime":"2026-10-05T05:31:12Z","Duration":1200.0,"HR":[{"Avg":2.4667}]},
      "Samples":[{"TimeISO8601":"2026-10-05T05:31:12Z","HR":1.9667}],"R-R":{"Data":[812,805]}}}
      """,
      [
        "HeartRate 118.002 \(local(1_791_178_272))", "Workout Other \(local(1_791_178_272))",
        "HeartbeatSeries 3 \(local(1_791_178_271))",
      ]),
    RecordCase(
      "nightscout.json",
      #"[{"sgv":120,"date":1791178272000,"dateString":"2026-10-05T05:31:12.000Z","type":"sgv"}]"#,
      ["BloodGlucose 120.0 \(local(1_791_178_272))"]),
    RecordCase(
      "oura.json",
      """
      {"sleep":[{"summary_date":"2026-10-04","is_longest":1,"bedtime_start":"2026-10-04T21:12:00Z",
      "bedtime_end":"2026-10-05T04:40:00Z","hr_lowest":48,"hr_average":54.3,"hr_5min":[0,61]}],
      "activity":[{"summary_date":"2026-10-05","day_start":"2026-10-05T02:00:00Z","day_end":"2026-10-06T01:59:59Z","steps":10234}]}
      """,
      [
        "SleepAnalysis 1 \(local(1_791_148_320))", "HeartRate 54.3 \(local(1_791_148_320))",
        "StepCount 10234.0 \(local(1_791_165_600))",
      ]),
  ]

  @Test(arguments: [
    ("places.txt", "798\n1655\n2449\n3237\n4028\n", "they are times or places of beats"),
    ("tenths.txt", "8120\n8050\n7900\n8210\n8330\n", "its numbers are no intervals"),
    ("rates.txt", "71\n72\n73\n72\n71\n", "its numbers are no intervals"),
  ])
  func `a list of something else says what it is`(name: String, text: String, words: String) {
    let error = #expect(throws: FormatError.self) {
      try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: name)
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func `a second person far down is seen before anything is read`() throws {
    let rows = (0..<2500).map { "2026-10-05 07:31:12,\(60 + $0 % 40),A\n" }
    let text = "date,hr,user\n" + rows.joined()
    let names = [text + "2026-10-05 07:35,81,B\n", text].map { text in
      Result { try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: "a.csv").samples }
    }
    #expect(throws: FormatError.self) { try names[0].get() }
    #expect(try names[1].get().count == 2500)
    var hints = ImportHints()
    hints.person = "B"
    let chosen = try RecordCase.samples(
      of: Array((text + "2026-10-05 07:35,81,B\n").utf8), hints, name: "a.csv")
    #expect(chosen.samples.map(RecordCase.words) == ["HeartRate 81.0 2026-10-05 07:35:00"])
  }

  @Test func `short names of a cuff's columns are those of its types`() throws {
    let short = try #require(ColumnMap("date=Datum,time=Uhrzeit,sys=SYS,dia=DIA,hr=Puls"))
    let long = try #require(
      ColumnMap("date=Datum,time=Uhrzeit,systolic=SYS,diastolic=DIA,heart-rate=Puls"))
    #expect(short.entries.map(\.meaning) == long.entries.map(\.meaning))
  }
}
