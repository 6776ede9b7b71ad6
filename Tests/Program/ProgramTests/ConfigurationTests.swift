import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// The configuration file, and `heartcam config`.
struct ConfigurationTests {
  private let folder: TemporaryFolder
  private let signal = Heartcam.samples + "/resting.csv"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String..., file: String? = nil) throws -> ProcessResult {
    if let file {
      try FileManager.default.createDirectory(
        atPath: folder.file("heartcam"), withIntermediateDirectories: true)
      try folder.write(file, to: "heartcam/config")
    }
    return try Heartcam.start(words, environment: ["XDG_CONFIG_HOME": folder.path]).result()
  }

  @Test func `values of the file hold for each command that has the option`() throws {
    let file = "# mine\nevery = 20\n\n[measure]\njson = yes # for programs\nstore = none\n"
    let row = try run("measure", signal, file: file).row()
    #expect(row.readings?.count == 3)
    // The command line comes first, also where it excludes what the file says.
    #expect(try run("measure", "--every", "30", signal).row().readings?.count == 2)
    let table = try run("measure", "--csv", signal)
    #expect(table.output.split(separator: "\n").count == 4, "\(table)")
    let shown = try run("config")
    #expect(shown.ending == .exit(0))
    #expect(shown.output.contains(/live +every +20 +line 2\n/), "\(shown)")
    #expect(shown.output.contains(/measure +json +yes +line 5\n/))
    #expect(!shown.output.contains("default"))
    #expect(try run("config", "--all").output.contains(/measure +channel +auto +default/))
    #expect(
      try run("store", "path", file: "store = ~/a.db\n").output == "/dev/null/a.db\n")
    for (name, value) in [("HEARTCAM_STORE", "/a/b.db"), ("XDG_DATA_HOME", "/a")] {
      let row = try Heartcam.start(["config"], environment: [name: value]).result().output
      #expect(row.contains("(the standard store)") && row.contains(name), "\(row)")
    }
    // A path alone on its line may be longer.
    for line in shown.output.split(separator: "\n") where line.contains(" ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: [
    ("every = soon", "line 1 of FILE: 'soon' is not a value for every: must be a number"),
    ("\nevry = 5", "line 2 of FILE: there is no option 'evry'; did you mean 'every'?"),
    ("[measur]", "line 1 of FILE: there is no command 'measur'"),
    ("[measure]\nlimit = 4", "line 2 of FILE: there is no option 'limit'"),
    ("every 5", "line 1 of FILE: it is neither 'option = value' nor '[command]'"),
    ("yes = yes", "line 1 of FILE: yes is for the command line alone"),
    ("json = 1", "line 1 of FILE: '1' is not a value for json: must be yes or no"),
  ])
  func `a line that makes no sense is named, and nothing is done`(
    file: String, message: String
  ) throws {
    let result = try run("store", "path", file: file)
    #expect(result.ending == .exit(64) && result.output.isEmpty)
    let path = folder.file("heartcam/config")
    #expect(result.errors == "heartcam: \(message)\n".replacing("FILE", with: path))
    #expect(try run("--version").ending == .exit(0))
    #expect(try run("measure", "--help").ending == .exit(0))
  }

  @Test func `a file that is none, or that everybody may write, is refused`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("heartcam"), withIntermediateDirectories: true)
    let path = folder.file("heartcam/config")
    mkfifo(path, 0o600)
    #expect(try run("store", "path").errors.contains("is no file that can be read"))
    unlink(path)
    symlink("config", path)
    #expect(try run("store", "path").ending == .exit(64))
    unlink(path)
    try folder.write("every = 20\n", to: "heartcam/config")
    chmod(path, 0o666)
    #expect(try run("store", "path").errors.contains("every user may write"))
    chmod(path, 0o644)
    #expect(try run("store", "path").ending == .exit(0))
    // Who may write in its folder can put another in its place; in a sticky folder nobody can.
    for (mode, isRefused) in [(mode_t(0o777), true), (0o1777, false), (0o755, false)] {
      chmod(folder.file("heartcam"), mode)
      let result = try run("store", "path")
      #expect(result.errors.contains("every user may write in") == isRefused, "\(result)")
    }
    guard geteuid() == 0 else { return }
    for place in [path, folder.file("heartcam")] {
      chown(place, 65534, 65534)
      let result = try run("store", "path")
      #expect(result.ending == .exit(64) && result.errors.contains("another user's"), "\(result)")
      chown(place, 0, 0)
    }
  }

  @Test func `the store is the option's, or the file's, or the environment's, or the standard one`()
    throws
  {
    func path(_ words: String...) throws -> String {
      try Heartcam.start(
        ["store", "path"] + words,
        environment: ["XDG_CONFIG_HOME": folder.path, "HEARTCAM_STORE": "/tmp/named.db"]
      ).result().output
    }
    #expect(try path() == "/tmp/named.db\n")
    #expect(try path("--store", "/tmp/given.db") == "/tmp/given.db\n")
    _ = try run("config", file: "store = /tmp/file.db\n")
    #expect(try path() == "/tmp/file.db\n")
  }

  @Test func `without a file the defaults hold`() throws {
    let result = try run("config")
    #expect(result.output.hasPrefix("\(folder.file("heartcam/config")) (not there)\n"))
    #expect(try Heartcam.run("config", environment: ["HOME": ""]).ending == .exit(0))
  }
}
