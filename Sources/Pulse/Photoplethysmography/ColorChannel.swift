package import VideoFrames

/// The signal that a pulse is measured from: one of the three colors, or a combination of them for
/// skin that is seen from afar.
public enum ColorChannel: String, Sendable, CaseIterable, Codable {
  /// One of the three colors of a camera.
  case red, green, blue

  /// The chrominance-based combination of de Haan and Jeanne 2013.
  case chrom

  /// The plane orthogonal to skin of Wang et al. 2017.
  case pos

  /// The three colors themselves.
  public static let colors: [ColorChannel] = [.red, .green, .blue]

  /// The combination of the colors; `nil` for one of them.
  var combination: ColorCombination.Method? {
    switch self {
    case .red, .green, .blue: nil
    case .chrom: .chrominance
    case .pos: .planeOrthogonalToSkin
    }
  }

  /// Whether colors are combined, as for skin seen from afar. Such a signal has no level, and its
  /// beats are placed less exactly.
  public var isCombination: Bool { combination != nil }

  /// Returns a combination of colors as it is searched for a pulse: in percent around 100, and less with more blood.
  /// `nil` for a color.
  /// - Parameters:
  ///   - times: In seconds, rising.
  ///   - colors: Red, green and blue at each of those times.
  package func combined(times: [Double], colors: [RGB]) -> [Double]? {
    combination.map { method in
      var combination = ColorCombination()
      return combination.signal(by: method, times: times[...], colors: colors[...]).values
    }
  }

  /// The color of the channel; `nil` for a combination.
  var component: RGB.Component? {
    switch self {
    case .red: .red
    case .green: .green
    case .blue: .blue
    case .chrom, .pos: nil
    }
  }
}

/// The choice of the colors that the pulse is measured from.
public enum ChannelSelection: Sendable, Equatable {
  /// The color with the clearest rhythm, chosen again in each interval.
  case automatic

  /// This channel only.
  case channel(ColorChannel)
}

extension ChannelSelection {
  /// Creates the selection with one of `names`: `auto`, `red`, `green`, `blue`, `chrom`, `pos`.
  /// `nil` for another name.
  public init?(name: String) {
    if name == "auto" {
      self = .automatic
    } else if let channel = ColorChannel(rawValue: name) {
      self = .channel(channel)
    } else {
      return nil
    }
  }

  /// The names of all selections: `auto`, then those of the channels.
  public static let names = ["auto"] + ColorChannel.allCases.map(\.rawValue)

  var channels: [ColorChannel] {
    switch self {
    case .automatic: ColorChannel.colors
    case .channel(let channel): [channel]
    }
  }

  /// The combination of the colors; `nil` if each is analyzed by itself.
  var combination: ColorCombination.Method? {
    if case .channel(let channel) = self { channel.combination } else { nil }
  }
}
