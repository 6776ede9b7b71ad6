import CommandEnvironment
import CommandLineParsing
import Foundation
import Photoplethysmography
import TestSupport
import Testing

@testable import HeartcamCommands
@testable import TestPrograms

/// Help, version, completions and usage errors.
struct UsageTests {
  static let commands = [
    [], ["measure"], ["store"], ["store", "list"], ["store", "show"], ["store", "path"],
    ["camera", "list"], ["chart"], ["study", "results"], ["simulate"], ["completions"],
  ]

  @Test func `the version is one line`() throws {
    let result = try Heartcam.run("--version")
    #expect(result.ending == .exit(0) && result.errors.isEmpty)
    #expect(result.output.wholeMatch(of: /heartcam \d+\.\d+\.\d+\n/) != nil, "\(result)")
  }

  @Test func `the version as JSON has what a report of a fault needs`() throws {
    #expect(try Heartcam.run("version").output == Heartcam.run("-V").output)
    let result = try Heartcam.run("version", "--json")
    #expect(result.ending == .exit(0) && result.errors.isEmpty)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["version"] as? String == HeartcamVersion.current)
    #expect(report["algorithm"] as? Int == HeartRateMonitor.algorithmVersion)
    // Only what is installed knows its commit.
    #expect(report["commit"] is NSNull)
    let libraries = try #require(report["libraries"] as? [String])
    for name in [
      "FFmpeg", "libavcodec", "libavformat", "libswscale", "SQLite", "Cairo", "libmicrohttpd",
    ] {
      let version = try #require(libraries.first { $0.hasPrefix("\(name) ") }, "\(libraries)")
      #expect(version.contains(/[0-9]/))
    }
  }

  @Test func `the bare name says how to begin, with lines that run`() throws {
    let result = try Heartcam.start([]).result()
    #expect(result.ending == .exit(0) && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("  heartcam ") }
    #expect(lines.count == 3 && result.output.split(separator: "\n").count < 10)
    for line in lines {
      let command = try #require(line.split(separator: " ").dropFirst().first)
      #expect(try Heartcam.run(String(command), "--help").ending == .exit(0))
    }
  }

  @Test(arguments: commands)
  func `help fits 80 columns and names the command`(command: [String]) throws {
    let result = try Heartcam.start(command + ["--help"]).result()
    #expect(result.ending == .exit(0) && result.errors.isEmpty)
    let usage = (["Usage: heartcam"] + command).joined(separator: " ")
    #expect(result.output.contains("\n\(usage) "), "\(result)")
    #expect(result.output.contains("'heartcam help options'"))
    for line in result.output.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
    // Every command that runs something has an example.
    if command != ["store"] {
      #expect(result.output.contains(/\nExamples?:\n  [a-z]/), "\(result)")
    }
    let short = try Heartcam.start(command + ["-h"]).result()
    #expect(short.ending == .exit(0) && short.output.contains("\n\(usage) "))
    let options = short.output.split(separator: "\n").filter {
      $0.contains(/^  (-\w, |    )--[a-z]/)
    }
    #expect(options.count <= 10 && short.output.count <= result.output.count)
    #expect(try Heartcam.start(["-h"] + command).result().output == short.output)
  }

