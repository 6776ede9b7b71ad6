import CommandLineParsing
import FoundationEssentials
import Glibc
import Testing

/// Each script is loaded by its own shell; a test is skipped where that shell is not installed. The program that a
/// script asks is a script with the answer that is due.
struct CompletionTests {
  static func isInstalled(_ shell: CompletionShell) -> Bool {
    access("/usr/bin/\(shell.rawValue)", X_OK) == 0
  }

  @Test(arguments: CompletionShell.allCases.filter(isInstalled))
  func `the shell accepts the script`(_ shell: CompletionShell) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(shell.script(for: "pulse"), to: "script")
    let (status, output) = try folder.run("\(shell.rawValue) -n '\(script)'")
    #expect(status == 0, "\(output)")
    #expect(output == "")
  }

  /// A line, what is offered for its last word, and what a shell makes of it in a folder with some files.
  static let cases: [(line: [String], offers: [String], words: Set<String>?)] = [
    ([""], ["measure", "completions", "many", "store", "help"], nil),
    (["st"], ["store"], nil),
    (["store", ""], ["list", "show", "help"], nil),
    (["help", "st"], ["store"], nil),
    (["help", "co"], ["completions", "colors"], nil),
    (["help", "measure", ""], [], nil),
    (["measure", "--ch"], ["--channel"], nil),
    (["measure", "--channel", ""], ["auto", "red", "green"], nil),
    (["measure", "--every", "3", "--channel", "r"], ["red"], nil),
    (["measure", "--every=3", "--channel", "r"], ["red"], nil),
    (["measure", "--every", "measure", "--js"], ["--json"], nil),
    (["measure", "--json", "--cs"], [], nil),
    (["measure", "-e"], ["-e"], nil),
    (["store", "list", "--"], ["--json", "--every", "--quiet", "--verbose", "--help"], nil),
    (["completions", ""], ["bash", "zsh", "fish"], nil),
    (["completions", "zsh", ""], [], nil),
    (["measure", "one"], [":files mp4 mov"], ["one.MP4", "one folder/"]),
    (["measure", "one.MP4", "t"], [":files mp4 mov"], ["two.mov"]),
    (["measure", "--", "-t"], [":files mp4 mov"], []),
    (["measure", "--log", "t"], [":files csv txt"], ["two.txt"]),
    (["measure", "--folder", ""], [":folders"], ["one folder/"]),
  ]

  @Test(arguments: cases)
  func `the program offers matching words`(
    _ line: [String], _ offers: [String], _ words: Set<String>?
  ) {
    let answer = SampleCommand.root.completions(for: line).split(separator: "\n")
    #expect(answer.map { String($0.split(separator: "\t")[0]) } == offers)
  }

  @Test func `a value after an equals sign is offered as each shell needs it`() {
    func offers(_ words: String...) -> String { SampleCommand.root.completions(for: words) }
    #expect(offers("measure", "--channel=gr") == "--channel=green\n")
    // These are bash's words.
    #expect(offers("measure", "--channel", "=") == "auto\nred\ngreen\n")
    #expect(offers("measure", "--channel", "=", "gr") == "green\n")
    #expect(offers("measure", "--log=t") == ":files csv txt\n")
    #expect(offers("measure", "--chanel=gr") == "")
  }

  /// Puts the program in place and returns the words that set `PATH` for it.
  private static func program(_ folder: TemporaryFolder, answering line: [String]) throws -> String
  {
    _ = try folder.write(SampleCommand.root.completions(for: line), to: ".answer")
    // A shell writes the program. If this process wrote it, one that another test starts at that time would
    // inherit the open file, and nobody could run the program.
    let script = try folder.write(
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >'\(folder.path)/.asked'\ncat '\(folder.path)/.answer'\n",
      to: ".program")
    _ = try folder.run("cp '\(script)' pulse && chmod +x pulse")
    return "PATH='\(folder.path)':$PATH"
  }

  private static func asked(_ folder: TemporaryFolder) throws -> [String] {
    try String(contentsOfFile: folder.path + "/.asked", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(.enabled(if: isInstalled(.bash), "bash is not installed"), arguments: cases)
  func `bash offers matching words`(
    _ line: [String], _ offers: [String], _ words: Set<String>?
  ) throws {
    let folder = try TemporaryFolder.withVideos()
    let path = try Self.program(folder, answering: line)
    let script = try folder.write(CompletionShell.bash.script(for: "pulse"), to: ".s")
    let quoted = line.map { "\"\($0)\"" }.joined(separator: " ")
    let (status, output) = try folder.run(
      "\(path) bash --norc -c 'source \"\(script)\"; COMP_WORDS=(pulse \(quoted));"
        + " COMP_CWORD=\(line.count); _pulse; printf \"%s\\n\" \"${COMPREPLY[@]}\"'")
    #expect(status == 0)
    let found = Set(output.split(separator: "\n").map(String.init))
    let expected = words ?? Set(offers)
    #expect(found == Set(expected.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }))
    #expect(try Self.asked(folder) == [CompletionShell.question] + line)
  }

  @Test(.enabled(if: isInstalled(.fish), "fish is not installed"), arguments: cases)
  func `fish offers matching words`(
    _ line: [String], _ offers: [String], _ words: Set<String>?
  ) throws {
    let folder = try TemporaryFolder.withVideos()
    let path = try Self.program(folder, answering: line)
    let script = try folder.write(CompletionShell.fish.script(for: "pulse"), to: ".s")
    let (status, output) = try folder.run(
      "\(path) HOME='\(folder.path)' fish --no-config -c 'source \"\(script)\";"
        + " complete -C \"\((["pulse"] + line).joined(separator: " "))\"'")
    #expect(status == 0)
    let found = output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    #expect(Set(found) == words ?? Set(offers))
    #expect(try Self.asked(folder) == [CompletionShell.question] + line)
  }

  /// zsh completes only in its line editor, so a pseudo-terminal types the line, a tab, and a key that
  /// prints the line.
  @Test(
    .enabled(if: isInstalled(.zsh), "zsh is not installed"),
    arguments: [
      (["sto"], "store "), (["measure", "--chan"], "measure --channel "),
      (["measure", "--channel", "gre"], "measure --channel green "),
      (["measure", "--channel=gre"], "measure --channel=green "),
      (["store", "sh"], "store show "), (["completions", "fi"], "completions fish "),
      (["measure", "--every", "3", "--js"], "measure --every 3 --json "),
      (["measure", "one."], "measure one.MP4 "), (["measure", "tw"], "measure two.mov "),
      (["measure", "--log", "tw"], "measure --log two.txt "),
      (["measure", "--log=tw"], "measure --log=two.txt "),
      (["measure", "--folder", "on"], "measure --folder one\\ folder/"),
      (["measure", "--json", "--cs"], "measure --json --cs"),
    ])
  func `zsh completes a typed line`(_ line: [String], _ completed: String) throws {
    let folder = try TemporaryFolder.withVideos()
    let path = try Self.program(folder, answering: line)
    let script = try folder.write(CompletionShell.zsh.script(for: "pulse"), to: ".s")
    let driver = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'unsetopt beep; autoload -U compinit; compinit -u -D; source "\(script)"'
      zpty -w shell 'note() { print -r -- "$BUFFER" > .line; exit }; zle -N note; bindkey "^O" note'
      zpty -w shell 'cd "\(folder.path)"; touch .ready'
      for i in {1..3000}; do [[ -e .ready ]] && break; sleep 0.02; done
      zpty -w -n shell $'pulse \(line.joined(separator: " "))\\t\\x0f'
      for i in {1..3000}; do [[ -s .line ]] && break; zpty -r -t shell output; sleep 0.02; done
      cat .line
      zpty -d shell
      """
    let driverFile = try folder.write(driver, to: ".driver")
    let (_, output) = try folder.run("\(path) zsh -f '\(driverFile)'")
    #expect(output == "pulse " + completed + "\n")
    #expect(try Self.asked(folder) == [CompletionShell.question] + line)
  }
}
