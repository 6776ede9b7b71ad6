import CommandEnvironment
import CommandLineParsing
import JSONCoding
import SampleSelection
import SampleStore

/// `heartcam store profile`
enum StoreProfileCommand {
  /// A fact that the command shows and sets, with the words that people write.
  private struct Characteristic: Sendable {
    let key: PersonProfile.Key
    let name: String
    let option: Option<String>

    /// The words, in the order of HealthKit's numbers from 1 on.
    let words: [String]
  }

  private static func choice(
    _ key: PersonProfile.Key, _ name: String, _ option: String, help: String, _ words: [String]
  ) -> Characteristic {
    let reader = ValueReader<String>(completion: .choices(words + ["unset"])) {
      text throws(InvalidValue) in
      guard let word = (words + ["unset"]).first(where: { $0.lowercased() == text.lowercased() })
      else { throw InvalidValue("must be \(words.joined(separator: ", ")) or unset") }
      return word
    }
    return Characteristic(
      key: key, name: name, option: Option(option, reader, value: "VALUE", help: help),
      words: words)
  }

  private static let dateOfBirth = Option(
    "date-of-birth",
    ValueReader<String> { text throws(InvalidValue) in
      var profile = PersonProfile()
      profile[.dateOfBirth] = text
      guard text == "unset" || profile[.dateOfBirth] == text else {
        throw InvalidValue("must be a day such as 1990-01-31, or unset")
      }
      return text
    }, value: "DAY", help: "The day of birth, such as 1990-01-31.")

  private static let characteristics: [Characteristic] = [
    Characteristic(key: .dateOfBirth, name: "date of birth", option: dateOfBirth, words: []),
    choice(
      .biologicalSex, "biological sex", "sex", help: "female, male or other.",
      ["female", "male", "other"]),
    choice(
      .bloodType, "blood type", "blood-type", help: "A+ to O-.",
      ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-"]),
    choice(
      .skinType, "skin type", "skin-type", help: "Fitzpatrick's types I to VI.",
      ["I", "II", "III", "IV", "V", "VI"]),
    choice(.wheelchairUse, "wheelchair use", "wheelchair", help: "no or yes.", ["no", "yes"]),
    choice(
      .moveMode, "move ring", "move-ring", help: "The unit of the move ring: energy or time.",
      ["energy", "time"]),
  ]

  private static let json = Flag("json", help: "Print one line of JSON.")

  static let description = CommandDescription(
    name: "profile",
    summary: "Show or set what does not change about you.",
    discussion: """
      A program sees a characteristic through HealthKit's names once you have granted it: \
      'heartcam store authorize' names it as a type. An import of Apple Health fills what is not set, \
      and an export has it.
      """,
    examples: [
      CommandExample("heartcam store profile", "Show the profile."),
      CommandExample(
        "heartcam store profile --date-of-birth 1990-01-31 --blood-type A+", "Set two of them."),
      CommandExample("heartcam store profile --sex unset", "Forget one."),
    ],
    options: [StoreOptions.location, json] + characteristics.map(\.option))

  static func run(
    _ location: StoreLocation, _ context: CommandContext
  ) throws(StoreError) -> ExitCode {
    let given = characteristics.filter { context.isGiven($0.option) }
    if !given.isEmpty {
      let store = try StoreAccess.toWrite(location)
      var profile = try store.profile()
      for characteristic in given {
        let text = context[characteristic.option] ?? "unset"
        let index = characteristic.words.firstIndex(of: text)
        profile[characteristic.key] =
          text == "unset"
          ? nil : index.flatMap { characteristic.key.choices?[$0 + 1] } ?? text
      }
      try store.setProfile(profile)
    }
    guard let store = try StoreAccess.toRead(location) else { return .success }
    let profile = try store.profile()
    if context[json] {
      context.output.write(
        line: .object(
          characteristics.map { characteristic in
            (
              characteristic.name.split(separator: " ").joined(separator: "_"),
              .optional(word(characteristic, profile))
            )
          }
        ))
      return .success
    }
    for characteristic in characteristics {
      let padding = String(repeating: " ", count: 16 - characteristic.name.count)
      context.output.write(
        "\(characteristic.name)\(padding)\(word(characteristic, profile) ?? "not set")\n")
    }
    return .success
  }

  private static func word(
    _ characteristic: Characteristic, _ profile: PersonProfile
  ) -> String? {
    guard let text = profile[characteristic.key] else { return nil }
    guard let index = characteristic.key.choices?.firstIndex(of: text) else { return text }
    return characteristic.words[index - 1]
  }

  /// Returns the names of characteristics, without their values.
  static func names(of keys: [PersonProfile.Key]) -> String {
    keys.map { key in
      characteristics.first { $0.key == key }?.name ?? "medication that changes fitness"
    }.joined(separator: ", ")
  }
}
