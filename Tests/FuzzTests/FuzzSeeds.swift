extension FuzzTarget {
  /// Valid inputs, made by ourselves, that a fuzzer changes. Videos and JPEGs are encoded by `scripts/fuzz`.
  public var seeds: [[UInt8]] { texts.map { Array($0.utf8) } + binaries }

  private var texts: [String] {
    switch self {
    case .colorSignal:
      [
        Self.signal(header: "time_s,red,green,blue", colors: 3),
        Self.signal(header: "time_s,gray", colors: 1),
        "time,ppg\n" + (0..<200).map { "\($0 / 25),\($0 % 28)\n" }.joined(),
        "time_ms,red,ir\n"
          + (0..<200).map { "\(65_000 + 20 * $0 & 0xFFFF),\(9000 + $0 % 28),3\n" }.joined(),
        (0..<3).map { row in (0..<400).map { "\($0 * (row + 1) % 97)" }.joined(separator: " ") }
          .joined(separator: "\n"),
        "Time,ppg\n46300.25,1\n46300.2500002,2\n46300.2500004,3\n", "min,ppg\n'0:00.008',3\n",
        "# a comment\ntime_s,red,green,blue,spread,clipped,black,skin_share,key_frame\n0,1,2,3,0,0,0,1,1\n",
        "time_s,red,spread,tilt_x,tilt_y,twist,bow_x,bow_y\n0,1,0.1,1e-06,-0.2,0,1.9,3\n1,1,,,,,,\n",
      ]
    case .appleExport:
      [
        """
        <?xml version="1.0"?><!DOCTYPE HealthData [<!ELEMENT HealthData (Record)>]>
        <HealthData locale="en"><ExportDate value="2026-01-02 03:04:05 +0100"/>
        <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeAPositive"/>
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="a &amp; b" unit="count/min" \
        creationDate="2026-01-02 03:04:05 +0100" startDate="2026-01-02 03:04:05 +0100" \
        endDate="2026-01-02 03:04:05 +0100" value="62"><MetadataEntry key="k" value="1 mL/min·kg"/></Record>
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="a" \
        startDate="2026-01-02 03:04:05 +0100" endDate="2026-01-02 03:04:05 +0100">
        <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="a" unit="mmHg" \
        startDate="2026-01-02 03:04:05 +0100" endDate="2026-01-02 03:04:05 +0100" value="120"/></Correlation>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" \
        sourceName="a" startDate="2026-01-02 03:04:05 +0100" endDate="2026-01-02 03:14:05 +0100">
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-01-02 03:05:05 +0100"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="2" unit="km" \
        startDate="2026-01-02 03:04:05 +0100" endDate="2026-01-02 03:14:05 +0100"/></Workout>
        <ActivitySummary dateComponents="2026-01-02" activeEnergyBurned="9" activeEnergyBurnedUnit="kcal"/>
        </HealthData>
        """
      ]
    case .csv:
      [
        "type,start,end,value,unit,source\nHeartRate,2026-01-02T03:04:05Z,,62,count/min,\"a \"\"b\"\"\"\n",
        "date,bpm\n2026-01-31 09:00,61\n31.01.2026 9:00,62 bpm\n",
        "Datum;Uhrzeit;Puls;Gewicht (kg)\n31.01.2026;9:00;61;70,5\n",
        "date\ttime\tHeart Rate (bpm)\n1/31/2026\t9:00 PM\t61\n03/04/2026\t9:00\t62/min\n",
        "kind,type,start,value,members\ncorrelation,BloodPressure,2026-01-02,,\"[{\"\"type\"\":\"\"a\"\"}]\"\n",
      ]
    case .records:
      [
        "Date,Time,Systolic (mmHg),Diastolic (mmHg),Pulse (bpm)\n05 Oct 2026,7:31 pm,121,78,64\n",
        "Fecha;Tensión;Peso (kg)\n5 de octubre de 2026;121/78;1.070,5\n", "812\n805\n0.79\n",
        "Name,Sport,Date,Start time,Duration\nA,RUNNING,15-10-2026,07:31:12,00:00:04\nTime,HR (bpm)\n00:00:01,118\n",
        #"{"data":{"metrics":[{"data":[{"date":"2026-10-01 08:00:00 +0200","Min":61,"Avg":65.5}],"#
          + #""units":"count/min","name":"heart_rate"}]}}"#,
        #"[{"dateTime":"10/05/26 07:31:12","value":{"bpm":71}},[1791178272000,71]]"#,
        "[Params]\nDate=20261005\nStartTime=07:31:12.0\nInterval=5\n[HRData]\n118\t91\n",
        #"{"date":"2026-10-05","rr":[812,805],"restingHeartRate":52,"a":[{"time":"07:31","hr":71}]}"#,
        "Time,Weight,user\n\"Oct 5, 2026\",\n7:31 AM,11st 5lb,A\n7:32 AM,\"{\"\"weight\"\":3}\",B\n",
        "0.812 N\n1.617 V\n2.4 N\n3.2 N\n", "Kubios\nDate: ,05-Oct-2026\nRMSSD (ms):,44.1\n",
        "<gpx><trkpt><time>2026-10-05T07:31:12Z</time><extensions><x:hr>118</x:hr></extensions></trkpt></gpx>",
        """
        <TrainingCenterDatabase><Activity Sport="Biking"><Lap StartTime="2026-10-05T07:31:12Z"><TotalTimeSeconds>3\
        </TotalTimeSeconds><Track><Trackpoint><Time>2026-10-05T07:31:12Z</Time><HeartRateBpm><Value>118</Value>\
        </HeartRateBpm></Trackpoint></Track></Lap></Activity></TrainingCenterDatabase>
        """,
      ]
    case .ndjson:
      [
        #"{"kind":"quantity","type":"HKQuantityTypeIdentifierHeartRate","start":"2026-01-02T03:04:05Z","#
          + #""value":62,"unit":"count/min","metadata":{"a":1,"b":{"date":"2026-01-02T03:04:05Z"}}}"#
          + "\n",
        #"{"kind":"heartbeat_series","type":"HKDataTypeIdentifierHeartbeatSeries","#
          + #""start":"2026-01-02T03:04:05Z","beats_s":[0,0.9,1.8],"gaps":[1]}"# + "\n",
        #"{"kind":"workout","type":"HKWorkoutTypeIdentifier","activity":37,"start":"2026-01-02T03:04:05Z","#
          + #""end":"2026-01-02T03:14:05Z","events":[{"kind":"HKWorkoutEventTypeLap","#
          + #""start":"2026-01-02T03:05:05Z"}],"totals":[]}"# + "\n",
      ]
    case .fhir:
      [
        #"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Observation","#
          + #""status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},"#
          + #""effectiveDateTime":"2026-01","valueQuantity":{"value":62,"unit":"beats/min","#
          + #""system":"http://unitsofmeasure.org","code":"/min"}}}]}"#
      ]
    case .openMHealth:
      [
        #"{"header":{"id":"a","schema_id":{"namespace":"omh","name":"heart-rate","version":"2.0"},"#
          + #""creation_date_time":"2026-01-02T03:04:05Z"},"body":{"heart_rate":{"value":62,"#
          + #""unit":"beats/min"},"effective_time_frame":{"date_time":"2026-01-02T03:04:05Z"}}}"#
      ]
    case .route:
      [
        """
        <?xml version="1.0"?><gpx version="1.1"><trk><trkseg><trkpt lon="13.4" lat="52.5"><ele>34.5</ele>
        <time>2026-01-02T03:04:05Z</time><extensions><speed>1.5</speed><course>90</course>
        <hAcc>3</hAcc></extensions></trkpt></trkseg></trk></gpx>
        """
      ]
    case .electrocardiogram:
      [
        """
        Name,A B
        Recorded Date,2026-01-02 03:04:05 +0100
        Classification,Sinus Rhythm
        Sample Rate,512 hertz
        Lead,Lead I
        Unit,µV

        1.5
        -3
        """
      ]
    case .json: [#"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n",true,null,{}],"a":0}"#]
    case .unit:
      [
        "count/min", "mL/min·kg", "kg/m.s^2", "mmol<180.1558800000541>/L", "dBASPL", "%", "bpm",
        "beats/min", "°C",
      ]
    case .predicate:
      [
        "quantity > %@ AND NOT (startDate >= %@ OR metadata.a == %d)",
        "%K == %@", "metadata.b IN {'text', \"b\"}", "TRUEPREDICATE", "endDate BETWEEN {%@, %@}",
      ]
    case .studyTask:
      [
        #"{"heartcam_task":1,"identifier":"a","title":"A","steps":[{"type":"instruction","#
          + #""identifier":"b","text":"c"},{"type":"active","identifier":"d","duration_s":5,"#
          + #""recorders":[{"identifier":"r","type":"HeartRate","unit":"count/min"}]},"#
          + #"{"type":"completion","identifier":"e"}],"navigation":{"b":{"to":"e"}}}"#
      ]
    case .studyResult:
      [
        #"{"taskRunUUID":"00000000-0000-4000-8000-000000000001","identifier":"a","#
          + #""startDate":"2026-01-02T03:04:05Z","results":[{"identifier":"b","results":[]}]}"#
      ]
    case .pageRequest: PageTarget.seeds
    case .manifest:
      [
        "path,participant,session,start,reference_bpm,lab\n"
          + "a.mp4,P1,1,2026-01-31T09:00:00Z,62,\"x, y\"\n./b.mp4,n/a,,2026-01-31,,\n",
        "\u{FEFF}File,Subject\r\n/data/a.mp4,01\r\n../c.mp4,02\r\n", "path;start\n",
      ]
    case .bids:
      [
        "sub-01_ses-2_task-rest_video.mp4\nfilename\tacq_time\n"
          + "beh/sub-01_video.mp4\t2026-01-31T09:00:00.250\nb.mp4\t2026-01-31T09:00:00Z\n",
        "ses-a_sub-b.mp4\n",
      ]
    case .visibleText:
      ["a\u{202E}b\u{1B}[2J\n", "=cmd|' /C calc'!A0", "\\u{202E}\\xE9", "-5,5", "\u{10FFE9}é"]
    case .zip, .anchor, .motionJPEG, .video, .camera, .readerMessage, .readerProcess,
      .importMessages, .storeBackup:
      []
    }
  }

  private var binaries: [[UInt8]] {
    switch self {
    case .records:
      [
        [
          14, 32, 84, 8, 32, 0, 0, 0, 46, 70, 73, 84, 0, 0, 64, 0, 0, 20, 0, 2, 253, 4, 134, 3, 1,
          2,
        ]
          + [
            0, 32, 235, 37, 69, 118, 0, 33, 235, 37, 69, 119, 65, 0, 0, 78, 0, 1, 0, 2, 132, 1, 44,
            3,
          ]
      ]
    case .visibleText: [[0x61, 0xE9, 0xFF, 0xFE, 0x5C, 0x78, 0x45, 0x39]]
    case .anchor:
      [[1] + Array(repeating: 7, count: 16) + [0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 6]]
    case .motionJPEG:
      [[0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64) + [0xFF, 0xD9]]
    case .zip:
      [[20, 0, 0, 0, 8, 0] + Array(repeating: 0, count: 20) + Array("export.xml".utf8)]
    case .video:
      [Array("\u{1A}E\u{DF}\u{A3}".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })]
    case .camera: (0..<40).map(Self.driver)
    case .readerMessage: SandboxTargets.messages
    case .readerProcess: SandboxTargets.conversations
    case .importMessages: ImportTarget.conversations
    case .storeBackup: RestoreTarget.changes
    default: []
    }
  }

  /// A driver that does what it likes for a while, made by an xorshift generator.
  private static func driver(_ seed: Int) -> [UInt8] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<4096).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }

  private static func signal(header: String, colors: Int) -> String {
    var text = header + "\n"
    for index in 0..<360 {
      let level = 150 + (index % 28 < 8 ? 3 : 0)
      text += "\(Double(index) / 30)" + String(repeating: ",\(level)", count: colors) + "\n"
    }
    return text
  }
}
