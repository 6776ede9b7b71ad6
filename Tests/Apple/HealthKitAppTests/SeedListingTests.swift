import Foundation
import Testing

/// The articles' own code compiles as it is printed, where their texts are at hand. What their layout lost is
/// completed, and names of ten years ago are written as they are today. One article is in Objective-C, for which
/// there is no compiler with these modules; `AppTests` has its app in Swift.
@Suite(.enabled(if: SeedText.isThere, "the articles' texts, or the build's modules, are not here"))
struct SeedListingTests {
  @Test func `the listings on drawing a workout compile`() throws {
    let article = try SeedText("004")
    let errors = try SeedText.errors(
      in: """
        import Charts
        import HealthKit

        enum ChartStrideBy {
          case hour
          var time: Calendar.Component { .hour }
        }

        \(article.cut(from: "struct HRSample", to: "let max: Int\n}"))

        func load(_ workout: HKWorkout, anchorDate: Date) -> HKQuery {
        \(article.cut(from: "let interval = DateComponents(", to: "/ 20)"))
        \(article.cut(from: "let quantityType = ", to: "// use `weeklyData`\n}"))
        return query
        }

        @ViewBuilder func draw(_ measurements: [Date: (Double, Double)]) -> some View {
        \(article.cut(from: "let mappedMeasurements", to: ".frame(height: 150)"))
        }
        """)
    #expect(errors == "")
  }

  @Test func `the listings on reading steps, heart rate and sleep compile`() throws {
    let article = try SeedText("003")
    let declarations = article.declarations
    try #require(declarations.count >= 10)
    let errors = try SeedText.errors(
      in: """
        import HealthKit
        import Observation

        \(declarations.joined(separator: "\n"))

        func first() {
        \(article.cut(from: "let stepType = ", to: "\n}\n"))
        HKHealthStore().execute(query)
        }
        """)
    #expect(errors == "")
  }

  @Test func `the listings on saving blood pressure compile`() throws {
    let article = try SeedText("002")
    let end = "completion(success, error)\n"
    let class_ = try article.cut(from: "class HealthKitManager {", to: end, "}\n}")
      .replacing("// 2\n", with: "return\n}\n")
    let method = try article.cut(from: "func saveBloodPressure", to: end, "}\n}\n}")
      .replacing("-&gt;", with: "->").replacing("// 5[", with: "healthKitStore.save([")
    #expect(try SeedText.errors(in: "import HealthKit\n" + class_ + method) == "")
  }

