import CommandEnvironment
import CommandLineParsing
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store authorize`
enum StoreAuthorizeCommand {
  private static let bundle = Positional(
    "BUNDLE", .text, count: .atMostOne,
    help: "A program's bundle identifier; without one, all that was decided is listed.")
  private static let share = Option(
    "share", StoreTypes.type, value: "TYPE", help: "Let it save this type; may be repeated.")
  private static let read = Option(
    "read", StoreTypes.type, value: "TYPE",
    help: "Let it read others' samples of this type; may be repeated.")
  private static let deny = Flag("deny", help: "Forbid what is named instead.")
  private static let json = CommonOptions.json(a: "decision")

  static let description = CommandDescription(
    name: "authorize",
    summary: "Decide which program may save and read what.",
    discussion: """
      Programs that use the store by their own name need it; heartcam itself does not. A correlation \
      such as blood pressure is decided by its members.
      """,
    examples: [
      CommandExample(
        "heartcam store authorize org.example.watch --share StepCount --read HeartRate",
        "It may save steps and read heart rates."),
      CommandExample(
        "heartcam store authorize org.example.watch --read HeartRate --deny", "Not any more."),
      CommandExample("heartcam store authorize", "Show what was decided."),
    ],
    positionals: [bundle], options: [StoreOptions.location, share, read, deny, json])

  static func run(_ location: StoreLocation, _ context: CommandContext) throws -> ExitCode {
    let (sharing, reading) = (members(context.all(share)), members(context.all(read)))
    guard !sharing.union(reading).isEmpty else {
      guard !context[deny] else { throw CommandError.usage("--deny needs --share or --read") }
      return try list(location, context)
    }
    guard let bundle = context[bundle], !bundle.isEmpty else {
      throw CommandError.usage("name the program by its bundle identifier")
    }
    if let type = sharing.union(reading).first(where: { $0.kind == .correlation }) {
      throw CommandError.usage(
        "\(type.shortName) has no permission of its own; name its members")
    }
    let store = try StoreAccess.toWrite(location)
    let known = try store.authorizations()[bundle] ?? [:]
    let answer: Authorization.Status = context[deny] ? .denied : .authorized
    for type in sharing.union(reading) {
      var authorization = known[type.identifier] ?? Authorization()
      if sharing.contains(type) { authorization.sharing = answer }
      if reading.contains(type) { authorization.reading = answer }
      try store.authorize(bundle, authorization, for: [type])
    }
    return .success
  }

  /// Returns the types, with blood pressure as its two members.
  private static func members(_ types: [SampleType]) -> Set<SampleType> {
    Set(
      types.flatMap { type -> [SampleType] in
        type == .correlation(.bloodPressure)
          ? [.quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic)] : [type]
      })
  }

  private static func list(
    _ location: StoreLocation, _ context: CommandContext
  ) throws -> ExitCode {
    guard let store = try StoreAccess.toRead(location) else { return .success }
    var table = TextTable(["PROGRAM", "TYPE", "SHARE", "READ"])
    for (bundle, types) in try store.authorizations().sorted(by: { $0.key < $1.key })
    where context[self.bundle] ?? bundle == bundle {
      for (type, authorization) in types.sorted(by: { $0.key < $1.key }) {
        let (share, read) = (authorization.sharing.word, authorization.reading.word)
        if context[json] {
          context.output.write(line: [
            "bundle_identifier": .string(bundle), "type": .string(type),
            "sharing": .string(share), "reading": .string(read),
          ])
        } else {
          let name = SampleType(knownIdentifier: type).map { $0.shortName } ?? type
          table.add([bundle, name, share, read])
        }
      }
    }
    if !context[json] { context.output.write(table.text(in: context.terminal)) }
    return .success
  }
}
