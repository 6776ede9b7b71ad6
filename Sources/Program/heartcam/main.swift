import Glibc
import HeartcamCommands

exit(
  HeartcamCommand.runProcess(
    (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }))
