public import Foundation

/// The greatest whole number, which Foundation names so on Apple's systems.
public let NSIntegerMax = Int.max

/// The least whole number.
public let NSIntegerMin = Int.min

/// A picture by its name. There is no asset catalogue and no screen: a terminal shows the name.
public final class UIImage: NSObject, Sendable {
  /// The name that it was asked for by; empty for none.
  public let name: String

  public override init() { name = "" }

  private init(_ name: String) { self.name = name }

  public convenience init?(named name: String) { self.init(name) }
  public convenience init?(systemName name: String) { self.init(name) }
  public convenience init?(contentsOfFile path: String) { self.init(path) }

  /// How a picture is drawn, which has no meaning for a name.
  public enum RenderingMode: Int, Sendable {
    case automatic, alwaysOriginal, alwaysTemplate
  }

  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }

  public override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.name == name }
  public override var hash: Int { name.hashValue }

  /// What is shown for it; `nil` for a picture without a name.
  var line: String? { name.isEmpty ? nil : "[picture: \(name)]" }
}

/// A color by its parts, from 0 to 1.
public final class UIColor: NSObject, Sendable {
  public let (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat)

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  public static let black = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
  public static let white = UIColor(red: 1, green: 1, blue: 1, alpha: 1)
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  public static let systemBlue = UIColor(red: 0, green: 122.0 / 255, blue: 1, alpha: 1)

  /// What a terminal shows for it: `[color #F4D0B0]`.
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

/// Which letters a phone makes capital.
public enum UITextAutocapitalizationType: Int, Sendable {
  case none, words, sentences, allCharacters
}

/// Whether a phone corrects what is typed.
public enum UITextAutocorrectionType: Int, Sendable {
  case `default`, no, yes
}

/// Whether a phone marks misspelt words.
public enum UITextSpellCheckingType: Int, Sendable {
  case `default`, no, yes
}

/// Which keys a phone shows.
public enum UIKeyboardType: Int, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad
}

/// What a text is, for a phone that fills it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let URL = Self(rawValue: "url")
  public static let name = Self(rawValue: "name")
  public static let givenName = Self(rawValue: "given-name")
  public static let familyName = Self(rawValue: "family-name")
  public static let emailAddress = Self(rawValue: "email")
  public static let telephoneNumber = Self(rawValue: "tel")
  public static let postalCode = Self(rawValue: "postal-code")
  public static let username = Self(rawValue: "username")
  public static let password = Self(rawValue: "password")
  public static let newPassword = Self(rawValue: "new-password")
}
