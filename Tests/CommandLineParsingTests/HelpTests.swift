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
                             The colour: [one] of 'these'.
                             [default: auto]
        -s, --shift VALUE    Shift.
            --log FILE       Log.
            --folder DIR     Where: here: there.
        -j, --json           Print JSON.
        -c, --csv            Print CSV.
        -h, --help           Show this help.

      Example:
        pulse measure a.mp4
            One number.

      """
    #expect(page == expected)
  }

  @Test func `a command with subcommands lists them`() {
    let page = Sample.root.help(for: ["pulse", "store"]) ?? ""
    #expect(page.contains("Usage: pulse store [OPTIONS] COMMAND\n"))
    #expect(page.contains("Commands:\n  list  List.\n  show  Show.\n"))
    #expect(page.hasSuffix("Run 'pulse store COMMAND --help' to read about one command.\n"))
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

  @Test func `a path that leads nowhere has no page`() {
    #expect(Sample.root.help(for: ["pulse", "nothing"]) == nil)
    #expect(Sample.root.help(for: []) == nil)
  }

  @Test func `a required option stands in the usage line`() {
    let page = Sample.root.help(for: ["pulse", "store", "show"]) ?? ""
    #expect(page.contains("Usage: pulse store show --id VALUE [OPTIONS]\n"))
  }
}
