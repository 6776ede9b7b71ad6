public import Foundation

/// The largest integer, with Foundation's name on Apple's systems.
public let NSIntegerMax = Int.max

/// A picture by its name. There is no asset catalog and no screen: a terminal shows the name.
public final class UIImage: NSObject, Sendable {
  /// The name that it was asked for by; empty for none.
  public let name: String

  public override init() { name = "" }

  private init(_ name: String) { self.name = name }

  public convenience init?(named name: String) { self.init(name) }
  public convenience init?(systemName name: String) { self.init(name) }
  public convenience init?(contentsOfFile path: String) { self.init(path) }

  /// The rendering mode of a picture, which has no meaning for a name.
  public enum RenderingMode: Int, Sendable {
    case automatic, alwaysOriginal, alwaysTemplate
  }

  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }

  public override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.name == name }
  public override var hash: Int { name.hashValue }

  /// The text shown for it; `nil` for a picture without a name.
  var line: String? { name.isEmpty ? nil : "[picture: \(name)]" }
}

/// A color by its parts, from 0 to 1.
public final class UIColor: NSObject, Sendable {
  public let (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat)

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let systemBlue = UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1)

  /// The text that a terminal shows for it: `[color #F4D0B0]`.
  var line: String {
    let parts = [red, green, blue].map {
      String(format: "%02X", Int((min(max($0, 0), 1) * 255).rounded()))
    }
    return "[color #\(parts.joined())]"
  }
}

/// Distances from the edges of a picture.
public struct UIEdgeInsets: Sendable {
  public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {}
}

// MARK: - Keyboards

// A terminal has one keyboard and corrects nothing. These are kept.

/// The letters that a phone capitalizes.
public enum UITextAutocapitalizationType: Int, Sendable {
  case none, words, sentences, allCharacters
}

/// Whether a phone corrects or marks typed text.
public enum UITextAutocorrectionType: Int, Sendable {
  case `default`, no, yes
}

/// Whether a phone marks misspelt words.
public typealias UITextSpellCheckingType = UITextAutocorrectionType

/// The meaning of a text, for a phone that fills it in or shows the keys for it.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let `default` = Self(rawValue: "")
  public static let URL = Self(rawValue: "url")
  public static let emailAddress = Self(rawValue: "email")
  public static let password = Self(rawValue: "password")
}

/// The keys that a phone shows.
public typealias UIKeyboardType = UITextContentType
