/// One of the three colours that a camera tells apart.
public enum ColorChannel: String, Sendable, CaseIterable {
  case red, green, blue

  /// Where the channel stands in a vector of red, green, blue.
  var lane: Int {
    switch self {
    case .red: 0
    case .green: 1
    case .blue: 2
    }
  }
}

/// Which colours the pulse is taken from.
public enum ChannelSelection: Sendable, Equatable {
  /// The channel with the clearest rhythm, chosen anew in each interval.
  case automatic
  case channel(ColorChannel)
}

extension ChannelSelection {
  /// The names that a command line takes: `auto`, `red`, `green`, `blue`.
  public init?(name: String) {
    if name == "auto" {
      self = .automatic
    } else if let channel = ColorChannel(rawValue: name) {
      self = .channel(channel)
    } else {
      return nil
    }
  }

  public static let names = ["auto"] + ColorChannel.allCases.map(\.rawValue)
}
