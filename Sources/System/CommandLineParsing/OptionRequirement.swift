/// An option that has a meaning only beside another one: a speed for a replay.
public struct OptionRequirement: Sendable {
  /// The option that needs another.
  public let option: any OptionDeclaration

  /// The options, one of which must be given.
  public let others: [any OptionDeclaration]

  /// Declares that an option needs one of some others.
  public init(_ option: any OptionDeclaration, needs others: any OptionDeclaration...) {
    self.option = option
    self.others = others
  }
}
