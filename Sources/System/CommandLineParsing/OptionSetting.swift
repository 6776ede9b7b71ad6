/// A value that an option has unless the command line gives another, as from a configuration file.
public struct OptionSetting: Sendable, Equatable {
  /// The command that it is for, without the program's name; empty for each that has the option.
  public let command: [String]

  /// The option's long name without dashes.
  public let option: String

  /// The value as it would be typed; `yes` or `no` for a flag.
  public let text: String

  /// Its place, for messages: "line 3 of /home/ada/.config/heartcam/config".
  public let origin: String

  /// The option's name with the command's before it: `store list.limit`.
  public var name: String { (command.isEmpty ? "" : command.joined(separator: " ") + ".") + option }

  /// Makes a setting.
  public init(command: [String] = [], option: String, text: String, origin: String) {
    self.command = command
    self.option = option
    self.text = text
    self.origin = origin
  }
}

extension [OptionSetting] {
  /// Returns the setting of an option in a command: the one for the most specific command, and of
  /// several the last. `nil` without one.
  /// - Parameter path: The names down to the command, the program's own first.
  public func setting(
    of option: any OptionDeclaration, in path: [String]
  ) -> OptionSetting? {
    let names = path.dropFirst()
    return filter { $0.option == option.name && names.starts(with: $0.command) }
      .enumerated().max {
        ($0.element.command.count, $0.offset) < ($1.element.command.count, $1.offset)
      }?.element
  }
}

extension OptionDeclaration {
  /// Returns the value of a setting's text; `nil` for a flag that is off.
  public func value(of setting: OptionSetting) throws(InvalidValue) -> (any Sendable)? {
    guard facts.valueName == nil else { return try value(of: setting.text) }
    switch setting.text.lowercased() {
    case "yes", "true", "on": return true
    case "no", "false", "off": return nil
    default: throw InvalidValue("must be yes or no")
    }
  }
}
