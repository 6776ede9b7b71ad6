import CommandLineParsing
import FoundationEssentials
import Glibc
import Testing

/// Each script is loaded by its own shell; a test is skipped where that shell is not installed.
struct CompletionTests {
  static func isInstalled(_ shell: CompletionShell) -> Bool {
    access("/usr/bin/\(shell.rawValue)", X_OK) == 0
  }

  @Test(arguments: CompletionShell.allCases.filter(isInstalled))
  func `the shell accepts the script`(_ shell: CompletionShell) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(SampleCommand.root.completionScript(for: shell), to: "script")
    let (status, output) = try folder.run("\(shell.rawValue) -n '\(script)'")
    #expect(status == 0, "\(output)")
    #expect(output == "")
  }

  static let cases: [(line: [String], offers: Set<String>)] = [
    (["pulse", ""], ["measure", "completions", "many", "store", "help"]),
    (["pulse", "st"], ["store"]),
    (["pulse", "store", ""], ["list", "show", "help"]),
    (["pulse", "help", "st"], ["store"]),
    (["pulse", "help", "measure", ""], []),
    (["pulse", "measure", "--ch"], ["--channel"]),
    (["pulse", "measure", "--channel", ""], ["auto", "red", "green"]),
    (["pulse", "measure", "--every", "3", "--channel", "r"], ["red"]),
    (["pulse", "measure", "--every", "measure", "--js"], ["--json"]),
    (["pulse", "store", "list", "--"], ["--json", "--every", "--help", "--quiet", "--verbose"]),
    (["pulse", "completions", ""], ["bash", "zsh", "fish"]),
    (["pulse", "completions", "zsh", ""], []),
    (["pulse", "measure", "one"], ["one.MP4", "one folder/"]),
    (["pulse", "measure", "one.MP4", "t"], ["two.mov"]),
    (["pulse", "measure", "--log", "t"], ["two.txt"]),
    (["pulse", "measure", "--folder", ""], ["one folder/"]),
  ]

  @Test(.enabled(if: isInstalled(.bash), "bash is not installed"), arguments: cases)
  func `bash offers matching words`(_ line: [String], _ offers: Set<String>) throws {
    let folder = try TemporaryFolder.withVideos()
    let script = try folder.write(SampleCommand.root.completionScript(for: .bash), to: "s")
    let words = line.map { "'\($0)'" }.joined(separator: " ")
    let (status, output) = try folder.run(
      "bash --norc -c 'source \"\(script)\"; COMP_WORDS=(\(words.replacing("'", with: "\"")));"
        + " COMP_CWORD=\(line.count - 1); _pulse; printf \"%s\\n\" \"${COMPREPLY[@]}\"'")
    #expect(status == 0)
    let found = Set(output.split(separator: "\n").map(String.init))
    #expect(found == Set(offers.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }))
  }

  @Test(.enabled(if: isInstalled(.bash), "bash is not installed"))
  func `bash completes a value after an equals sign`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(SampleCommand.root.completionScript(for: .bash), to: "s")
    for (words, place) in [("pulse measure --channel =", 3), ("pulse measure --channel = gr", 4)] {
      let (_, output) = try folder.run(
        "bash --norc -c 'source \"\(script)\"; COMP_WORDS=(\(words)); COMP_CWORD=\(place);"
          + " _pulse; echo \"${COMPREPLY[*]}\"'")
      #expect(output == (place == 3 ? "auto red green\n" : "green\n"))
    }
  }

  @Test(.enabled(if: isInstalled(.fish), "fish is not installed"), arguments: cases)
  func `fish offers matching words`(_ line: [String], _ offers: Set<String>) throws {
    let folder = try TemporaryFolder.withVideos()
    let script = try folder.write(SampleCommand.root.completionScript(for: .fish), to: "s")
    let (status, output) = try folder.run(
      "HOME='\(folder.path)' fish --no-config -c 'source \"\(script)\";"
        + " complete -C \"\(line.joined(separator: " "))\"'")
    #expect(status == 0)
    let found = output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    // For a lone dash, fish offers single letters before long names.
    let offered = Set(found.filter { !($0.hasPrefix("-") && !$0.hasPrefix("--")) })
    #expect(offered == offers)
  }

  /// zsh completes only in its line editor, so a pseudo-terminal types the line, a tab, and a key that
  /// prints the line.
  @Test(
    .enabled(if: isInstalled(.zsh), "zsh is not installed"),
    arguments: [
      ("pulse sto", "pulse store "), ("pulse measure --chan", "pulse measure --channel="),
      ("pulse measure --channel gre", "pulse measure --channel green "),
      ("pulse store sh", "pulse store show "), ("pulse completions fi", "pulse completions fish "),
      ("pulse measure --every 3 --js", "pulse measure --every 3 --json "),
      ("pulse measure one.", "pulse measure one.MP4 "),
      ("pulse measure tw", "pulse measure two.mov "),
      ("pulse measure --log tw", "pulse measure --log two.txt "),
      ("pulse measure --json --cs", "pulse measure --json --cs"),
    ])
  func `zsh completes a typed line`(_ typed: String, _ completed: String) throws {
    let folder = try TemporaryFolder.withVideos()
    let script = try folder.write(SampleCommand.root.completionScript(for: .zsh), to: "s")
    let driver = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'unsetopt beep; autoload -U compinit; compinit -u -D; source "\(script)"'
      zpty -w shell 'note() { print -r -- "$BUFFER" > line; exit }; zle -N note; bindkey "^O" note'
      zpty -w shell 'cd "\(folder.path)"; touch ready'
      for i in {1..3000}; do [[ -e ready ]] && break; sleep 0.02; done
      zpty -w -n shell $'\(typed)\\t\\x0f'
      for i in {1..3000}; do [[ -s line ]] && break; zpty -r -t shell output; sleep 0.02; done
      cat line
      zpty -d shell
      """
    let driverFile = try folder.write(driver, to: "driver")
    let (_, output) = try folder.run("zsh -f '\(driverFile)'")
    #expect(output == completed + "\n")
  }

  @Test func `quotes and brackets in help do not break the scripts`() {
    let zsh = SampleCommand.root.completionScript(for: .zsh)
    #expect(zsh.contains(#"[The color\: \[one\] of '\''these'\''.]"#))
    let fish = SampleCommand.root.completionScript(for: .fish)
    #expect(fish.contains(#"-d 'The color: [one] of \'these\'.'"#))
  }
}
