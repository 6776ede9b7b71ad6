import CivilTime
import Foundation
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// Tables and other programs' files, each with what its owner expects.
struct RecordTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let expected: [String]
    var hints = ImportHints()

    var testDescription: String { name + " " + text.prefix(40) }

    init(
      _ name: String, _ text: String, _ expected: [String], map: String? = nil, start: Date? = nil
    ) {
      (self.name, self.text, self.expected) = (name, text, expected)
      hints.map = map.flatMap { ColumnMap($0) }
      hints.start = start
      hints.fileName = name
    }
  }

  private func samples(
    of bytes: [UInt8], _ hints: ImportHints, name: String
  ) throws -> (samples: [Sample], file: SampleFile) {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try SampleFile(path: path, hints: hints)
    var input = file.input
    var samples: [Sample] = []
    while let sample = try input.next() { samples.append(sample) }
    return (samples, file)
  }

  /// `HeartRate 71 2026-10-05 07:31:12`, by the clocks here.
  private func words(_ sample: Sample) -> String {
    let value: String
    switch sample {
    case .quantity(let sample):
      let unit = sample.type.customaryUnit
      let number = (try? sample.quantity.value(in: unit)) ?? .nan
      value = "\(((unit == .percent ? 100 : 1) * number * 1000).rounded() / 1000)"
    case .category(let sample): value = "\(sample.value)"
    case .correlation(let sample):
      value = [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map {
        "\(sample.quantities(of: $0)[0].quantity.value)"
      }.joined(separator: "/")
    case .workout(let sample): value = sample.activity.shortName
    case .heartbeatSeries(let sample): value = "\(sample.beats.count)"
    case .record: value = ""
    }
    let moment = CivilMoment(sample.start)
    return "\(sample.sampleType.shortName) \(value) \(moment.day) \(moment.clock)"
  }

  @Test(arguments: tables + forms)
  func `a file gives what its owner expects`(_ file: Case) throws {
    let found = try samples(of: Array(file.text.utf8), file.hints, name: file.name)
    #expect(
      found.samples.map(words) == file.expected,
      "\(found.file.reading ?? "") \(found.file.input.log.counts)")
    // Again, in UTF-16 and with a mark, it is the same.
    for mark in [false, true] {
      var bytes: [UInt8] = mark ? [0xEF, 0xBB, 0xBF] + Array(file.text.utf8) : [0xFF, 0xFE]
      if !mark { for unit in file.text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] } }
      let again = try samples(of: bytes, file.hints, name: file.name)
      #expect(again.samples.map(\.id) == found.samples.map(\.id))
    }
  }

  private static let day = "2026-10-05"

  static let tables: [Case] = [
    Case(
      "bp.csv", "Systolic,Diastolic,Pulse,Date\n121,78,64,2026-10-05 07:31\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "omron.csv",
      "Date,Time,Systolic (mmHg),Diastolic (mmHg),Pulse (bpm),Notes\n05 Oct 2026,7:31 am,121,78,64,\"a\nb\"\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "german.csv", "Datum;Uhrzeit;SYS;DIA;Puls\n05.10.2026;07:31;121;78;64\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "french.csv",
      "Date;Heure;Systolique;Diastolique;FC\n05/10/2026;07h31;121;78;64\n15/10/2026;07h32;122;79;65\n",
      [
        "HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00",
        "HeartRate 65.0 2026-10-15 07:32:00", "BloodPressure 122.0/79.0 2026-10-15 07:32:00",
      ]),
    Case(
      "spanish.csv",
      "Fecha\tHora\tSistólica\tDiastólica\tFrecuencia cardíaca\n5 de octubre de 2026\t7:31 p. m.\t121\t78\t64\n",
      ["HeartRate 64.0 \(day) 19:31:00", "BloodPressure 121.0/78.0 \(day) 19:31:00"]),
    Case(
      "pair.csv", "Measured at,Blood pressure,Comment\nMon Oct 5 2026 7:31 PM,121/78 mmHg,x\n",
      ["BloodPressure 121.0/78.0 \(day) 19:31:00"]),
    Case(
      "unix.csv", "timestamp,heart_rate\n\(1_791_178_272),71\n\(1_791_178_272_500),72\n",
      ["HeartRate 71.0 \(local(1_791_178_272))", "HeartRate 72.0 \(local(1_791_178_272))"]),
    Case(
      "raw_hr_hr.csv", "\"Start\",\"Heart rate\"\n\"2026-10-05T07:31:12\",\"[71]\"\n",
      ["HeartRate 71.0 \(day) 07:31:12"]),
    Case(
      "raw_tracker_steps.csv",
      "start,duration,value\n2026-10-05T07:31:12,\"[60,60]\",\"[10,12]\"\n",
      ["StepCount 10.0 \(day) 07:31:12", "StepCount 12.0 \(day) 07:32:12"]),
    Case(
      "polar.csv",
      """
      Name,Sport,Date,Start time,Duration,Total distance (km),Average heart rate (bpm)
      A,RUNNING,05-10-2026,07:31:12,00:00:02,0.01,121
      Sample rate,Time,HR (bpm),Speed (km/h)
      1,00:00:00,118,
      ,00:00:01,120,
      15-10-2026,junk
      """,
      [
        "Workout Running \(day) 07:31:12", "HeartRate 118.0 \(day) 07:31:12",
        "HeartRate 120.0 \(day) 07:31:13",
      ]),
    Case(
      "weight.csv",
      "Date,\"Weight (lb)\",\"Fat mass (lb)\"\n2026-10-05 07:31:12,\"1,60.5\",\n2026-10-05 07:31:12,160.5,\n",
      ["BodyMass 72.802 \(day) 07:31:12"]),
    Case(
      "temp.csv", "Date,Temperature\n2026-10-05,98.6\n2026-10-06,99.1\n",
      ["BodyTemperature 37.0 \(day) 00:00:00", "BodyTemperature 37.278 2026-10-06 00:00:00"]),
    // The time of a workout that says when it began is its duration, and a distance without a unit is none.
    Case(
      "garmin.csv",
      "Activity Type,Date,Title,Distance,Calories,Time,Avg HR,Max HR\nRunning,2026-10-05 07:31:12,a,5.02,320,00:28:10,148,171\n",
      ["Workout Running \(day) 07:31:12"]),
    Case(
      "excel.csv", "Date,Time,Pulse\n2026-10-05 00:00:00,07:31:12,71\n",
      ["HeartRate 71.0 \(day) 07:31:12"]),
    // Which statistic a number is may be in a column, a heading or a type.
    Case(
      "long.csv",
      "date,type,statistic,value,unit\n2026-10-05 07:31,HeartRate,max,131,bpm\n2026-10-05 07:31,HeartRate,Average,71,bpm\n2026-10-05 07:31,HeartRate,,72,bpm\n2026-10-05 07:31,HeartRate,sum,720,bpm\n",
      ["HeartRate 71.0 \(day) 07:31:00", "HeartRate 72.0 \(day) 07:31:00"]),
    Case(
      "metrics.csv", "date,metric,value\n2026-10-05 07:31,avg_hr,71\n2026-10-05 07:31,max_hr,131\n",
      ["HeartRate 71.0 \(day) 07:31:00"]),
    Case(
      "elite.csv", "Date,HRV,RMSSD,SDNN,Mean RR,HR\n2026-10-05 07:31,62,48.1,55.2,1034,58\n",
      [
        "HeartRateVariabilityRMSSD 48.1 \(day) 07:31:00",
        "HeartRateVariabilitySDNN 55.2 \(day) 07:31:00", "HeartRate 58.0 \(day) 07:31:00",
      ]),
    Case(
      "oura_trends.csv",
      "date,Average Resting Heart Rate,Lowest Resting Heart Rate,Average HRV,Readiness Score\n2026-10-05,56,51,42,77\n",
      ["RestingHeartRate 56.0 \(day) 00:00:00", "HeartRateVariabilityRMSSD 42.0 \(day) 00:00:00"]),
    Case(
      "whoop.csv",
      "Cycle start time,Cycle end time,Cycle timezone,Heart rate variability (ms),Max HR (bpm),Average HR (bpm)\n2026-10-05 07:31:12,2026-10-06 07:31:12,UTC+02:00,48,171,72\n",
      [
        "HeartRateVariabilityRMSSD 48.0 \(local(1_791_178_272))",
        "HeartRate 72.0 \(local(1_791_178_272))",
      ]),
    Case(
      "strava.csv",
      "Activity ID,Activity Date,Activity Type,Elapsed Time,Distance,Max Heart Rate\n1,\"Oct 5, 2026, 5:31:12 AM\",Run,1690,5.02,171\n",
      ["Workout Running \(local(1_791_178_272))"]),
    // Beside an oxygen saturation PR is a rate, alone it may be an interval.
    Case(
      "oximeter.csv",
      "Index,Date,Time,SpO2,PR,PI\n1,2026-10-05,07:31:12,97,64,2.1\n2,2026-10-05,07:31:13,--,---,--\n",
      ["OxygenSaturation 97.0 \(day) 07:31:12", "HeartRate 64.0 \(day) 07:31:12"]),
    Case(
      "o2.csv", "Time,Oxygen Level,Pulse Rate,PR Reminder\n07:31:12 Oct 05 2026,97,64,0\n",
      ["OxygenSaturation 97.0 \(day) 07:31:12", "HeartRate 64.0 \(day) 07:31:12"]),
    Case(
      "it.csv",
      "Data;Ora;Sistolica (mmHg);Diastolica (mmHg);Frequenza cardiaca (bpm)\n5 ott 2026;07:31;121;78;64\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "es.csv",
      "Fecha;Hora;Sistólica;Diastólica;Pulso (ppm)\n25/10/2026;7:31;121;78;64\n05/10/2026;7:31;121;78;64\n",
      [
        "HeartRate 64.0 2026-10-25 07:31:00", "BloodPressure 121.0/78.0 2026-10-25 07:31:00",
        "HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00",
      ]),
    Case(
      "nl.csv",
      "Datum;Tijd;Bovendruk (mmHg);Onderdruk (mmHg);Hartslag (slagen/min)\n5 mei 2026;07:31;121;78;64\n",
      ["HeartRate 64.0 2026-05-05 07:31:00", "BloodPressure 121.0/78.0 2026-05-05 07:31:00"]),
    Case(
      "ja.csv", "日付,時刻,最高血圧,最低血圧,脈拍 (拍/分)\n2026年10月5日,07:31,121,78,64\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "2026-10-05.csv",
      "Start time,End time,Average heart rate (bpm),Max heart rate (bpm)\n07:30:00,07:45:00,72.5,91\n",
      ["HeartRate 72.5 \(day) 07:30:00"]),
    Case(
      "qs.csv",
      "Start,Finish,Heart Rate (count/min),Steps (count)\n05-Oct-2026 07:00,05-Oct-2026 08:00,71.5,1200\n",
      ["HeartRate 71.5 \(day) 07:00:00", "StepCount 1200.0 \(day) 07:00:00"]),
    Case(
      "withings_sleep.csv",
      "from,to,\"light (s)\",\"Average heart rate\",\"Heart rate (min)\"\n2026-10-05T07:31:12,2026-10-05T08:31:12,14000,56,49\n",
      ["HeartRate 56.0 \(day) 07:31:12"]),
    Case(
      "blanks.txt", "0.812 0.812\n1.632 0.820\n2.437 0.805\n3.252 0.815\n4.063 0.811\n",
      [
        "HeartbeatSeries 6 2001-01-01 00:00:00",
        "HeartRateVariabilitySDNN 5.505 2001-01-01 00:00:00",
        "HeartRateVariabilityRMSSD 10.062 2001-01-01 00:00:00",
      ], start: CivilMomentStart.date),
    Case("steps.csv", "Date,Steps\n2026-10-05,\"12,345\"\n", ["StepCount 12345.0 \(day) 00:00:00"]),
    Case(
      "sleep.csv",
      "type,start,end,value\nSleepAnalysis,2026-10-05T01:00,2026-10-05T02:00,AsleepREM\nBloodPressure,2026-10-05T07:31,,120/80\n",
      ["SleepAnalysis 5 \(day) 01:00:00", "BloodPressure 120.0/80.0 \(day) 07:31:00"]),
    Case(
      "stages.csv", "start_time,end_time,stage\n2026-10-05 01:00:00,2026-10-05 01:30:00,light\n",
      ["SleepAnalysis 3 \(day) 01:00:00"]),
    Case(
      "zone.csv",
      "Date,Time zone,Pulse\n2026-10-05 07:31,UTC,71\n2026-10-05 09:31,+02:00,72\n2026-10-05 09:31,-9223372036854775808,73\n",
      ["HeartRate 71.0 \(local(1_791_185_460))", "HeartRate 72.0 \(local(1_791_185_460))"]),
    Case(
      "mapped.csv", "wann;oben;unten;p\n05.10.2026 07:31;121;78;64\n",
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"],
      map: "date=wann,systolic=oben,diastolic=unten,hr=p"),
    Case(
      "places.csv", "2026-10-05 07:31,71\n2026-10-05 07:32,72\n",
      ["HeartRate 71.0 \(day) 07:31:00", "HeartRate 72.0 \(day) 07:32:00"], map: "date=1,hr=2"),
    Case(
      "rr.txt", "812\n805\n790\n821\n833\n",
      [
        "HeartbeatSeries 6 2001-01-01 00:00:00",
        "HeartRateVariabilitySDNN 16.239 2001-01-01 00:00:00",
        "HeartRateVariabilityRMSSD 18.567 2001-01-01 00:00:00",
      ], start: start),
    Case(
      "h10.csv",
      "Phone timestamp;RR-interval [ms]\n2026-10-05T07:31:12.812;812\n2026-10-05T07:31:13.617;805\n",
      ["HeartbeatSeries 3 \(day) 07:31:12"]),
  ]

  private static let start = CivilMomentStart.date

  private static func local(_ time: Double) -> String {
    let moment = CivilMoment(Date(timeIntervalSince1970: time))
    return "\(moment.day) \(moment.clock)"
  }

  static let forms: [Case] = [
    Case(
      "hae.json",
      """
      {"data":{"metrics":[{"data":[{"date":"2026-10-01 08:00:00 +0000","Min":61,"Avg":65.5,"Max":70}],"units":"count/min",
      "name":"heart_rate"},{"name":"weight_body_mass","data":[{"qty":160.5,"date":"2026-10-01 08:00:00 +0000"}],"units":"lb"},
      {"name":"blood_pressure","units":"mmHg","data":[{"date":"2026-10-01 08:00:00 +0000","systolic":121,"diastolic":78}]}]}}
      """,
      [
        "HeartRate 65.5 \(local(1_790_841_600))", "BodyMass 72.802 \(local(1_790_841_600))",
        "BloodPressure 121.0/78.0 \(local(1_790_841_600))",
      ]),
    Case(
      "heart_rate-2026-10-05.json",
      #"[{"dateTime":"10/05/26 07:31:12","value":{"bpm":71,"confidence":3}}]"#,
      ["HeartRate 71.0 \(local(1_791_185_472))"]),
    Case(
      "steps-2026-10-05.json", #"[{"dateTime":"10/05/26 07:31:00","value":"12"}]"#,
      ["StepCount 12.0 \(local(1_791_185_460))"]),
    Case(
      "sleep-2026-10-05.json",
      """
      [{"logId":1,"dateOfSleep":"2026-10-05","startTime":"2026-10-05T01:00:00.000","endTime":"2026-10-05T02:00:00.000",
      "levels":{"data":[{"dateTime":"2026-10-05T01:00:00.000","level":"wake","seconds":30}]}}]
      """, ["SleepAnalysis 2 \(day) 01:00:00"]),
    Case(
      "fit.json",
      """
      {"Data Source":"derived:com.google.heart_rate.bpm","Data Points":[{"fitValue":[{"value":{"fpVal":71.0}}],
      "endTimeNanos":1791178272000000000,"dataTypeName":"com.google.heart_rate.bpm","startTimeNanos":1791178272000000000}]}
      """, ["HeartRate 71.0 \(local(1_791_178_272))"]),
    Case(
      "oura.json",
      #"{"data":[{"bpm":60,"source":"awake","timestamp":"2026-10-05T05:31:12+00:00"}]}"#,
      ["HeartRate 60.0 \(local(1_791_178_272))"]),
    Case(
      "polar.json",
      """
      {"exportVersion":"1.6","startTime":"2026-10-05T07:31:12.000","exercises":[{"startTime":"2026-10-05T07:31:12.000",
      "samples":{"heartRate":[{"dateTime":"2026-10-05T07:31:12.000","value":71},{"dateTime":"2026-10-05T07:31:13.000"}]}}]}
      """, ["HeartRate 71.0 \(day) 07:31:12"]),
    Case(
      "garmin.json", #"{"heartRateValues":[[1791178272000,71],[1791178292000,null]]}"#,
      ["HeartRate 71.0 \(local(1_791_178_272))"]),
    Case(
      "own.json",
      #"{"user":"x","readings":[{"takenAt":"2026-10-05 07:31","systolic":121,"diastolic":78,"pulse":64,"tags":[{"a":1}]}]}"#,
      ["HeartRate 64.0 \(day) 07:31:00", "BloodPressure 121.0/78.0 \(day) 07:31:00"]),
    Case(
      "lines.json",
      "{\"time\":\"2026-10-05 07:31\",\"hr\":71}\n{\"time\":\"2026-10-05 07:32\",\"hr\":72}\n",
      ["HeartRate 71.0 \(day) 07:31:00", "HeartRate 72.0 \(day) 07:32:00"]),
    Case(
      "polar_247ohr.json",
      """
      {"deviceDays":[{"userId":1,"date":"2026-10-05","samples":[{"heartRate":71,"secondsFromDayStart":27072,"source":"OHR"}]}]}
      """, ["HeartRate 71.0 \(day) 07:31:12"]),
    Case(
      "intraday-2026-10-05.json",
      """
      {"activities-heart":[{"dateTime":"2026-10-05","value":"64.2"}],
      "activities-heart-intraday":{"dataset":[{"time":"07:31:12","value":71}],"datasetInterval":1}}
      """, ["HeartRate 71.0 \(day) 07:31:12"]),
    Case(
      "resting.json", "[{\"dateTime\":\"2026-10-05\",\"value\":{\"restingHeartRate\":58}}]",
      ["RestingHeartRate 58.0 \(day) 00:00:00"]),
    Case(
      "samsung.csv",
      """
      com.samsung.shealth.tracker.heart_rate,6312004,5
      com.samsung.health.heart_rate.heart_beat_count,com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.heart_rate,com.samsung.health.heart_rate.time_offset,com.samsung.health.heart_rate.max
      1,2026-10-05 05:31:12.000,71.0,UTC+0200,90

      """, ["HeartRate 71.0 \(local(1_791_178_272))"]),
    Case(
      "samsung.csv",
      """
      com.samsung.shealth.tracker.heart_rate,6312004,5
      source,com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.heart_rate,com.samsung.health.heart_rate.time_offset,
      ,2026-10-05 05:31:12.000,71.0,UTC+0200,

      """, ["HeartRate 71.0 \(local(1_791_178_272))"]),
    Case(
      "ride.tcx",
      """
      <?xml version="1.0"?><TrainingCenterDatabase xmlns="x"><Activities><Activity Sport="Running"><Id>2026-10-05T05:31:12Z</Id>
      <Lap StartTime="2026-10-05T05:31:12.000Z"><TotalTimeSeconds>3</TotalTimeSeconds><DistanceMeters>9</DistanceMeters><Track>
      <Trackpoint><Time>2026-10-05T05:31:12.000Z</Time><HeartRateBpm><Value>118</Value></HeartRateBpm></Trackpoint>
      <Trackpoint><Time>2026-10-05T05:31:13.000Z</Time></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """, ["HeartRate 118.0 \(local(1_791_178_272))", "Workout Running \(local(1_791_178_272))"]),
    Case(
      "ride.gpx",
      """
      <?xml version="1.0"?><gpx xmlns="x"><trk><trkseg><trkpt lat="1" lon="1"><time>2026-10-05T05:31:12Z</time><extensions>
      <gpxtpx:TrackPointExtension><gpxtpx:hr>118</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt></trkseg></trk></gpx>
      """, ["HeartRate 118.0 \(local(1_791_178_272))"]),
  ]

  @Test(arguments: [
    ("dates.csv", "date,bpm\n31/01/2026,61\n01/31/2026,62\n"), ("none.csv", "a;b\n1;2\n"),
    ("rr.txt", "812\n805\n"), ("cut.json", "{\"a\":[{\"date\":"), ("bad.json", "{\"a\" 1}"),
    ("deep.json", String(repeating: "[", count: 1000)), ("clock.csv", "time,hr\n07:31:12,71\n"),
    ("max.csv", "date,max_hr\n2026-10-05 07:31,131\n"),
    ("count.csv", "date,HR (count)\n2026-10-05 07:31,71\n"),
    ("pr.csv", "date,PR\n2026-10-05 07:31,160\n"), ("polar.hrm", "[Params]\nVersion=106\n"),
    ("2026-10-05_2026-10-06.csv", "time,hr\n07:31:12,71\n"),
  ])
  func `a file that cannot be understood is refused`(_ name: String, _ text: String) {
    #expect(throws: FormatError.self) {
      try samples(of: Array(text.utf8), ImportHints(), name: name)
    }
  }

  @Test func `another heading or unit word gives the same samples`() throws {
    let texts = [
      "date,bpm\n2026-10-05 07:31,71\n", "Datum;Puls (bpm)\n05.10.2026 07:31;71\n",
      "type,start,value,unit\nHeartRate,2026-10-05 07:31,71,beats/min\n",
    ]
    let ids = try texts.map {
      try samples(of: Array($0.utf8), ImportHints(), name: "a.csv").samples.map(\.id)
    }
    #expect(ids[0] == ids[1] && ids[0] == ids[2] && ids[0].count == 1)
  }

  @Test func `what is ignored is named`() throws {
    let text = "Date,Pulse,Mood,Weather\n2026-10-05 07:31,71,good,rain\n"
    let file = try samples(of: Array(text.utf8), ImportHints(), name: "a.csv").file
    #expect(file.reading == "date=Date,HeartRate=Pulse; ignored: Mood, Weather")
  }

  @Test func `a recording in FIT gives its heart rates and its workout`() throws {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) }
    }
    let time = 1_791_178_272 - 631_065_600
    var data: [UInt8] = [0x40, 0, 0] + little(20, 2) + [2, 253, 4, 0x86, 3, 1, 0x02]
    data += [0] + little(time, 4) + [118] + [0] + little(time + 1, 4) + [0xFF]
    data += [0x41, 0, 0] + little(18, 2) + [3, 2, 4, 0x86, 5, 1, 0, 7, 4, 0x86]
    data += [1] + little(time, 4) + [1] + little(3000, 4)
    let bytes =
      [14, 0x20] + little(2132, 2) + little(data.count, 4) + Array(".FIT".utf8) + [0, 0] + data + [
        0, 0,
      ]
    let found = try samples(of: bytes, ImportHints(), name: "a.fit")
    #expect(
      found.samples.map(words) == [
        "HeartRate 118.0 \(Self.local(1_791_178_272))",
        "Workout Running \(Self.local(1_791_178_272))",
      ])
    for count in bytes.indices {
      _ = try? samples(of: Array(bytes[..<count]), ImportHints(), name: "a.fit")
    }
  }

  /// The files that the project keeps, where they are.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: sharedFolder)),
    arguments: [
      ("hae.json", 4), ("polar.csv", 5), ("ride.tcx", 3), ("ride.gpx", 1),
      ("heart_rate-2026-10-05.json", 2),
      ("withings.csv", 1), ("bp.csv", 2), ("omron.csv", 4), ("unix.csv", 2),
    ])
  func `every file of the collection is read`(_ name: String, _ count: Int) throws {
    let file = try SampleFile(path: Self.sharedFolder + "/" + name)
    var input = file.input
    var samples: [Sample] = []
    while let sample = try input.next() { samples.append(sample) }
    #expect(
      samples.count == count && input.log.counts.keys.allSatisfy { !$0.losesSample },
      "\(file.reading ?? "") \(input.log.counts)")
  }

  private static let sharedFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../shared/imports").standardized.path
}

private enum CivilMomentStart {
  /// Midnight here.
  static let date =
    (try? ZoneRules.local.get()).map { $0.date(CivilDate(year: 2001, month: 1, day: 1)) } ?? Date()
}
