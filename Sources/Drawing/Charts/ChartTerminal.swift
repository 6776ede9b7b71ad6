/// The abilities of a terminal.
public struct ChartTerminal: Hashable, Sendable {
  /// The characters that make up a picture.
  public enum Characters: Hashable, Sendable {
    /// Braille dots and blocks: eight dots a character.
    case unicode

    /// Letters and signs of ASCII.
    case ascii
  }

  /// The form in which colors are written.
  public enum Colors: Hashable, Sendable {
    case none, ansi16, ansi256, trueColor
  }

  public var columns: Int
  public var rows: Int
  public var characters: Characters
  public var colors: Colors
  public var isDark: Bool

  public init(
    columns: Int = 80, rows: Int = 20, characters: Characters = .unicode, colors: Colors = .none,
    isDark: Bool = true
  ) {
    (self.columns, self.rows, self.characters, self.colors) = (columns, rows, characters, colors)
    self.isDark = isDark
  }
}

/// The protocol by which a terminal takes pictures of pixels.
public enum ChartTerminalImage: Hashable, Sendable {
  /// The graphics protocol of kitty, which some others have too.
  case kitty

  /// Sixel, as the VT340 had it.
  case sixel
}
