package import CommandEnvironment
package import CommandLineParsing
package import SampleStore

/// The options of commands that count by calendar intervals.
package enum CalendarOptions {
  package static let by = Option(
    "by", ValueReader<CalendarUnit>.choice,
    help: "Count by these calendar intervals; weeks begin on Monday.")

  package static let timeZone = Option(
    "timezone", zone, value: "ZONE",
    help: "The time zone of days, hours and typed times, as in Europe/Berlin.",
    default: "this machine's")

  package static let all: [any OptionDeclaration] = [by, timeZone]

  /// Returns the zone in which a command counts.
  package static func zone(_ context: CommandContext) -> ZoneRules {
    context[timeZone] ?? context.zone
  }

  private static let zone = ValueReader<ZoneRules>(text: \.identifier) {
    text throws(InvalidValue) in
    guard let zone = ZoneRules(identifier: text) else {
      throw InvalidValue("must be a time zone such as Europe/Berlin or UTC")
    }
    return zone
  }
}
