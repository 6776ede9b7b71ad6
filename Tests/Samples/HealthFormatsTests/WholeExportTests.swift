import FoundationEssentials
import Glibc
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// An export of Apple Health with every element that its document type names, and the files beside it.
struct WholeExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let date = "2026-01-31 09:00:00 +0100"
  private static let later = "2026-01-31 09:30:00 +0100"

  private static func tag(_ name: String, _ attributes: String, _ children: String = "") -> String {
    "<\(name) \(attributes)" + (children.isEmpty ? "/>\n" : ">\n\(children)</\(name)>\n")
  }

  private static let common =
    "sourceName=\"Watch\" sourceVersion=\"11.2\" creationDate=\"\(date)\" startDate=\"\(date)\" "
    + "endDate=\"\(later)\""

  private static func entry(_ key: String, _ value: String) -> String {
    "<MetadataEntry key=\"\(key)\" value=\"\(value)\"/>\n"
  }

  /// A record of each quantity type in its own unit, and of each value of each category.
  private static var records: String {
    var text = ""
    for (index, type) in QuantityType.allKnown.enumerated() {
      let value = PlausibleRange.middle(of: type)
      let second = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
      let time = "2026-01-30 08:\(10 + index / 60):\(second) +0000"
      text += tag(
        "Record",
        "type=\"\(type.identifier)\" sourceName=\"Watch\" unit=\"\(type.canonicalUnit.exportText)\" "
          + "startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(value)\"",
        index % 3 == 0 ? entry("HKWasUserEntered", "1") : "")
    }
    for type in CategoryType.allKnown {
      for value in type.values?.cases ?? [] {
        text += tag(
          "Record",
          "type=\"\(type.identifier)\" \(common) value=\"\(type.values?.text(of: value.value) ?? "")\""
        )
      }
    }
    return text
  }

  private static var body: String {
    let pressure = ["Systolic", "Diastolic"].enumerated().map { index, name in
      tag(
        "Record",
        "type=\"HKQuantityTypeIdentifierBloodPressure\(name)\" \(common) unit=\"mmHg\" "
          + "value=\"\(120 - 40 * index)\"")
    }.joined()
    let beats = tag(
      "HeartRateVariabilityMetadataList", "",
      tag("InstantaneousBeatsPerMinute", "bpm=\"60\" time=\"9:00:01.00 AM\"")
        + tag("InstantaneousBeatsPerMinute", "bpm=\"61\" time=\"9:00:01.98 AM\""))
    let statistics =
      tag(
        "WorkoutStatistics",
        "type=\"HKQuantityTypeIdentifierHeartRate\" startDate=\"\(date)\" endDate=\"\(later)\" "
          + "average=\"141.5\" minimum=\"98\" maximum=\"176\" unit=\"count/min\"")
      + tag(
        "WorkoutStatistics",
        "type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" startDate=\"\(date)\" "
          + "endDate=\"\(later)\" sum=\"6.4\" unit=\"km\"")
    let event = tag(
      "WorkoutEvent",
      "type=\"HKWorkoutEventTypeSegment\" date=\"\(date)\" duration=\"5\" durationUnit=\"min\"",
      entry("HKAverageSpeed", "3 m/s"))
    let activity = tag(
      "WorkoutActivity",
      "uuid=\"936B9E1D-52B9-41CA-BCA9-9654D43F004E\" startDate=\"\(date)\" endDate=\"\(later)\" "
        + "duration=\"30\" durationUnit=\"min\"",
      entry("WOIntervalStepKeyPath", "0.0.0") + event + statistics)
    let route = tag(
      "WorkoutRoute", common,
      entry("HKMetadataKeySyncIdentifier", "r1") + entry("HKMetadataKeySyncVersion", "2")
        + tag("FileReference", "path=\"/workout-routes/route_2026-01-31_9.00am.gpx\""))
    let workout = tag(
      "Workout",
      "workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" durationUnit=\"min\" "
        + common, entry("HKIndoorWorkout", "0") + event + activity + statistics + route)
    let rings = tag(
      "ActivitySummary",
      "dateComponents=\"2026-01-31\" activeEnergyBurned=\"512.4\" activeEnergyBurnedGoal=\"500\" "
        + "activeEnergyBurnedUnit=\"kcal\" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\" "
        + "appleExerciseTime=\"35\" appleExerciseTimeGoal=\"30\" appleStandHours=\"11\" "
        + "appleStandHoursGoal=\"12\"")
    let clinical = tag(
      "ClinicalRecord",
      "type=\"DiagnosticReport\" identifier=\"T18E\" sourceName=\"Clinic\" "
        + "sourceURL=\"https://fhir.example/r4/T18E\" fhirVersion=\"1.0.2\" "
        + "receivedDate=\"\(date)\" resourceFilePath=\"/clinical-records/DiagnosticReport-1.json\"")
    let audiogram = tag(
      "Audiogram", "type=\"HKDataTypeIdentifierAudiogram\" \(common)",
      entry("HKTimeZone", "Europe/Berlin")
        + tag(
          "SensitivityPoint",
          "frequencyValue=\"250\" frequencyUnit=\"Hz\" leftEarValue=\"5\" leftEarUnit=\"dBHL\" "
            + "leftEarMasked=\"1\" leftEarClampingRangeLowerBound=\"-10\" rightEarValue=\"8\" "
            + "rightEarUnit=\"dBHL\"")
        + tag(
          "SensitivityPoint",
          "frequencyValue=\"4\" frequencyUnit=\"kHz\" rightEarValue=\"12.5\" rightEarUnit=\"dBHL\"")
    )
    let prescription = tag(
      "VisionPrescription",
      "type=\"Contacts\" dateIssued=\"\(date)\" expirationDate=\"2028-01-31 00:00:00 +0000\" "
        + "brand=\"Clear\"",
      tag("RightEye", "sphere=\"-2.25\" sphereUnit=\"D\" baseCurve=\"8.6\" baseCurveUnit=\"mm\"")
        + tag("LeftEye", "sphere=\"-1.5\" sphereUnit=\"D\" axis=\"170\" axisUnit=\"deg\"")
        + entry("note", "soft"))
    let food = tag(
      "Correlation", "type=\"HKCorrelationTypeIdentifierFood\" \(common)",
      entry("HKFoodType", "Banana")
        + tag(
          "Record",
          "type=\"HKQuantityTypeIdentifierDietarySugar\" \(common) unit=\"g\" value=\"14\""))
    return tag("ExportDate", "value=\"\(date)\"")
      + tag(
        "Me",
        "HKCharacteristicTypeIdentifierDateOfBirth=\"1990-01-31\" "
          + "HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexMale\" "
          + "HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeAPositive\" "
          + "HKCharacteristicTypeIdentifierFitzpatrickSkinType=\"HKFitzpatrickSkinTypeII\" "
          + "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"")
      + records + pressure
      + tag("Correlation", "type=\"HKCorrelationTypeIdentifierBloodPressure\" \(common)", pressure)
      + food
      + tag(
        "Record",
        "type=\"HKQuantityTypeIdentifierHeartRateVariabilitySDNN\" \(common) unit=\"ms\" "
          + "value=\"42\"", beats) + workout + rings + clinical + audiogram + prescription
  }

  private static let ecg = """
    Name,Jane Roe
    Date of Birth,"Jan 31, 1990"
    Recorded Date,2026-01-31 10:15:00 +0100
    Classification,Atrial Fibrillation
    Symptoms,Rapid heartbeat
    Software Version,1.90
    Device,"Watch7,12"
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV

    -265,868
    150.141
    12
    """

  private static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
    <metadata><time>2026-01-31T08:00:00Z</time></metadata><trk><name>Route</name><trkseg>
    <trkpt lon="-8.865413" lat="40.154135"><ele>22.5</ele><time>2026-01-31T08:00:00Z</time>\
    <extensions><speed>1.52</speed><course>188.9</course><hAcc>9.5</hAcc><vAcc>1.4</vAcc></extensions></trkpt>
    <trkpt lon="-8.865512" lat="40.154201"><ele>22</ele><time>2026-01-31T08:00:01.5Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private static let resource =
    #"{"resourceType":"DiagnosticReport","id":"T18E","code":{"text":"Blood count"}}"#

  /// Writes the export as a folder, as it is after unpacking.
  private func writeExport() throws -> String {
    for part in AppleCompanions.folders {
      try FileManager.default.createDirectory(
        atPath: folder.file(part), withIntermediateDirectories: true)
    }
    _ = try folder.write(Self.ecg, to: "electrocardiograms/ecg_2026-01-31.csv")
    _ = try folder.write(Self.gpx, to: "workout-routes/route_2026-01-31_9.00am.gpx")
    _ = try folder.write(Self.gpx, to: "workout-routes/route_alone.gpx")
    _ = try folder.write(Self.resource, to: "clinical-records/DiagnosticReport-1.json")
    return try folder.write(
      "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(Self.body)</HealthData>\n",
      to: "export.xml")
  }

  /// Imports a file into a store of its own; returns the defects that lost or changed something.
  private func importing(
    _ path: String, as name: String
  ) throws -> (store: HealthStore, log: ImportLog) {
    let store = try HealthStore(location: StoreLocation(path: folder.file(name)))
    var file = try SampleFile(path: path)
    var importer = SampleImporter(into: store, log: file.input.log)
    while let sample = try file.input.next() {
      try importer.add(sample, line: file.input.line)
    }
    try importer.finish()
    try store.fillProfile(from: file.input.profile)
    return (store, file.input.log)
  }

  private func export(
    _ store: HealthStore, to name: String, _ query: SampleQuery = SampleQuery()
  ) throws -> (
    path: String, outcome: SampleExport.Outcome
  ) {
    let path = folder.file(name)
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = open(path, O_WRONLY)
    defer { close(handle) }
    var writer = SampleExport.writer(
      of: .apple, to: try ByteOutput(descriptor: handle, as: .zip), now: Date(), patient: "",
      profile: try store.profile())
    let outcome = try SampleExport.write(query, of: store, to: &writer) { _ in true }
    return (path, outcome)
  }

  private func samples(_ store: HealthStore) throws -> [UUID: Sample] {
    Dictionary(
      uniqueKeysWithValues: try store.allSamples(matching: SampleQuery()).map { ($0.id, $0) })
  }

  @Test func `every element is read, written and read again`() throws {
    let (first, log) = try importing(writeExport(), as: "first.db")
    #expect(log.counts.filter { $0.key != .duplicate && $0.key != .unlikelyValue } == [:])
    let before = try samples(first)
    let kinds = Set(before.values.map(\.sampleType.identifier))
    #expect(kinds.count > 190)
    for type in [
      RecordType.electrocardiogram, .workoutRoute, .activitySummary, .visionPrescription,
      .audiogram,
    ] { #expect(kinds.contains(type.identifier), "\(type.identifier)") }
    #expect(try first.profile().dateOfBirth?.year == 1990)
    let (path, outcome) = try export(first, to: "again.zip")
    #expect(outcome.unheld == [:])
    let (second, logAgain) = try importing(path, as: "second.db")
    #expect(logAgain.counts.filter { $0.key != .duplicate && $0.key != .unlikelyValue } == [:])
    let after = try samples(second)
    #expect(Set(after.keys) == Set(before.keys))
    for (id, sample) in before where after[id] != sample {
      Issue.record("\(sample.sampleType.identifier)")
    }
    #expect(try second.profile() == first.profile())
    #expect(try first.problems() == [] && second.problems() == [])
    // Once more, now into a store that has it all.
    let (third, _) = try importing(path, as: "first.db")
    #expect(try third.count(matching: SampleQuery()) == before.count)
  }

  @Test func `what the parts of an export say is kept`() throws {
    let (store, _) = try importing(writeExport(), as: "store.db")
    func record(_ type: RecordType) throws -> RecordSample {
      let found = try store.allSamples(matching: SampleQuery(of: [.record(type)]))
      guard case .record(let sample)? = found.first else { throw FormatError(.damaged, "none") }
      return sample
    }
    guard case .electrocardiogram(let ecg) = try record(.electrocardiogram).content else { return }
    #expect(ecg.classification == 2 && ecg.symptoms == 2 && ecg.samplingFrequency == 512)
    #expect(ecg.voltages == [-265.868, 150.141, 12])
    #expect(try record(.electrocardiogram).device?.hardwareVersion == "Watch7,12")
    let workouts = try store.allSamples(matching: SampleQuery(of: [.workout]))
    guard case .workout(let workout)? = workouts.first else { return }
    #expect(workout.statistics[.heartRate]?.maximum == Quantity(176, .countPerMinute))
    #expect(workout.activities.first?.events.count == 1 && workout.events.count == 1)
    let routes = try store.allSamples(
      matching: SampleQuery(of: [.record(.workoutRoute)], where: .ofWorkout(workout.id)))
    guard case .record(let route)? = routes.first, case .workoutRoute(let places) = route.content
    else {
      Issue.record("no route")
      return
    }
    #expect(routes.count == 1 && places.points.count == 2 && places.points[1].speed == -1)
    #expect(places.points[0].latitude == 40.154135 && places.points[0].course == 188.9)
    guard
      case .document(let clinical) = try record(
        RecordType(identifier: "HKClinicalTypeIdentifierLabResultRecord")!
      ).content
    else { return }
    #expect(clinical.json["display_name"]?.string == "Blood count")
    #expect(clinical.json["resource"]?.string == Self.resource)
    let names = try store.allSamples(matching: SampleQuery()).flatMap { sample in
      [sample.source.name, sample.device?.name ?? ""]
    }
    #expect(!names.contains { $0.contains("Roe") })
  }

  @Test func `events outside their workout and missing files are counted`() throws {
    func workout(_ event: String) -> String {
      Self.tag(
        "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(Self.common)", event)
    }
    let cases: [(String, ImportDefect)] = [
      (
        workout(
          Self.tag(
            "WorkoutEvent", "type=\"HKWorkoutEventTypeLap\" date=\"2020-01-01 09:00:00 +0000\"")),
        .droppedEvent
      ),
      (
        workout(
          Self.tag(
            "WorkoutEvent",
            "type=\"HKWorkoutEventTypeLap\" date=\"\(Self.date)\" duration=\"1e300\"")),
        .droppedEvent
      ),
      (workout(Self.tag("WorkoutEvent", "type=\"Nothing\" date=\"\(Self.date)\"")), .droppedEvent),
      (
        workout(
          Self.tag(
            "WorkoutRoute", Self.common,
            Self.tag("FileReference", "path=\"/workout-routes/../../../etc/passwd\""))),
        .missingFile
      ),
    ]
    for (index, (body, defect)) in cases.enumerated() {
      let path = try folder.write(
        "<HealthData>\(body)</HealthData>", to: "case\(index).xml")
      let (store, log) = try importing(path, as: "case\(index).db")
      #expect(log.counts == [defect: 1], "case \(index)")
      #expect(try store.count(matching: SampleQuery()) == 1, "case \(index)")
    }
  }

  @Test func `a part of a store is exported whole, with or without its routes`() throws {
    let (store, _) = try importing(writeExport(), as: "all.db")
    let all = try samples(store)
    for (index, type) in [SampleType.workout, .record(.workoutRoute)].enumerated() {
      let (path, _) = try export(store, to: "part\(index).zip", SampleQuery(of: [type]))
      let (part, log) = try importing(path, as: "part\(index).db")
      #expect(log.counts == [:])
      #expect(try samples(part) == all.filter { $0.value.sampleType == type })
    }
  }

  @Test func `files that are too large, damaged or no files do not end an import`() throws {
    let path = try writeExport()
    let big = Data(repeating: UInt8(ascii: "1"), count: (1 << 22) + 1)
    try big.write(to: URL(filePath: folder.file("electrocardiograms/big.csv")))
    _ = try folder.write("no voltages", to: "electrocardiograms/empty.csv")
    #expect(mkfifo(folder.file("electrocardiograms/pipe.csv"), 0o600) == 0)
    _ = try folder.write("<gpx><trkpt lat='x'", to: "workout-routes/broken.gpx")
    let (store, log) = try importing(path, as: "bad.db")
    #expect(log.counts[.tooLarge] == 1 && log.counts[.missingValue] == 1)
    #expect(log.counts[.unreadableValue] == 1)
    #expect(try store.count(matching: SampleQuery()) > 190)
  }

  @Test func `records of every kind survive a zip and NDJSON`() throws {
    let store = try HealthStore(location: StoreLocation(path: folder.file("kinds.db")))
    let source = Source(name: "Tests", bundleIdentifier: "org.example.tests")
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var samples: [Sample] = []
    var contents: [RecordContent] = [
      .electrocardiogram(
        Electrocardiogram(
          classification: 4, averageHeartRate: 131.5, samplingFrequency: 511.25,
          voltages: [0.1, -2, 1e-3])),
      .workoutRoute(
        WorkoutRoute(
          workout: nil,
          points: [.init(time: start + 0.25, latitude: 1.0 / 3, longitude: -1.0 / 7)])),
    ]
    let documents: [(RecordType, String)] = [
      (.stateOfMind, #"{"kind":1,"valence":-0.1,"labels":[3,4],"associations":[5]}"#),
      (.gad7, #"{"answers":[0,1,2,3,0,1,2]}"#),
      (
        .medicationDose,
        #"{"status":4,"schedule_type":2,"concept":"a \"b\"","scheduled_since_2001_s":"#
          + #"800000000.1,"scheduled_quantity":1,"unit":"count"}"#
      ),
    ]
    for (type, json) in documents {
      let document = try #require(HealthDocument(type: type, json: json))
      #expect(document.text == json)
      contents.append(.document(document))
    }
    for content in contents {
      samples.append(
        .record(
          try RecordSample(
            content: content, start: start + 0.5, end: start + 2, source: source,
            metadata: ["k": .date(start + 0.125)])))
    }
    samples.append(
      .quantity(
        try QuantitySample(
          type: .heartRate, quantity: Quantity(70, .countPerMinute), start: start, end: start + 2,
          source: source,
          series: QuantitySeries([
            .init(start: start, end: start, value: 60),
            .init(start: start + 1, end: start + 2, value: 80),
          ]))))
    samples.append(
      .heartbeatSeries(
        try HeartbeatSeries(
          beats: [.init(time: 0.5), .init(time: 1.25)], start: start, source: source)))
    try store.save(samples)
    let wanted = Dictionary(uniqueKeysWithValues: samples.map { ($0.id, $0) })
    #expect(try self.samples(store) == wanted)
    let (path, outcome) = try export(store, to: "kinds.zip")
    #expect(outcome.unheld == [:] && outcome.written == samples.count)
    let (again, log) = try importing(path, as: "kinds2.db")
    #expect(log.counts == [:])
    #expect(try self.samples(again) == wanted)
    for sample in samples {
      let text = try #require(SampleJSON.value(of: sample)).text + "\n"
      var reader = NDJSONReader(PieceSource(Array(text.utf8)))
      #expect(try reader.next() == sample)
    }
  }
}

extension PlausibleRange {
  /// A value that a body can have, in the type's canonical unit.
  fileprivate static func middle(of type: QuantityType) -> Double {
    guard let range = type.plausibleRange,
      let low = try? Quantity(range.likely.lowerBound, range.unit).value(in: type.canonicalUnit),
      let high = try? Quantity(min(range.likely.upperBound, 1e6), range.unit)
        .value(in: type.canonicalUnit)
    else { return 1 }
    return (low + (high - low) / 4).rounded(.up) <= high
      ? (low + (high - low) / 4).rounded(.up) : low + (high - low) / 4
  }
}