  @Test func `the listings of the study with a walk and with music compile`() throws {
    let article = try SeedText("000")
    let files = "let fileUrl = result.fileURL {"
    let loops = try ["walk", "rest"].map {
      try article.cut(
        from: "for result in \($0)Result.results", to: files, "urls.append(fileUrl)\n}\n}")
    }
    let walkFiles = try article.cut(
      from: "static func findWalkHeartFiles", to: "// TODO: find ORKFileResults"
    )
    .replacing("// TODO: find ORKFileResults", with: loops.joined() + "}\nreturn urls\n}")
    let music = try article.cut(from: "public var MusicTask", to: "steps: steps)", "}")
      .replacing(
        "// TODO: add recorder configuration",
        with: try article.cut(from: "let configuration = ORK", to: "\"count/min\"))")
      )
      .replacing(
        "// TODO: add Music Step",
        with: try article.cut(from: "let musicStep = ", to: "steps += [musicStep]"))
    let presented = "animated: true, completion: nil)"
    let printed = "encoding: NSUTF8StringEncoding)"
    let source = try """
    import Foundation
    import HealthKit
    import ResearchKit

    class AVAudioPlayer {
      init(contentsOf: URL, fileTypeHint: String?) throws {}
    }
    let AVFileTypeMPEGLayer3 = "mp3"

    \(article.cut(from: "class HealthKitManager", to: "HKHealthStore()"))
    \(article.cut(from: "static func saveMockHeartData", to: "localizedDescription)\")", "}\n})\n}"))
    \(article.cut(from: "static var timer", to: "?"))
    \(article.cut(from: "static func startMockHeartData", to: "repeats: true)", "}"))
    }

    \(article.cut(from: "public var WalkTask", to: "options: .None)", "}"))

    struct ResultParser {
    \(walkFiles)
    \(article.cut(from: "static func findMusicHeartFiles", to: "return fileURL\n", "}\nreturn nil\n}"))
    \(article.cut(from: "static func findClip", to: "return nil", "}\n}"))
    }

    \(article.cut(from: "enum MusicClip", to: "return .Light2", "default: return .Light3\n}\n}"))
    \(article.cut(from: "func fileURL()", to: "\"mp3\")!)", "}\n}"))
    \(article.cut(from: "class MusicStep:", to: "!", "}"))
    \(article.cut(from: "class MusicStepViewController", to: "catch {}", "}\n}"))
    \(article.cut(from: "override func stepDidFinish", to: "{", "}\n}"))
    \(music)

    class ViewController: ORKTaskViewControllerDelegate {
    func present(_ controller: ORKTaskViewController, animated: Bool, completion: (() -> Void)?) {}
    func walk() {
    \(article.cut(from: "let taskViewController = ORKTaskViewController(task: Walk", to: presented))
    }
    func music() {
    \(article.cut(from: "let taskViewController = ORKTaskViewController(task: Music", to: presented))
    }
    \(article.cut(from: "func taskViewController(task", to: "return nil", "}\n}"))
    func taskViewController(
      _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
      error: Error?
    ) {
    \(article.cut(from: "if (taskViewController.task?.identifier == \"Walk", to: printed, "} catch {}\n}\n}"))
    \(article.cut(from: "if (taskViewController.task?.identifier == \"Music", to: printed, "} catch {}\n}\n}"))
    }
    }
    """
    var today = source
    for (then, now) in Self.renamed { today = today.replacing(then, with: now) }
    today = today.replacing(#/\n +where (?<condition>results|heartSubresults|task\.steps)/#) {
      ",\n \($0.condition)"
    }
    let errors = try SeedText.errors(in: today)
    #expect(errors == "")
  }

  /// What Swift 2 and the frameworks of its time called otherwise.
  private static let renamed = [
    ("fitnessCheckTaskWithIdentifier(", "fitnessCheck(withIdentifier: "), (".None", "[]"),
    (" as NSTimeInterval", ""), ("HKUnit(fromString:", "HKUnit(from:"),
    (
      "quantityTypeForIdentifier(HKQuantityTypeIdentifierHeartRate)",
      "quantityType(forIdentifier: .heartRate)"
    ),
    ("arc4random_uniform(", "UInt32.random(in: 0..<"),
    ("startDate: NSDate(), endDate: NSDate()", "start: Date(), end: Date()"),
    ("saveObject(heartSample, withCompletion:", "save(heartSample, withCompletion:"),
    ("NSTimer", "Timer"), ("scheduledTimerWithTimeInterval(", "scheduledTimer(withTimeInterval: "),
    ("target: self,", ""), ("userInfo: nil,", ""), ("selector: \"saveMockHeartData\",", ""),
    ("repeats: true)", "repeats: true) { _ in saveMockHeartData() }"), ("NSURL", "URL"),
    ("NSBundle.mainBundle().pathForResource(", "Bundle.main.path(forResource: "),
    ("contentsOfURL:", "contentsOf:"),
    (".DocumentDirectory, .UserDomainMask", ".documentDirectory, .userDomainMask"),
    ("taskRunUUID:", "taskRun:"), ("presentViewController(", "present("),
    (".Completed", ".completed"),
    ("NSString.init(", "NSString("), ("NSUTF8StringEncoding", "String.Encoding.utf8.rawValue"),
    ("taskViewController(taskViewController:", "taskViewController(_ taskViewController:"),
    ("viewControllerForStep step", "viewControllerFor step"), ("Files(result:", "Files(_ result:"),
    ("findClip(task:", "findClip(_ task:"),
  ]
}
