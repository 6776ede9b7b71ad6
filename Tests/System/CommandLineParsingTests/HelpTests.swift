import CommandLineParsing
import Testing

struct HelpTests {
  typealias Sample = SampleCommand

  @Test func `a page shows usage, arguments, options and examples in columns`() {
    let page = Sample.root.help(for: ["pulse", "measure"], width: 60)
    let expected = """
      Measure videos.

      Usage: pulse measure [OPTIONS] INPUT...

      First paragraph.

      Second paragraph.

      Arguments:
        INPUT  Videos.

      Options:
        -e, --every SECONDS  Length of an interval, which has to
                             be long enough for a few beats to
                             fall into it. [default: 10]
            --channel auto|red|green
                             The color: [one] of 'these'.
                             [default: auto]
        -s, --shift VALUE    Shift.
            --log FILE       Log.
            --folder DIR     Where: here: there.
        -j, --json           Print JSON.
        -c, --csv            Print CSV.

      Example:
        pulse measure a.mp4
            One number.

      Every command takes -q, -v, -h: 'pulse help options'.

      """
    #expect(page == expected)
  }

  @Test func `a command with subcommands lists them`() {
    let page = Sample.root.help(for: ["pulse", "store"]) ?? ""
    #expect(page.contains("Usage: pulse store [OPTIONS] COMMAND\n"))
    #expect(page.contains("Commands:\n  list  List.\n  show  Show.\n"))
    #expect(page.contains("\nSee 'pulse store COMMAND -h' for one command. Every command"))
  }

  @Test func `short help has ten options and two examples, and says how many more there are`()
    throws
  {
    let page = Sample.root.help(for: ["pulse", "many"], isShort: true) ?? ""
    #expect(page.contains("--option-10 ") && !page.contains("--option-11"))
    #expect(page.contains("pulse many 2") && !page.contains("pulse many 3"))
    #expect(page.contains("See 'pulse many --help' for 2 more options."))
    let whole = Sample.root.help(for: ["pulse", "many"]) ?? ""
    #expect(whole.contains("--option-12") && whole.contains("pulse many 3"))
    #expect(!whole.contains("more option"))
    for (words, isShort) in [
      (["many", "-h"], true), (["many", "--help"], false), (["-h", "many"], true),
      (["--help", "many"], false), (["help", "many"], false),
    ] {
      guard case .help(["pulse", "many"], isShort) = try Sample.root.parse(words) else {
        Issue.record("\(words)")
        continue
      }
    }
  }

  @Test func `a topic has a page, and subcommands stand under their headings`() throws {
    #expect(try Sample.helpPath("help", "colors") == ["pulse", "colors"])
    let page = Sample.root.help(for: ["pulse", "colors"])
    #expect(page == "What colors are.\n\n  red  Like blood.\n")
    let groups = CommandDescription(
      name: "pulse", summary: "All.",
      groups: [
        CommandGroup("See", [CommandDescription(name: "show", summary: "Show.")]),
        CommandGroup("Do", [CommandDescription(name: "make", summary: "Make.")]),
      ])
    #expect(
      groups.help(for: ["pulse"])?.contains("See:\n  show  Show.\n\nDo:\n  make  Make.\n") == true)
    #expect(groups.subcommands.map(\.name) == ["show", "make"])
  }

  @Test func `every command takes the shared flags, wherever they stand`() throws {
    for words in [["-q", "many"], ["many", "-q"], ["many", "--quiet"]] {
      guard case .run(let arguments) = try Sample.root.parse(words) else {
        Issue.record("\(words)")
        continue
      }
      #expect(arguments[.quiet] && !arguments[.verbose])
    }
  }

  @Test(arguments: [20, 40, 57, 80, 200])
  func `no line of any page is wider than the terminal`(_ width: Int) {
    for path in [
      [], ["measure"], ["completions"], ["store"], ["store", "list"], ["store", "show"],
    ] {
      let page = Sample.root.help(for: ["pulse"] + path, width: width)
      #expect(page != nil)
      for line in (page ?? "").split(separator: "\n") {
        #expect(line.count <= max(width, 40), "\(line)")
      }
    }
  }

  @Test func `an unknown command path has no page`() {
    #expect(Sample.root.help(for: ["pulse", "nothing"]) == nil)
    #expect(Sample.root.help(for: []) == nil)
  }

  @Test func `a required option appears in the usage line`() {
    let page = Sample.root.help(for: ["pulse", "store", "show"]) ?? ""
    #expect(page.contains("Usage: pulse store show --id VALUE [OPTIONS]\n"))
  }

  @Test func `a default is shown as it would be typed`() {
    func shown<Value>(_ reader: ValueReader<Value>, _ value: Value) -> String? {
      DefaultedOption("some", reader, help: "Some.", default: value).defaultText
    }
    #expect(shown(.number(), 10) == "10")
    #expect(shown(.number(), 0.5) == "0.5")
    #expect(shown(.integer(), -3) == "-3")
    #expect(shown(.text, "a b") == "a b")
    #expect(shown(.choice as ValueReader<SampleCommand.Channel>, .red) == "red")
    let size = ValueReader<(Int, Int)>(text: { "\($0.0)x\($0.1)" }) { _ in (1, 2) }
    #expect(shown(size, (320, 240)) == "320x240")
  }

  @Test func `a default that is typed is the default`() throws {
    let option = DefaultedOption("fps", .number(in: 1...1000), help: "Rate.", default: 29.97)
    let text = try #require(option.defaultText)
    #expect(try option.value(of: text) as? Double == option.defaultValue)
  }
}
