import CommandEnvironment
import FileAccess
import Glibc
import HeartcamCommands

// A stream that the caller has closed must not be taken by the next file that is opened: what is written to
// it would go into that file. In place of it stands what can be neither read nor written.
for (stream, mode) in [
  (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
]
where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", mode)
}

// As bytes: the name of a file need not be UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
exit(HeartcamCommand.run(words.map { FileName.text(of: $0) }).rawValue)
