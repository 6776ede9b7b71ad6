/// What a pulse is taken from: one of the three colours that a camera tells apart, or a combination of
/// them all for skin that is seen from afar.
public enum ColorChannel: String, Sendable, CaseIterable {
  case red, green, blue

  /// The chrominance-based combination of de Haan and Jeanne 2013.
  case chrom

  /// The plane orthogonal to skin of Wang et al. 2017.
  case pos

  /// The three colours themselves.
  public static let colors: [ColorChannel] = [.red, .green, .blue]

  /// How the colours are combined; `nil` for one of them.
  var combination: ColorCombination.Method? {
    switch self {
    case .red, .green, .blue: nil
    case .chrom: .chrominance
    case .pos: .planeOrthogonalToSkin
    }
  }

  /// Where the channel stands in a vector of red, green, blue; a combination stands alone in the first.
  var lane: Int {
    switch self {
    case .red, .chrom, .pos: 0
    case .green: 1
    case .blue: 2
    }
  }
}

/// Which colours the pulse is taken from.
public enum ChannelSelection: Sendable, Equatable {
  /// The colour with the clearest rhythm, chosen anew in each interval.
  case automatic
  case channel(ColorChannel)
}

extension ChannelSelection {
  /// The names that a command line takes: `auto`, `red`, `green`, `blue`, `chrom`, `pos`.
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

  var channels: [ColorChannel] {
    switch self {
    case .automatic: ColorChannel.colors
    case .channel(let channel): [channel]
    }
  }

  /// How the colours are combined; `nil` where each is looked at by itself.
  var combination: ColorCombination.Method? {
    if case .channel(let channel) = self { channel.combination } else { nil }
  }
}
