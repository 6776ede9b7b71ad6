import Foundation
import HealthKit
import ResearchKit
import SampleStore
import TestSupport
import Testing

/// Questions that are filled in from the health store.
@Suite struct HealthAnswerTests {
  private let folder: TemporaryFolder
  private let location: StoreLocation
  private let owner: HealthStore

  init() throws {
    folder = try TemporaryFolder()
    location = try StoreLocation(path: folder.file("home/heartcam/health.db"))
    owner = try HealthStore(location: location)
    var profile = PersonProfile()
    profile[.dateOfBirth] = "1990-01-31"
    profile[.biologicalSex] = "HKBiologicalSexFemale"
    profile[.bloodType] = "HKBloodTypeABNegative"
    profile[.skinType] = "HKFitzpatrickSkinTypeIII"
    profile[.wheelchairUse] = "HKWheelchairUseYes"
    try owner.setProfile(profile)
    try save(.bodyMass, 80_000, "g", at: 0)
    try save(.bodyMass, 81_600, "g", at: 1)
    try save(.oxygenSaturation, 0.57, "%", at: 0)
  }

  private func save(
    _ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, at days: Double
  ) throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000 + 86_400 * days)
    try owner.save([
      QuantitySample(
        type: try #require(QuantityType(knownIdentifier: type.rawValue)),
        quantity: Quantity(value, QuantityUnit(unit)), start: date, end: date,
        source: Source(name: "Scale", bundleIdentifier: "org.example.scale"))
    ])
  }

  private func settings(
    _ asking: @escaping @Sendable (AuthorizationRequest) throws -> AuthorizationRequest
  ) -> HKHealthStoreSettings {
    HKHealthStoreSettings(
      location: location,
      source: Source(name: "Study", bundleIdentifier: "org.example.study"), asking: asking)
  }

  private static func quantity(
    _ type: HKQuantityTypeIdentifier, _ unit: HKUnit?, _ style: ORKNumericAnswerStyle = .decimal
  ) -> ORKHealthKitQuantityTypeAnswerFormat {
    ORKHealthKitQuantityTypeAnswerFormat(
      quantityType: HKQuantityType(type), unit: unit, style: style)
  }

  /// A form with a question for each format, by its number.
  private static func task(_ formats: [ORKAnswerFormat]) -> ORKOrderedTask {
    let form = ORKFormStep(identifier: "form", title: "Health", text: nil)
    form.formItems = formats.enumerated().map {
      ORKFormItem(identifier: "\($0)", text: "Item \($0)", answerFormat: $1)
    }
    return ORKOrderedTask(
      identifier: "health", steps: [ORKInstructionStep(identifier: "welcome"), form])
  }

  private static let characteristics: [HKCharacteristicTypeIdentifier] = [
    .biologicalSex, .bloodType, .fitzpatrickSkinType, .wheelchairUse, .dateOfBirth,
  ]

  private static func ask(_ type: HKCharacteristicTypeIdentifier) -> ORKAnswerFormat {
    ORKHealthKitCharacteristicTypeAnswerFormat(characteristicType: HKCharacteristicType(type))
  }

  /// What was answered, by the numbers of the formats: the first value that was chosen, or a day.
  private static func answers(_ run: ScriptedRun, _ count: Int) throws -> [NSObject?] {
    try (0..<count).map { number in
      let result = try #require(run.result("form", "\(number)") as? ORKQuestionResult)
      switch result.answer {
      case let values as [NSObject]: return values.first
      case let date as Date:
        let day = Calendar.current.dateComponents([.year, .month, .day], from: date)
        return "\(day.year ?? 0)-\(day.month ?? 0)-\(day.day ?? 0)" as NSString
      case let value: return value as? NSObject
      }
    }
  }

  @Test func `the newest sample is filled in, in the format's unit, and may be changed`() throws {
    let formats = [
      Self.quantity(.bodyMass, .gramUnit(with: .kilo)),
      Self.quantity(.bodyMass, .gramUnit(with: .kilo), .integer),
      Self.quantity(.oxygenSaturation, .percent()), Self.quantity(.height, .meter()),
      Self.quantity(.bodyMass, .gram()),
    ]
    let run = ScriptedRun(Self.task(formats), ["4": "79000"], health: settings { $0 })
    let numbers = (0..<5).map {
      (run.result("form", "\($0)") as? ORKNumericQuestionResult)?.numericAnswer?.doubleValue
    }
    // Nothing is known of the height; a script without an answer types the least that is allowed.
    #expect(numbers == [81.6, 82, 57, 0, 79_000])
    #expect((run.result("form", "0") as? ORKNumericQuestionResult)?.unit == "kg")
  }

  @Test func `without a unit, the number is in the one that people of the region prefer`() throws {
    let format = Self.quantity(.bodyMass, nil)
    let run = ScriptedRun(Self.task([format]), health: settings { $0 })
    let result = try #require(run.result("form", "0") as? ORKNumericQuestionResult)
    let expected = ["kg": 81.6, "lb": 179.897]
    let number = try #require(result.numericAnswer?.doubleValue)
    #expect(abs(number - (expected[result.unit ?? ""] ?? 0)) < 0.01)
  }

  @Test func `a characteristic is filled in, with ResearchKit's values, and may be changed`() throws
  {
    let task = Self.task(Self.characteristics.map(Self.ask))
    let filled = try Self.answers(ScriptedRun(task, health: settings { $0 }), 5)
    #expect(
      filled == [
        "HKBiologicalSexFemale" as NSString, "HKBloodTypeABNegative" as NSString, 3 as NSNumber,
        true as NSNumber, "1990-1-31" as NSString,
      ])
    let typed = ["0": "Other", "1": "7", "2": "VI", "3": "No", "4": "1991-02-01"]
    let changed = try Self.answers(ScriptedRun(task, typed, health: settings { $0 }), 5)
    #expect(
      changed == [
        "HKBiologicalSexOther" as NSString, "HKBloodTypeOPositive" as NSString, 6 as NSNumber,
        false as NSNumber, "1991-2-1" as NSString,
      ])
  }

  @Test func `leave is asked for what is read, once, before the first question`() throws {
    final class Asked: @unchecked Sendable {  // The run asks on one thread, and waits.
      var requests: [AuthorizationRequest] = []
    }
    let asked = Asked()
    let silent = Self.quantity(.height, .meter())
    silent.shouldRequestAuthorization = false
    let task = Self.task([Self.quantity(.bodyMass, .gram()), Self.ask(.bloodType), silent])
    #expect(
      task.requestedHealthKitTypesForReading
        == [HKQuantityType(.bodyMass), HKCharacteristicType(.bloodType)])
    for _ in 0..<2 {
      _ = ScriptedRun(
        task,
        health: settings {
          asked.requests.append($0)
          return $0
        })
    }
    #expect(asked.requests.count == 1)
    #expect(asked.requests.first?.sharing == [])
    #expect(asked.requests.first?.reading.count == 2)
  }

  @Test func `nothing is filled in that may not be read, or that the store lacks`() throws {
    let optional = Self.task([Self.quantity(.bodyMass, .gram()), Self.ask(.bloodType)])
    let refused = ScriptedRun(
      optional, ["0": "", "1": ""], health: settings { _ in AuthorizationRequest() })
    #expect(try Self.answers(refused, 2) == [nil, nil])
    let nowhere = ScriptedRun(optional, ["0": "", "1": ""])
    #expect(try Self.answers(nowhere, 2) == [nil, nil])
  }

  @Test func `a terminal shows what is filled in; nothing takes it, a number changes it`() throws {
    // The owner grants a program without a terminal what it needs.
    let tool = Source(name: "ResearchStudyTool", bundleIdentifier: "local.ResearchStudyTool")
    _ = try HealthStore(location: location, client: .application(tool)).requestAuthorization(
      toShare: [], read: [.quantity(.bodyMass), PersonProfile.Key.bloodType.permission]
    ) { $0 }
    for (typed, mass, blood) in [
      ([""], 81.6, "HKBloodTypeABNegative"), (["79.5", "2"], 79.5, "HKBloodTypeANegative"),
    ] {
      let (run, input) = (folder.file("run"), folder.file("typed"))
      try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
      try (typed.joined(separator: "\n") + "\n\n\n").write(
        toFile: input, atomically: true, encoding: .utf8)
      let process = try StudyTool.start(
        StudyTool.environment(home: folder.file("home")),
        "exec \"$0\" \"$1\" \"$2\" <\"$3\"", "health", run, input)
      let lines = process.lines()
      #expect(process.wait() == 0, "\(lines)")
      #expect(lines.contains("What do you weigh? [a number kg, or nothing for 81.6]"), "\(lines)")
      #expect(lines.contains("Your type of blood [1 to 8, or nothing for AB-]"), "\(lines)")
      let weight = try writtenAnswer(run, "body", "mass")
      let group = try writtenAnswer(run, "body", "blood")
      #expect(weight["numericAnswer"] as? Double == mass)
      #expect(group["choiceAnswers"] as? [String] == [blood])
    }
  }
}
