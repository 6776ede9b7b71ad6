import CommandLineParsing
import Testing

struct UsageErrorTests {
  typealias Sample = SampleCommand

  @Test(arguments: [
    (["measure"], "INPUT is missing"),
    (["measure", "a", "--evry", "2"], "unknown option '--evry'; did you mean '--every'?"),
    (["measure", "a", "--eve", "2"], "unknown option '--eve'"),
    (["measure", "a", "--zzzzzz"], "unknown option '--zzzzzz'"),
    (["measure", "a", "-x"], "unknown option '-x'"),
    (["measure", "a", "-jx"], "unknown option '-x'"),
    (["measure", "a", "--every"], "--every needs a value: --every SECONDS"),
    (["measure", "a", "-e", "--json"], "-e needs a value: -e SECONDS"),
    (["measure", "a", "--json=1"], "--json takes no value"),
    (["measure", "a", "-e", "0"], "'0' is not a value for -e: must lie between 1 and 3600"),
    (["measure", "a", "--every=nan"], "'nan' is not a value for --every: must be a number"),
    (["measure", "a", "--every=1e999"], "'1e999' is not a value for --every: must be a number"),
    (["measure", "a", "--every=0x10"], "'0x10' is not a value for --every: must be a number"),
    (["measure", "a", "-s1.5"], "'1.5' is not a value for -s: must be a whole number"),
    (
      ["measure", "a", "--channel", "gren"],
      "'gren' is not a value for --channel: must be one of auto, red, green; "
        + "did you mean 'green'?"
    ),
    (["measure", "a", "--log="], "'' is not a value for --log: must be the name of a file"),
    (["measure", "a", "-j", "--csv"], "--json and --csv cannot be given together"),
    (["mesure"], "unknown command 'mesure'; did you mean 'measure'?"),
    (["list"], "unknown command 'list'; did you mean 'store list'?"),
    (["store"], "a command is missing: one of list, show"),
    (["store", "show"], "--id is missing"),
    (["store", "list", "x"], "unexpected argument 'x'"),
    (["completions", "zsh", "1", "2"], "unexpected argument '2' after WIDTH"),
    (["help", "nothing"], "unknown command 'nothing'"),
    (["\u{1B}[31m\nx"], "unknown command '\\u{1B}[31m\\u{A}x'"),
    ([""], "unknown command ''"),
  ])
  func `an error names the mistake in one line`(_ words: [String], _ message: String) {
    do {
      _ = try Sample.root.parse(words)
      Issue.record("\(words) passed")
    } catch {
      #expect(error.message == message)
      #expect(!error.description.contains("\n"))
    }
  }

  @Test func `the hint names the command that was being parsed`() {
    let error = #expect(throws: UsageError.self) {
      try Sample.root.parse(["store", "list", "--jsn"])
    }
    #expect(error?.hint == "see 'pulse store list --help'")
    #expect(
      error?.description
        == "unknown option '--jsn'; did you mean '--json'?")
  }

  @Test func `the message truncates a very long word`() {
    let message = Sample.complaint(String(repeating: "x", count: 10_000))
    #expect(message == "unknown command '\(String(repeating: "x", count: 60))...'")
  }
}