  @Test(arguments: [
    (
      ["--"],
      "a command is missing: one of live, measure, batch, bids, hrv, camera, serve, chart, report, store, study, mock, simulate, selftest, config, completions, manual, version; see 'heartcam --help'"
    ),
    (["export"], "unknown command 'export'; did you mean 'store export'?"),
    (["mesure"], "unknown command 'mesure'; did you mean 'measure'?"),
    (
      ["measure"],
      """
      INPUT is missing: to try it without a recording, run 'heartcam simulate test.mp4' and \
      'heartcam measure test.mp4'; see 'heartcam measure --help'
      """
    ),
    (["measure", "--bogus", "x"], "unknown option '--bogus'; see 'heartcam measure --help'"),
    (
      ["measure", "--every", "0.5", "x"],
      "'0.5' is not a value for --every: must lie between 1 and 3600; see 'heartcam measure --help'"
    ),
    (
      ["measure", "--every", "nan", "x"],
      "'nan' is not a value for --every: must be a number; see 'heartcam measure --help'"
    ),
    (
      ["measure", "--channel", "pink", "x"],
      """
      'pink' is not a value for --channel: must be one of auto, red, green, blue, chrom, pos; \
      see 'heartcam measure --help'
      """
    ),
    (
      ["measure", "--roi", "1,2,3", "x"],
      """
      '1,2,3' is not a value for --roi: must be four whole numbers X,Y,W,H, the last two above 0; \
      see 'heartcam measure --help'
      """
    ),
    (
      ["measure", "--json", "--csv", "x"],
      "--json and --csv cannot be given together; see 'heartcam measure --help'"
    ),
    (
      ["measure", "--beats", "a", "b", "c"],
      "--beats takes one input, not 2; see 'heartcam measure --help'"
    ),
    (
      ["measure", "-", "-"], "standard input can be measured once; see 'heartcam measure --help'"
    ),
    (
      ["store"],
      "a command is missing: one of list, show, types, stats, add, delete, undo, import, export, sources, profile, authorize, forget, backup, restore, copy, check, path; see 'heartcam store --help'"
    ),
    (
      ["store", "list", "--limit", "-1"],
      "'-1' is not a value for --limit: must be at least 0; see 'heartcam store list --help'"
    ),
    (["simulate"], "OUTPUT is missing; see 'heartcam simulate --help'"),
    (
      ["simulate", "a.mp4", "--bpm", "500"],
      "'500' is not a value for --bpm: must lie between 20 and 300; see 'heartcam simulate --help'"
    ),
    (
      ["completions", "ksh"],
      """
      'ksh' is not a value for SHELL: must be one of bash, zsh, fish; did you mean 'zsh'?
      """
    ),
  ])
  func `a usage error gives exit code 64 and one line`(
    words: [String], message: String
  ) throws {
    let result = try Heartcam.start(words).result()
    #expect(result.ending == .exit(64))
    #expect(result.output.isEmpty)
    #expect(result.errors == "heartcam: \(message)\n")
  }

