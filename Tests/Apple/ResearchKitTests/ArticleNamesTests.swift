import Foundation
import TestSupport
import Testing

/// Every name of ResearchKit and HealthKit in the article is there, under today's name, where its text is at
/// hand.
@Suite struct ArticleNamesTests {
  private static let article = URL(
    filePath: Repository.path("../shared/seeds/000_f12ff20bddce42c9.txt")
  ).standardized

  /// What the article's Swift of 2016 has been renamed to since.
  private static let today = [
    "HKQuantityTypeIdentifierHeartRate": "heartRate",
    "HKQuantityTypeIdentifierDistanceWalkingRunning": "distanceWalkingRunning",
    "fitnessCheckTaskWithIdentifier": "fitnessCheck",
    "viewControllerForStep": "viewControllerFor step",
    "didFinishWithReason": "didFinishWith reason",
    "quantityTypeForIdentifier": "quantityType",
    "saveObject": "save",
    "requestAuthorizationToShareTypes": "requestAuthorization",
    "taskRunUUID": "taskRun",
  ]

  /// Members that the article's own code calls or sets.
  private static let members: Set = [
    "fitnessCheckTaskWithIdentifier", "viewControllerForStep", "didFinishWithReason",
    "quantityTypeForIdentifier", "saveObject", "taskRunUUID", "outputDirectory", "stepDuration",
    "recorderConfigurations", "shouldShowDefaultTimer", "shouldStartTimerAutomatically",
    "shouldContinueOnFinish", "stepDidFinish", "requestAuthorizationToShareTypes", "fileURL",
    "healthQuantityType", "doubleValue", "intendedUseDescription", "walkDuration", "restDuration",
  ]

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: article.path), "the article's text is not here"))
  func `no name that the article uses is missing`() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    var sources = ""
    for room in ["ResearchKit", "HealthKit"] {
      let folder = URL(filePath: try Repository.room(room))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where name.hasSuffix(".swift") {
        sources += try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
    }
    let words = Set(
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let names = words.filter { word in
      word.hasPrefix("ORK") || word.hasPrefix("HK") || Self.members.contains(word)
    }
    #expect(names.isSuperset(of: Self.members))
    #expect(names.count > 20)
    let missing = names.filter { name in
      let wanted = Self.today[name] ?? name
      return !sources.contains(wanted)
        && !(name.hasSuffix("s") && sources.contains(String(name.dropLast())))
    }
    #expect(missing == [])
  }
}
