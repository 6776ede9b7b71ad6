/// An argument known by its place: `INPUT...`.
///
/// The constant that declares it also reads it back: `arguments[shell]`, `arguments.all(inputs)`.
public struct Positional<Value: Sendable>: PositionalDeclaration {
  public let name: String
  public let count: PositionalCount
  public let help: String
  private let reader: ValueReader<Value>

  public init(
    _ name: String, _ reader: ValueReader<Value>, count: PositionalCount = .exactlyOne,
    help: String
  ) {
    self.name = name
    self.reader = reader
    self.count = count
    self.help = help
  }

  public var completion: CompletionKind { reader.completion }

  public func value(of text: String) throws(InvalidValue) -> any Sendable {
    try reader.read(text)
  }
}