  @Test
  func
    `options that are given before a command, and files where a camera is meant, say what to do`()
    throws
  {
    let early = try Heartcam.run("store", "--store", "a.db", "list")
    #expect(early.ending == .exit(64))
    #expect(
      early.errors.contains("it stands after the command: heartcam store COMMAND --store"),
      "\(early)")
    let file = try Heartcam.run("live", "finger.mp4")
    #expect(
      file.ending == .exit(64) && file.errors.contains("--replay FILE plays a recording"), "\(file)"
    )
  }

  @Test func `help has topics: the options of all commands, and the exit codes`() throws {
    let options = try Heartcam.run("help", "options")
    #expect(options.ending == .exit(0), "\(options)")
    for flag in [
      "-q, --quiet", "-v, --verbose", "-f, --force", "-y, --yes", "-n, --dry-run",
      "-o, --output FILE",
    ] {
      #expect(options.output.contains(flag), "\(flag)")
    }
    let codes = try Heartcam.run("help", "exit-codes")
    for code in ExitCode.allCases {
      #expect(codes.output.contains("\n  \(code.rawValue) "), "\(codes)")
    }
  }

  @Test func `quiet says results and errors alone, verbose says what is used`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    _ = try Heartcam.run("store", "add", "hr", "62", "--store", store)
    let quiet = try Heartcam.run("store", "delete", "--all", "-y", "-q", "--store", store)
    #expect(quiet.ending == .exit(0) && quiet.errors.isEmpty, "\(quiet)")
    let again = try Heartcam.run("store", "delete", "--all", "-y", "--store", store)
    #expect(again.ending == .exit(1) && again.errors == "heartcam: deleted 0 samples\n")
    for words in [
      ["mock", "--at-once", "--duration", "3"], ["measure", Heartcam.samples + "/resting.csv"],
      ["store", "export", "-o", folder.file("a.ndjson")],
      ["store", "import", folder.file("a.ndjson")],
      ["store", "delete", "--type", "HeartRate", "-y"],
    ] {
      let quiet = try Heartcam.start(words + ["-q", "--store", store]).result()
      #expect(quiet.ending == .exit(0) && quiet.errors.isEmpty, "\(quiet)")
    }
    let verbose = try Heartcam.run("store", "path", "-v", "--store", store)
    #expect(
      verbose.output == store + "\n" && verbose.errors.contains("configuration"), "\(verbose)")
  }

  @Test func `a dry run deletes, forgets and restores nothing`() throws {
    let folder = try TemporaryFolder()
    let store = folder.file("health.db")
    func run(_ words: String...) throws -> ProcessResult {
      try Heartcam.start(["store"] + words + ["--store", store]).result()
    }
    let id = try run("add", "hr", "62").output
    _ = try run("add", "weight", "70")
    _ = try run("delete", "--type", "weight", "-y")
    _ = try run("backup", folder.file("b.db"))
    let list = try run("list").output
    for (words, text) in [
      (["delete", String(id.dropLast())], "would delete 1 sample"),
      (["delete", "--all"], "would delete 1 sample"), (["forget"], "would forget 1 change"),
      (["restore", folder.file("b.db")], "would restore 1 sample"),
    ] {
      let trial = try Heartcam.start(["store"] + words + ["-n", "--store", store]).result()
      #expect(trial.ending == .exit(0) && trial.errors.contains(text), "\(trial)")
    }
    #expect(try run("list").output == list)
    #expect(try run("undo").ending == .exit(0))
  }

  @Test func `the bash completion runs and completes commands and options`() throws {
    let line = """
      exec bash --norc -c '
        source <("$heartcam" completions bash)
        complete -p heartcam
        COMP_WORDS=("$heartcam" me); COMP_CWORD=1; _heartcam; echo $COMPREPLY
        COMP_WORDS=("$heartcam" measure --ch); COMP_CWORD=2; _heartcam; echo $COMPREPLY
      '
      """
    let result = try Heartcam.sh(line)
    #expect(result.ending == .exit(0) && result.errors.isEmpty, "\(result)")
    let lines = result.output.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(lines.dropFirst() == ["measure", "--channel"], "\(result)")
  }

  @Test func `a shell that asks learns every command, option and name`() throws {
    func offers(_ words: String...) throws -> [String] {
      let result = try Heartcam.start([CompletionShell.question] + words).result()
      #expect(result.ending == .exit(0) && result.errors.isEmpty, "\(result)")
      return result.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    }
    let commands = HeartcamCommand.description.subcommands.map(\.name)
    #expect(try offers("") == commands + ["help"])
    #expect(try offers("store", "list", "--ty") == ["--type"])
    #expect(try offers("store", "list", "--type", "wei") == ["weight"])
    #expect(try offers("chart", "hr", "--by=w") == ["--by=week"])
    #expect(try offers("chart", "--units=u") == ["--units=uk", "--units=us"])
  }

  @Test func `a simulation overwrites no file without --force`() throws {
    let folder = try TemporaryFolder()
    let path = try Heartcam.simulate(folder.file("a.csv"), "--duration", "10", "--seed", "5")
    let first = try folder.text(of: "a.csv")
    let again = try Heartcam.run("simulate", path, "--seed", "6")
    #expect(again.ending == .exit(73))
    #expect(again.errors == "heartcam: \(path) exists; --force replaces it\n")
    #expect(try folder.text(of: "a.csv") == first)
    try Heartcam.simulate(path, "--duration", "10", "--seed", "6", "--force")
    #expect(try folder.text(of: "a.csv") != first)
    try Heartcam.simulate(path, "--duration", "10", "--seed", "5", "--force")
    #expect(try folder.text(of: "a.csv") == first, "the same seed makes the same file")
    #expect(try folder.names() == ["a.beats.csv", "a.bpm.csv", "a.csv"])
  }
}
