import Foundation
import ResearchKit
import TestSupport
import Testing

/// Studies for a phone in a terminal, answered by hand. `HEARTCAM_SCREENSHOTS` names a folder for the screens.
@Suite struct TerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var environment: [String: String] { StudyTool.environment(home: folder.file("home")) }

  /// Carries a study out with what is typed, line by line; returns what is printed.
  private func run(_ study: String, typing lines: [String]) throws -> [String] {
    let typed = folder.file("typed")
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: typed, atomically: true, encoding: .utf8)
    let run = folder.file("run")
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
    let process = try StudyTool.start(
      environment, "exec \"$0\" \"$1\" \"$2\" <\"$3\"", study, run, typed)
    let printed = process.lines()
    #expect(process.wait() == 0, "\(printed)")
    return printed
  }

  @Test func `lines that are typed answer a study, and what is not allowed is asked again`() throws
  {
    let printed = try run(
      "evening",
      typing: ["two", "2.5", "?", "7", "5", "11", "", "80%", ""])
    #expect(printed.contains("How many cups of coffee did you drink? [a number cups]"))
    #expect(printed.contains("the answer must be a number cups"))
    #expect(
      printed.contains(
        "What did you weigh? [20 to 300 kilograms, or ? for No scales]"))
    #expect(printed.contains("  5  fully"))
    #expect(
      printed.contains("How tired are you? [0 to 10 (0: not; 10: very), or nothing for 5]"))
    let run = folder.file("run")
    func answer(_ step: String, _ item: String, _ name: String) throws -> Any? {
      try writtenAnswer(run, step, item)[name]
    }
    #expect(try answer("consumption", "coffee", "numericAnswer") as? Double == 2.5)
    #expect(try answer("consumption", "mass", "noAnswerType") != nil)
    // Seven is none of five texts; the next line is taken.
    #expect(try answer("stress", "pressure", "choiceAnswers") as? [String] == ["5"])
    // Eleven is above the scale; the default is taken.
    #expect(try answer("stress", "tired", "numericAnswer") as? Double == 5)
    #expect(try answer("stress", "screen", "numericAnswer") as? Double == 0.8)
  }

  @Test func `an item that an answer shows is asked next, and none that it hides`() throws {
    let typed = [
      "6'0", "", "90", "", "8:00", "I do", "", "2001-01-01", "", "ab", "AB1", "", "", "1",
    ]
    let printed = try run("about", typing: typed)
    #expect(printed.contains("Body") && printed.contains("Without shoes."))
    #expect(printed.contains { $0.hasPrefix("Since when? [YYYY-MM-DD until ") })
    // It must be answered; an empty line does not.
    #expect(printed.contains { $0.hasPrefix("this question must be answered: YYYY-MM-DD until") })
    #expect(printed.contains("ab is no code such as AB12"))
    #expect(printed.contains("  1  [picture: round] Round"))
    let hidden = try run("about", typing: ["", "", "", "", "", "2"])
    #expect(!hidden.contains { $0.hasPrefix("Since when?") })
  }

  @Test(.enabled(if: Tmux.isInstalled, "there is no tmux: scripts/setup --tests installs it"))
  func `a person joins a study in a terminal: reads the consent, signs by name, makes an account`()
    throws
  {
    let terminal = Tmux(socket: folder.file("tmux"), environment: environment)
    let run = folder.file("run")
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
    let started = try terminal.run(
      "new-session", "-d", "-x", "100", "-y", "40", StudyTool.path, "joining", run)
    try #require(started.code == 0, "\(started)")
    func keep(_ screen: [String], _ name: String) throws {
      try Tmux.keep(screen, "research-kit-\(name)")
    }
    let welcome = try terminal.wait(for: "(return goes on, q ends)")
    #expect(welcome.contains("[picture: heart.text.square]"))
    #expect(
      welcome.contains("Who sees it?: Privacy. Only the people of the study see your answers."))
    try keep(welcome, "welcome")
    try terminal.type("Enter")
    try terminal.wait(for: "Are you 18 or older? [1 to 2]")
    try terminal.type("1", "Enter")
    try terminal.wait(for: "Do you have a pacemaker?")
    try terminal.type("N", "o", "Enter")
    try keep(try terminal.wait(for: "About the study"), "visual-consent")
    try terminal.type("Enter")
    let review = try terminal.wait(for: "I agree to take part in the heart study")
    #expect(review.contains("In full: Welcome & more."))
    #expect(review.contains("Participant: ____, ____"))
    try terminal.type("Agree", "Enter")
    try terminal.wait(for: "Your given name")
    // Nothing is no name.
    try terminal.type("Enter")
    try terminal.wait(for: "this question must be answered")
    try terminal.type("Ada", "Enter")
    try terminal.wait(for: "Your family name")
    try terminal.type("Byron", "Enter")
    try keep(try terminal.wait(for: "With whom may your data be shared?"), "consent")
    try terminal.type("2", "Enter")
    try terminal.wait(for: "Email")
    try terminal.type("ada", "Enter")
    try terminal.wait(for: "ada is no address such as name@example.org")
    try terminal.type("ada@example.org", "Enter")
    try terminal.wait(for: "Password [")
    try terminal.type("abc1", "Enter")
    try terminal.wait(for: "Given name")
    try terminal.type("Ada", "Enter")
    try terminal.wait(for: "Date of birth")
    try terminal.type("1990-12-10", "Enter")
    let passcode = try terminal.wait(for: "needs a key chain for passcodes")
    try keep(passcode, "unavailable")
    try terminal.type("Enter")
    try terminal.wait(for: "You have joined")
    try terminal.type("Enter")
    try terminal.waitForEnd()
    #expect(try writtenAnswer(run, "review", "participant")["booleanAnswer"] as? Bool == true)
    let name = try writtenAnswer(run, "review", "participant.familyName")
    #expect(name["textAnswer"] as? String == "Byron")
  }
}
