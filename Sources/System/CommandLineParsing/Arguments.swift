/// The values that a command line gave, read back by the constants that declared them.
public struct Arguments: Sendable {
  /// The names from the program down to the command to run: `["heartcam", "store", "list"]`.
  public internal(set) var commandPath: [String]

  fileprivate var optionValues: [String: [any Sendable]] = [:]
  fileprivate var positionalValues: [String: [any Sendable]] = [:]

  init(commandPath: [String]) {
    self.commandPath = commandPath
  }

  mutating func add(_ value: any Sendable, to option: any OptionDeclaration) {
    optionValues[option.name, default: []].append(value)
  }

  mutating func remove(_ option: any OptionDeclaration) { optionValues[option.name] = nil }

  mutating func add(_ value: any Sendable, to positional: any PositionalDeclaration) {
    positionalValues[positional.name, default: []].append(value)
  }
}

/// Something that has a command line's values, from which they are read.
public protocol HasArguments {
  /// The values.
  var arguments: Arguments { get }
}

extension Arguments: HasArguments {
  /// Itself.
  public var arguments: Arguments { self }
}

extension HasArguments {
  /// The option's value, the last one if it was given several times; `nil` if it was not given.
  public subscript<Value>(option: Option<Value>) -> Value? { all(option).last }

  /// The option's value, the last one if it was given several times; its default if it was not given.
  public subscript<Value>(option: DefaultedOption<Value>) -> Value {
    all(option).last ?? option.defaultValue
  }

  /// Whether the flag was given.
  public subscript(flag: Flag) -> Bool { isGiven(flag) }

  /// The argument's value, the first of a repeated one; `nil` if it was not given.
  public subscript<Value>(positional: Positional<Value>) -> Value? { all(positional).first }

  /// Returns every value of a repeated option, in the order given.
  public func all<Value>(_ option: Option<Value>) -> [Value] {
    typed(arguments.optionValues[option.name], of: option.name)
  }

  /// Returns every value of a repeated option, in the order given; none if it was not given.
  public func all<Value>(_ option: DefaultedOption<Value>) -> [Value] {
    typed(arguments.optionValues[option.name], of: option.name)
  }

  /// Returns every value of a repeated argument, in the order given.
  public func all<Value>(_ positional: Positional<Value>) -> [Value] {
    typed(arguments.positionalValues[positional.name], of: positional.name)
  }

  /// Returns the value of an argument declared as `exactlyOne` or `oneOrMore`, which parsing has made sure of.
  public func required<Value>(_ positional: Positional<Value>) -> Value {
    guard let value = self[positional] else {
      preconditionFailure(
        "\(positional.name) is not a required argument of \(arguments.commandPath)")
    }
    return value
  }

  /// Returns whether an option or a flag was given.
  public func isGiven(_ option: any OptionDeclaration) -> Bool {
    arguments.optionValues[option.name] != nil
  }

  private func typed<Value>(_ values: [any Sendable]?, of name: String) -> [Value] {
    (values ?? []).map { value in
      guard let value = value as? Value else {
        preconditionFailure("\(name) is declared as \(type(of: value)), read as \(Value.self)")
      }
      return value
    }
  }
}
