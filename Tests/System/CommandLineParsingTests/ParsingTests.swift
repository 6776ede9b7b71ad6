import CommandLineParsing
import Testing

struct ParsingTests {
  typealias Sample = SampleCommand

  @Test(arguments: [
    ["--every", "2.5"], ["--every=2.5"], ["-e", "2.5"], ["-e2.5"], ["--every", "9", "-je2.5"],
  ])
  func `every spelling of an option gives the same value`(_ words: [String]) throws {
    for line in [words + ["a.mp4"], ["a.mp4"] + words] {
      guard case .run(let arguments) = try Sample.root.parse(["measure"] + line) else {
        Issue.record("help was not asked for")
        return
      }
      #expect(arguments[Sample.every] == 2.5)
      #expect(arguments.required(Sample.inputs) == "a.mp4")
      #expect(arguments.commandPath == ["pulse", "measure"])
    }
  }

  @Test func `a repeated option keeps every value and the last one wins`() throws {
    let arguments = try Sample.run("measure", "a", "-e1", "b", "--every=2", "c")
    #expect(arguments[Sample.every] == 2)
    #expect(arguments.all(Sample.every) == [1, 2])
    #expect(arguments.all(Sample.inputs) == ["a", "b", "c"])
    #expect(arguments[Sample.inputs] == "a")
  }

  @Test func `an option that is not given is its default, nil or empty`() throws {
    let arguments = try Sample.run("measure", "a")
    #expect(arguments[Sample.every] == 10)
    #expect(arguments[Sample.channel] == .auto)
    #expect(arguments[Sample.shift] == nil)
    #expect(arguments.all(Sample.every).isEmpty)
    #expect(!arguments[Sample.json])
    #expect(!arguments.isGiven(Sample.every))
  }

  @Test func `two dashes end the options and one dash is an argument`() throws {
    let arguments = try Sample.run("measure", "-", "--", "--json", "-e", "--")
    #expect(arguments.all(Sample.inputs) == ["-", "--json", "-e", "--"])
    #expect(!arguments[Sample.json])
    #expect(try Sample.run("measure", "--log", "-", "a")[Sample.log] == "-")
  }

  @Test func `negative numbers are values and arguments`() throws {
    #expect(try Sample.run("measure", "--shift", "-3", "a")[Sample.shift] == -3)
    #expect(try Sample.run("measure", "-s-3", "a")[Sample.shift] == -3)
    #expect(try Sample.run("completions", "zsh", "-1.5e2")[Sample.width] == -150)
    #expect(try Sample.run("measure", "--log=--odd", "a")[Sample.log] == "--odd")
  }

  @Test func `flags may be grouped with an option at the end`() throws {
    let arguments = try Sample.run("measure", "-js", "4", "a")
    #expect(arguments[Sample.json])
    #expect(arguments[Sample.shift] == 4)
  }

  @Test func `a choice is returned as its case`() throws {
    #expect(try Sample.run("measure", "--channel", "red", "a")[Sample.channel] == .red)
  }

  @Test func `an empty value and an equals sign within a value are kept`() throws {
    #expect(try Sample.run("store", "show", "--id=")[Sample.identifier] == "")
    #expect(try Sample.run("store", "show", "--id=a=b")[Sample.identifier] == "a=b")
  }

  @Test(arguments: [
    (["--help"], ["pulse"]), (["-h"], ["pulse"]), (["help"], ["pulse"]),
    (["help", "measure"], ["pulse", "measure"]), (["measure", "-jh"], ["pulse", "measure"]),
    (["help", "store", "list"], ["pulse", "store", "list"]),
    (["store", "help", "list"], ["pulse", "store", "list"]),
    (["store", "show", "--help"], ["pulse", "store", "show"]),
  ])
  func `help is found at every level`(_ words: [String], _ path: [String]) throws {
    guard case .help(let found, _) = try Sample.root.parse(words) else {
      Issue.record("\(words) did not ask for help")
      return
    }
    #expect(found == path)
  }

  @Test func `a flag that stands alone needs no required arguments`() throws {
    let arguments = try Sample.run("--version")
    #expect(arguments[Sample.version])
    #expect(arguments.commandPath == ["pulse"])
  }
}
