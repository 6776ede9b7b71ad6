import FileAccess
import Glibc
import HeartcamCommands

// As bytes: the name of a file need not be UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
exit(HeartcamCommand.run(words.map { FileName.text(of: $0) }).rawValue)
