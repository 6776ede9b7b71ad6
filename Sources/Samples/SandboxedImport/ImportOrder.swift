import FoundationEssentials
import HealthFormats

/// The order to read a file, for a locked process; the file's descriptor comes with it. It comes
/// from the outer side, which is trusted.
struct ImportOrder: Codable {
  /// The format's name; `nil` to recognize it.
  var format: String?

  /// The hints about the file.
  var hints: ImportHints

  init(format: HealthFormat?, hints: ImportHints) {
    self.format = format?.rawValue
    self.hints = hints
  }

  init?(_ bytes: [UInt8]) {
    guard let order = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = order
  }

  var bytes: [UInt8] { Array((try? JSONEncoder().encode(self)) ?? Data([0])) }
}

/// The outer side's answer when a file beside an export is asked for.
enum CompanionAnswer {
  /// There is no such file. If one was asked for by its name and cannot be opened, the name follows.
  static let missing: UInt8 = 0

  /// The file is open: its descriptor comes with the answer, and its name follows.
  static let opened: UInt8 = 1

  static func bytes(_ kind: UInt8, _ name: String) -> [UInt8] { [kind] + name.utf8 }
}
