package import CommandEnvironment
package import CommandLineParsing
import Measurement
package import SampleStore

/// The options that say which samples are meant, wherever they are taken.
package enum StoreFilter {
  package static let type = Option(
    "type", StoreTypes.type, value: "TYPE",
    help: "Samples of this type only, as in --type hr; may be repeated.")
  package static let since = Option(
    "since", StoreTypes.typedDate, value: "DATE",
    help: "Only samples that end at or after DATE: 2026-01-31, yesterday 8pm, 2w, last week.")
  package static let until = Option(
    "until", StoreTypes.typedDate, value: "DATE", help: "Only samples that start before DATE.")
  package static let source = Option(
    "source", .text, value: "SOURCE",
    help: "Samples of this source only, by its name or bundle identifier; may be repeated.")

  /// When, and by whom.
  package static let span: [any OptionDeclaration] = [since, until, source]
  package static let all: [any OptionDeclaration] = [type] + span

  /// Returns whether any of them was given.
  package static func isGiven(_ context: CommandContext) -> Bool {
    all.contains { context.isGiven($0) }
  }

  /// Returns the query that they describe, without impersonal samples unless a source is named:
  /// the samples of statistics and charts.
  package static func personalQuery(
    _ context: CommandContext, in store: HealthStore, _ zone: ZoneRules
  ) throws(StoreError) -> SampleQuery {
    var query = try query(context, in: store, zone)
    if !context.isGiven(source) {
      query.predicate = ImpersonalSource.excluded
    }
    return query
  }

  /// Reports which impersonal sources a personal query that found nothing has left out, or else
  /// that the store has nothing to draw.
  package static func reportNothing(
    toDraw name: String? = nil, _ context: CommandContext, in store: HealthStore
  ) throws(StoreError) {
    var leftOut = try query(context, in: store, context.zone)
    leftOut.types = name.flatMap { SampleType(named: $0) }.map { [$0] } ?? leftOut.types
    leftOut.predicate = ImpersonalSource.all
    let sources = try store.sources(matching: leftOut).map(\.name)
    if let first = sources.first, !context.isGiven(source) {
      report(
        "\(sources.joined(separator: " and ")) samples are not a person's own and are left out; "
          + "'--source \(first)' shows them")
    } else if let name {
      let time = context.isGiven(since) || context.isGiven(until) ? " of this time" : ""
      report("the store holds no \(name)\(time) to draw; 'heartcam store show' lists what it holds")
    }
  }

  /// Returns the query that they describe; a source by its name is looked up in the store.
  /// - Parameter zone: Where typed days and times are meant.
  package static func query(
    _ context: CommandContext, in store: HealthStore, _ zone: ZoneRules
  ) throws(StoreError) -> SampleQuery {
    let types = context.all(type)
    var query = SampleQuery(
      of: types.isEmpty ? nil : types, from: context[since]?.date(in: zone),
      to: context[until]?.date(in: zone))
    let wanted = Set(context.all(source))
    if !wanted.isEmpty {
      let named = try store.sources(matching: SampleQuery()).filter { wanted.contains($0.name) }
      query.predicate = .sources(wanted.union(named.map(\.bundleIdentifier)))
    }
    return query
  }
}
