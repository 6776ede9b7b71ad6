/// An event for the camera or for the scene before its lens.
enum CameraOrder: Equatable, CustomStringConvertible {
  case scene(FingerLight.Scene)

  /// The next n frames never leave the camera.
  case drop(Int)

  /// The next n frames are truncated.
  case truncate(Int)

  /// The next n frames are random bytes.
  case garbage(Int)

  /// The camera marks the next n frames as faulty.
  case error(Int)

  /// The camera sends nothing for some seconds.
  case stall(Double)

  case unplug

  /// Parses an order such as "nofinger", "drop 5", "stall 2.5" or "unplug".
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    let count = words.count == 2 ? Int(words[1]).flatMap { $0 > 0 ? $0 : nil } : nil
    switch (words.first, words.count, count) {
    case ("drop", 2, let count?): self = .drop(count)
    case ("truncate", 2, let count?): self = .truncate(count)
    case ("garbage", 2, let count?): self = .garbage(count)
    case ("error", 2, let count?): self = .error(count)
    case ("stall", 2, _):
      guard let seconds = Double(words[1]), 0...3600 ~= seconds else { return nil }
      self = .stall(seconds)
    case ("unplug", 1, _): self = .unplug
    case (let word?, 1, _):
      guard let scene = FingerLight.Scene(rawValue: String(word)) else { return nil }
      self = .scene(scene)
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .scene(let scene): scene.rawValue
    case .drop(let count): "drop \(count)"
    case .truncate(let count): "truncate \(count)"
    case .garbage(let count): "garbage \(count)"
    case .error(let count): "error \(count)"
    case .stall(let seconds): "stall \(seconds)"
    case .unplug: "unplug"
    }
  }

  /// Parses an order after its time in seconds, such as "12.5 nofinger".
  static func timed(_ text: String) -> (time: Double, order: CameraOrder)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let time = Double(parts[0]), 0...86_400 ~= time,
      let order = CameraOrder(parts[1])
    else { return nil }
    return (time, order)
  }
}
