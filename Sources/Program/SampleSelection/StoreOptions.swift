package import CommandEnvironment
package import CommandLineParsing
package import SampleStore

/// The option that says which store, wherever it is taken.
package enum StoreOptions {
  package static let location = Option(
    "store", .file(extensions: ["db"]), value: "LOCATION",
    help:
      "The health store: a file's path, or a postgresql:// URL. HEARTCAM_STORE names another default.",
    default: "~/.local/share/heartcam/health.db")

  /// The location that was given, or the standard one.
  package static func location(
    _ text: String?, _ context: CommandContext
  ) throws(StoreError) -> StoreLocation {
    guard let text else { return try StoreLocation.standard(environment: context.environment) }
    return try StoreLocation(text, environment: context.environment)
  }
}

extension ExitCode {
  /// The status of a command that an error ended: a location that cannot be a store is wrong usage.
  package init(of error: any Error) {
    self = (error as? StoreError)?.operation == .locate ? .usage : .ioError
  }
}
