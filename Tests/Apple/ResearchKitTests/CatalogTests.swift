import Foundation
import TestSupport
import Testing

/// ResearchKit's own catalogue of tasks, beside the project. Nothing of it is part of the project.
@Suite(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct CatalogTests {
  /// What a catalogue for a phone needs of other libraries: it plays a sound, and shows alerts when buttons are
  /// tapped that a terminal has not.
  private static let sounds = """
    import Foundation
    public typealias SystemSoundID = UInt32
    public typealias CFURL = NSURL
    public let noErr: Int32 = 0
    public let kSystemSoundID_Vibrate = 4095
    public func AudioServicesCreateSystemSoundID(_ url: CFURL, _ id: inout UInt32) -> Int32 { 0 }
    public func AudioServicesDisposeSystemSoundID(_ id: UInt32) {}
    """

  private static let alerts = """
    import ResearchKit
    final class UIAlertAction {
      enum Style { case `default` }
      init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)?) {}
    }
    final class UIAlertController {
      enum Style { case alert }
      init(title: String?, message: String?, preferredStyle: Style) {}
      func addAction(_ action: UIAlertAction) {}
    }
    extension ORKStepViewController {
      func present(_ alert: UIAlertController, animated: Bool, completion: (() -> Void)?) {}
    }
    """

  /// Carries out every task by a script, and writes its result. It prints a line a task.
  private static let program = """
    import ResearchKit

    final class Delegate: ORKTaskViewControllerDelegate {
      var reason = ""
      func taskViewController(
        _ controller: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
        error: (any Error)?
      ) { self.reason = "\\(reason)" }
    }

    for row in (0..<200).compactMap({ TaskListRow(rawValue: $0) }) {
      let task = row.representedTask
      let controller = ORKTaskViewController(task: task, taskRun: nil)
      let delegate = Delegate()
      controller.delegate = delegate
      controller.outputDirectory = URL(fileURLWithPath: CommandLine.arguments[1])
        .appendingPathComponent("\\(row.rawValue)")
      let presenter = ORKScriptedPresenter()
      presenter.answers = [
        "validatedTextFormItem": "a@example.org"
      ]
      controller.run(presenter)
      let count = (controller.result.results ?? []).reduce(0) {
        $0 + (($1 as? ORKStepResult)?.results?.count ?? 0)
      }
      print(
        delegate.reason, try ORKESerializer.jsonObject(for: controller.result).count > 5,
        presenter.shownSteps.count, count, row.description, presenter.rejectedAnswers)
    }
    """

  @Test func `its tasks compile unchanged, and each is carried out, and its result written`() throws
  {
    let place = Repository.path("../shared/clients/ORKCatalog/samples/ORKCatalog/ORKCatalog")
    let names = ["TaskListRowSteps", "TaskListRowConstants", "Tasks/TaskListRow"]
    let folder = try TemporaryFolder()
    var files: [String] = []
    for name in names {
      guard let text = try? String(contentsOfFile: "\(place)/\(name).swift", encoding: .utf8) else {
        try Test.cancel("there is no ORKCatalog beside the project")
      }
      files.append(folder.file("\(files.count).swift"))
      try ("import ResearchKit\n" + text).write(
        toFile: files[files.count - 1], atomically: true, encoding: .utf8)
    }
    let compiler = try #require(SwiftCompiler.found)
    let more = folder.file("modules")
    try FileManager.default.createDirectory(atPath: more, withIntermediateDirectories: true)
    for (name, text) in [
      ("AudioToolbox", Self.sounds), ("ResearchKit_Private", ""),
      ("ResearchKitActiveTask_Private", ""),
    ] {
      #expect(try compiler.makeModule(name, of: text, in: more) == [])
    }
    for (name, text) in [("alerts", Self.alerts), ("main", Self.program)] {
      files.append(folder.file("\(name).swift"))
      try text.write(toFile: files[files.count - 1], atomically: true, encoding: .utf8)
    }
    let program = folder.file("catalog")
    let errors = try compiler.makeProgram(
      program, of: files, over: SwiftCompiler.researchKit, with: more)
    #expect(errors.prefix(3) == [], "\(errors.count) errors")
    guard errors.isEmpty else { return }

    // The catalogue's bundle has a sound and a name.
    try Data().write(to: URL(fileURLWithPath: folder.file("tap.aif")))
    let plist = ["CFBundleIdentifier": "org.example.catalog"]
    try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0).write(
      to: URL(fileURLWithPath: folder.file("Info.plist")))
    let home = folder.file("home")
    let process = try ToolProcess(
      command: ["/usr/bin/env", "HOME=\(home)", "XDG_DATA_HOME=\(home)", program, home])
    let lines = process.lines()
    #expect(process.wait() == 0)
    #expect(lines.count >= 68)
    #expect(lines.filter { !$0.hasPrefix("completed true ") } == [])
    // The address of a mailbox is also given to the question for one of the web.
    #expect(lines.filter { !$0.hasSuffix(" [:]") }.count == 1)
  }
}
