import CivilTime
import Foundation
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// Tables and other programs' files, each with what its owner expects.
struct RecordTests {
  typealias Case = RecordCase

  @Test(arguments: tables + forms + strange)
  func `a file gives what its owner expects`(_ file: Case) throws { try file.check() }

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
      ], start: RecordCase.start),
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

  private static let start = RecordCase.start

  private static func local(_ time: Double) -> String { RecordCase.local(time) }

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

  /// What has the name of one thing and is another, or of which the meaning cannot be known.
  static let strange: [Case] = [
    // Zones of time and of training.
    Case(
      "zone.csv", "Time,Heart Rate,Zone\n2026-10-05 07:31:12,118,2\n2026-10-05 07:31:13,141,3\n",
      ["HeartRate 118.0 \(day) 07:31:12", "HeartRate 141.0 \(day) 07:31:13"]),
    Case(
      "zone.csv", "Zeit;Puls;Zone\n2026-10-05 07:31:12;118;Zone 2\n",
      ["HeartRate 118.0 \(day) 07:31:12"]),
    Case(
      "zone.csv", "Time,Heart Rate,Zone\n2026-10-05 07:31:12,71,UTC\n",
      ["HeartRate 71.0 \(local(1_791_185_472))"]),
    Case(
      "hours.csv",
      "timestamp,timezone,hr\n2026-10-05 07:31:12,+02,71\n2026-10-05 07:31:12,-5,72\n2026-10-05 07:31:12,5.5,73\n2026-10-05 07:31:12,120,74\n2026-10-05 07:31:12,+0530,75\n",
      [
        "HeartRate 71.0 \(local(1_791_178_272))", "HeartRate 72.0 \(local(1_791_203_472))",
        "HeartRate 73.0 \(local(1_791_165_672))", "HeartRate 74.0 \(local(1_791_178_272))",
        "HeartRate 75.0 \(local(1_791_165_672))",
      ]),
    // Codes of sleep are those of their program.
    Case(
      "raw_tracker_sleep-state.csv",
      "start,duration,value\n2026-10-04T23:12:00,\"[360,1440,1200,600]\",\"[0,1,2,3]\"\n",
      [
        "SleepAnalysis 2 2026-10-04 23:12:00", "SleepAnalysis 3 2026-10-04 23:18:00",
        "SleepAnalysis 4 2026-10-04 23:42:00", "SleepAnalysis 5 \(day) 00:02:00",
      ]),
    Case(
      "raw_sleep-monitor_sleep-state.csv",
      "start,duration,value\n2026-10-04T23:12:00,\"[60,60]\",\"[0,1]\"\n",
      ["SleepAnalysis 2 2026-10-04 23:12:00", "SleepAnalysis 1 2026-10-04 23:13:00"]),
    Case(
      "health_connect.json",
      """
      {"sleep":[{"stages":[{"startTime":"2026-10-05T01:00:00","endTime":"2026-10-05T01:06:00","stage":1},
      {"startTime":"2026-10-05T01:06:00","endTime":"2026-10-05T01:30:00","stage":6}]}]}
      """, ["SleepAnalysis 2 \(day) 01:00:00", "SleepAnalysis 5 \(day) 01:06:00"]),
    Case("stages.csv", "start,end,stage\n2026-10-05 01:00,2026-10-05 01:06,2\n", []),
    Case("stages.csv", "time,stage\n2026-10-05 01:00,light\n", []),
    // Headings of something else.
    Case(
      "hf.csv", "Date,RMSSD,LF,HF\n2026-10-05 07:31,44.1,812.2,126.5\n",
      ["HeartRateVariabilityRMSSD 44.1 \(day) 07:31:00"]),
    Case(
      "food.csv", "Date,Energy (kcal),Protein (g),Sugar,Calcium\n2026-10-05 08:00,412,18,12,15\n",
      ["DietaryEnergyConsumed 412.0 \(day) 08:00:00", "DietaryProtein 18.0 \(day) 08:00:00"]),
    Case(
      "scores.csv", "Date,Energy,Sleep,Recovery,Noise,Weight\n2026-10-05,3,4,71,0.3,78.2\n",
      ["BodyMass 78.2 \(day) 00:00:00"]),
    Case(
      "gym.csv",
      "start_time,end_time,weight_kg,reps,hr\n2026-10-05 07:31,2026-10-05 08:16,60,8,118\n",
      ["HeartRate 118.0 \(day) 07:31:00"]),
    Case(
      "room.csv",
      "Date,Time,Heart Rate,Temperature\n2026-10-05,07:31,71,21.5\n2026-10-05,07:32,72,34.9\n",
      ["HeartRate 71.0 \(day) 07:31:00", "HeartRate 72.0 \(day) 07:32:00"]),
    Case(
      "scale.csv", "Date,Weight,Water,Protein\n2026-10-05,78.2,57.4,18.1\n",
      ["BodyMass 78.2 \(day) 00:00:00"]),
    Case(
      "vitals.csv", "Time,HR,RR,SBP,DBP\n2026-10-05 07:31,71,16,121,78\n",
      [
        "HeartRate 71.0 \(day) 07:31:00", "RespiratoryRate 16.0 \(day) 07:31:00",
        "BloodPressure 121.0/78.0 \(day) 07:31:00",
      ]),
    Case(
      "riva.csv", "Datum,RR,Puls\n05.10.2026 07:31,121/78,64\n",
      ["BloodPressure 121.0/78.0 \(day) 07:31:00", "HeartRate 64.0 \(day) 07:31:00"]),
    Case(
      "readiness.json",
      #"{"data":[{"day":"2026-10-05","score":80,"contributors":{"resting_heart_rate":92}}]}"#, []),
    Case(
      "long.csv",
      "Time,Value,Unit,Type\n2026-10-05 07:31,44,ms,HRV\n2026-10-05 07:31,71,bpm,Pulse\n",
      ["HeartRate 71.0 \(day) 07:31:00"]),
    Case("calories-2026-10-05.json", #"[{"dateTime":"10/05/26 07:31:00","value":"1.07"}]"#, []),
    // The name of a file counts if all of it is known.
    Case(
      "raw_sleep-monitor_snoring.json", #"[{"start":"2026-10-04T23:12:00","value":1}]"#, []),
    Case("spo2_signal_quality.json", #"[{"start":"2026-10-04T23:12:00","value":91}]"#, []),
    Case(
      "daily_resting_heart_rate.csv",
      "timestamp,beats per minute,data source\n2026-10-05T00:00:00Z,57,a\n",
      ["RestingHeartRate 57.0 \(day) 00:00:00"]),
    Case(
      "training-session-2026-10-05.json",
      """
      {"startTime":"2026-10-05T07:31:12.000","exercises":[{"startTime":"2026-10-05T07:31:12.000","stopTime":"2026-10-05T07:41:12.000",
      "sport":"RUNNING","distance":1620.5,"samples":{"heartRate":[{"dateTime":"2026-10-05T07:31:12.000","value":118}],
      "speed":[{"dateTime":"2026-10-05T07:31:12.000","value":9.1}],"distance":[{"dateTime":"2026-10-05T07:31:13.000","value":2.5}]}}]}
      """, ["HeartRate 118.0 \(day) 07:31:12", "Workout Running \(day) 07:31:12"]),
    // Units of programs, and none where nobody knows.
    Case(
      "weight-2026-10-01.json",
      #"[{"logId" : 1,"weight" : 172.4,"bmi" : 24.11,"date" : "10/05/26","time" : "07:31:12"}]"#,
      ["BodyMass 78.199 \(day) 07:31:12", "BodyMassIndex 24.11 \(day) 07:31:12"]),
    Case(
      "distance-2026-10-05.json",
      #"[{"dateTime":"10/05/26 07:31:00","value":"4480"},{"dateTime":"10/05/26 07:32:00","value":"0"}]"#,
      [
        "DistanceWalkingRunning 44.8 \(local(1_791_185_460))",
        "DistanceWalkingRunning 0.0 \(local(1_791_185_520))",
      ]),
    Case(
      "distance.csv", "Date,Distance,Steps\n2026-10-05,7.31,10234\n",
      ["StepCount 10234.0 \(day) 00:00:00"]),
    // The moment of the item itself.
    Case(
      "parent.json",
      #"{"date":"2026-10-05","heart_rate":[{"time":"2026-10-06T07:31:12","bpm":71},{"time":"2026-10-06T07:32:12","bpm":72}]}"#,
      ["HeartRate 71.0 2026-10-06 07:31:12", "HeartRate 72.0 2026-10-06 07:32:12"]),
    Case(
      "spo2.json",
      #"[{"dateTime":"2026-10-05","minutes":[{"value":95.3,"minute":"2026-10-05T02:01:00"}]}]"#,
      ["OxygenSaturation 95.3 \(day) 02:01:00"]),
    Case(
      "whoop.csv",
      "Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Activity name,Average HR (bpm)\n2026-10-04 23:12:00,2026-10-05 23:02:00,UTC+02:00,2026-10-05 07:31:12,2026-10-05 07:51:12,Running,148\n",
      ["Workout Running \(local(1_791_178_272))"]),
    Case(
      "hrv4training.csv", "date,timestamp_measurement,HR\n2026-10-05,2026-10-05 07:31:12,58.2\n",
      ["HeartRate 58.2 \(day) 07:31:12"]),
    // A sport beside a heart rate is no workout.
    Case(
      "activity.csv", "Timestamp,Activity Type,Heart Rate\n2026-10-05 07:31,walking,95\n",
      ["HeartRate 95.0 \(day) 07:31:00"]),
    Case(
      "both.csv", "timestamp,hr,rr\n2026-10-05 07:31:12,71,812\n2026-10-05 07:31:13,72,805\n",
      [
        "HeartRate 71.0 \(day) 07:31:12", "HeartRate 72.0 \(day) 07:31:13",
        "HeartbeatSeries 3 \(day) 07:31:11",
      ]),
    // Sums last until the next.
    Case(
      "steps.csv", "timestamp,steps\n2026-10-05 07:31,57\n2026-10-05 07:32,61\n",
      ["StepCount 57.0 \(day) 07:31:00", "StepCount 61.0 \(day) 07:32:00"]),
    Case("steps.csv", "timestamp,steps\n2026-10-05 07:31,57\n", []),
    Case(
      "total.csv",
      "timestamp,steps,hr\n2026-10-05 07:31,57,71\n2026-10-05 07:32,61,71\n2026-10-05 07:33,80,71\n2026-10-05 07:34,99,71\n",
      (31...34).map { "HeartRate 71.0 \(day) 07:\($0):00" }),
    Case(
      "between.csv",
      "Date,Start,End,Heart Rate\n2026-10-05,07:31,08:10,118\n2026-10-05,23:50,00:10,71\n",
      ["HeartRate 118.0 \(day) 07:31:00", "HeartRate 71.0 \(day) 23:50:00"]),
    Case(
      "weight.csv", "Datum;Gewicht (kg)\n15.10.2026;78,250\n",
      ["BodyMass 78.25 2026-10-15 00:00:00"]),
    Case(
      "rr.txt", "[812, 805, 790, 821, 833]\n",
      [
        "HeartbeatSeries 6 2001-01-01 00:00:00",
        "HeartRateVariabilitySDNN 16.239 2001-01-01 00:00:00",
        "HeartRateVariabilityRMSSD 18.567 2001-01-01 00:00:00",
      ], start: start),
    Case(
      "HR.csv", "1791178272.00\n1.000000\n71.00\n72.00\n",
      ["HeartRate 71.0 \(local(1_791_178_272))", "HeartRate 72.0 \(local(1_791_178_273))"]),
    Case(
      "IBI.csv", "1791178272.00, IBI\n10.5,0.812\n11.305,0.805\n20.5,0.821\n",
      [
        "HeartbeatSeries 3 \(local(1_791_178_281))", "HeartbeatSeries 2 \(local(1_791_178_291))",
      ]),
    Case(
      "libre.csv",
      "Glucose Data,Generated on\nDevice,Serial Number,Device Timestamp,Record Type,Historic Glucose mmol/L,Scan Glucose mmol/L\nFreeStyle LibreLink,A,15-10-2026 07:31,0,5.4,\nFreeStyle LibreLink,A,15-10-2026 07:40,1,,5.9\n",
      ["BloodGlucose 97.284 2026-10-15 07:31:00", "BloodGlucose 106.292 2026-10-15 07:40:00"]),
    Case(
      "samsung.csv",
      "com.samsung.shealth.sleep,6312001,13\nsleep_duration,com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time\n448,2026-10-04 21:12:00.000,2026-10-05 04:40:00.000,\n",
      ["SleepAnalysis 1 \(local(1_791_148_320))"]),
  ]

  @Test func `a value of a day is one of the whole day, and ends at midnight here`() throws {
    for (name, text) in [
      ("hr.csv", "Date,Average heart rate (bpm)\n2026-10-05,71\n"),
      ("hr.csv", "Date,Average heart rate (bpm)\n2026-10-05 00:00:00,71\n2026-10-06 00:00:00,72\n"),
      ("steps.json", #"{"activities-steps":[{"dateTime":"2026-10-05","value":"10234"}]}"#),
      ("steps-2026-10-05.json", #"[{"dateTime":"2026-10-05","value":"10234"}]"#),
    ] {
      var hints = ImportHints()
      hints.fileName = name
      let sample = try #require(
        try RecordCase.samples(of: Array(text.utf8), hints, name: name).samples.first, "\(text)")
      let (begin, end) = (CivilMoment(sample.start), CivilMoment(sample.end))
      #expect("\(begin.day) \(begin.clock)" == "2026-10-05 00:00:00")
      #expect("\(end.day) \(end.clock)" == "2026-10-06 00:00:00")
    }
  }

  @Test func `the least and the greatest are those of their own column`() throws {
    let text =
      "Date,SpO2 min,SpO2 avg,HR min,HR avg,HR max,Exercise (min)\n2026-10-05,88,95,48,71,132,31\n"
    let found = try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: "a.csv").samples
    #expect(
      found.map(\.head.metadata) == [
        ["HeartcamMinimum": .number(88)],
        ["HeartcamMinimum": .number(48), "HeartcamMaximum": .number(132)],
      ])
  }

  @Test func `of several people one must be chosen`() throws {
    let text = "date,hr,user\n2026-10-05 07:31,71,A\n2026-10-05 07:35,81,B\n"
    let error = #expect(throws: FormatError.self) {
      try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: "a.csv")
    }
    #expect(error?.reason == .severalPeople && error?.description.contains("A; B") == true)
    var hints = ImportHints()
    hints.person = "B"
    let found = try RecordCase.samples(of: Array(text.utf8), hints, name: "a.csv").samples
    #expect(found.map(RecordCase.words) == ["HeartRate 81.0 2026-10-05 07:35:00"])
    // What each record has of its own is no person.
    let own = "id,date,hr\n1,2026-10-05 07:31,71\n2,2026-10-05 07:35,81\n"
    #expect(
      try RecordCase.samples(of: Array(own.utf8), ImportHints(), name: "a.csv").samples.count == 2)
    let merged =
      own.replacing("2,", with: "7,").replacing("1,2026", with: "7,2026")
      + "8,2026-10-05 07:36,82\n"
    #expect(throws: FormatError.self) {
      try RecordCase.samples(of: Array(merged.utf8), ImportHints(), name: "a.csv")
    }
  }

  @Test func `what is left out is counted with what it is of`() throws {
    for (text, defect, type) in [
      (#"[{"date":"2026-10-05 07:31","mood":3}]"#, ImportDefect.unknownType, ""),
      (
        "Date,Sleep,Weight\n2026-10-05,4,78\n", .unknownCode,
        "HKCategoryTypeIdentifierSleepAnalysis"
      ),
      ("Date,Steps,HR\n2026-10-05 07:31,57,71\n", .missingEnd, "HKQuantityTypeIdentifierStepCount"),
      (
        "Date,Steps,Distance\n2026-10-05,57,7.3\n", .unreadableUnit,
        "HKQuantityTypeIdentifierDistanceWalkingRunning"
      ),
      (
        "Activity Type,Date,Time,Avg HR\nRunning,2026-10-05 07:31:12,00:28:10,148\n",
        .statistic,
        "HKQuantityTypeIdentifierHeartRate"
      ),
    ] {
      let log = try RecordCase.samples(
        of: Array(text.utf8), ImportHints(), name: text.hasPrefix("[") ? "a.json" : "a.csv"
      ).file.input.log
      let group = log.groups.first { $0.key.defect == defect }
      #expect(group?.value.count == 1 && group?.key.type ?? "" == type, "\(text) \(log.groups)")
    }
  }

  @Test func `every field of the table of forms means something`() {
    for form in HealthForm.all {
      #expect(!form.marks.isEmpty, "\(form.name)")
      for (field, meaning) in form.fields {
        #expect(form.heading(field)?.meaning != nil, "\(form.name): \(field)=\(meaning)")
        let unit = meaning.split(separator: " ", maxSplits: 1).dropFirst().first
        #expect(unit == nil || form.heading(field)?.unit != nil, "\(form.name): \(meaning)")
      }
      for (word, type) in form.types where !type.isEmpty {
        #expect(form.type(word) != nil, "\(form.name): \(word)=\(type)")
      }
      for (type, unit) in form.units {
        let isKnown = SampleType(named: type) != nil && (try? QuantityUnit(spelled: unit)) != nil
        #expect(isKnown, "\(form.name): \(type)=\(unit)")
      }
    }
  }

  @Test(arguments: [
    ("dates.csv", "date,bpm\n31/01/2026,61\n01/31/2026,62\n"), ("none.csv", "a;b\n1;2\n"),
    ("rr.txt", "812\n805\n"), ("cut.json", "{\"a\":[{\"date\":"), ("bad.json", "{\"a\" 1}"),
    ("deep.json", String(repeating: "[", count: 1000)), ("clock.csv", "time,hr\n07:31:12,71\n"),
    ("max.csv", "date,max_hr\n2026-10-05 07:31,131\n"),
    ("count.csv", "date,HR (count)\n2026-10-05 07:31,71\n"),
    ("pr.csv", "date,PR\n2026-10-05 07:31,160\n"), ("polar.hrm", "[Params]\nVersion=106\n"),
    ("2026-10-05_2026-10-06.csv", "time,hr\n07:31:12,71\n"),
    ("raw_sleep-monitor_snoring.csv", "start,duration,value\n2026-10-04T23:12:00,[60],[1]\n"),
    ("beats.txt", "0.839\n1.682\n2.484\n3.261\n4.028\n"), ("beats.txt", "798\n1655\n2449\n3237\n"),
  ])
  func `a file that cannot be understood is refused`(_ name: String, _ text: String) {
    #expect(throws: FormatError.self) {
      try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: name)
    }
  }

  @Test func `another heading or unit word gives the same samples`() throws {
    let texts = [
      "date,bpm\n2026-10-05 07:31,71\n", "Datum;Puls (bpm)\n05.10.2026 07:31;71\n",
      "type,start,value,unit\nHeartRate,2026-10-05 07:31,71,beats/min\n",
    ]
    let ids = try texts.map {
      try RecordCase.samples(of: Array($0.utf8), ImportHints(), name: "a.csv").samples.map(\.id)
    }
    #expect(ids[0] == ids[1] && ids[0] == ids[2] && ids[0].count == 1)
  }

  @Test func `what is ignored is named`() throws {
    let text = "Date,Pulse,Mood,Weather\n2026-10-05 07:31,71,good,rain\n"
    let file = try RecordCase.samples(of: Array(text.utf8), ImportHints(), name: "a.csv").file
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
    let found = try RecordCase.samples(of: bytes, ImportHints(), name: "a.fit")
    #expect(
      found.samples.map(RecordCase.words) == [
        "HeartRate 118.0 \(Self.local(1_791_178_272))",
        "Workout Running \(Self.local(1_791_178_272))",
      ])
    for count in bytes.indices {
      _ = try? RecordCase.samples(of: Array(bytes[..<count]), ImportHints(), name: "a.fit")
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
