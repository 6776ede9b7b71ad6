import Glibc
import HeartcamCommands

exit(HeartcamCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
