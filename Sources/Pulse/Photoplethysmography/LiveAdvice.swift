/// Advice for a person in front of a live camera.
public enum LiveAdvice: Sendable, Equatable {
  /// No frames have come yet.
  case waiting

  /// The lens is uncovered.
  case placeFinger

  /// Only a part of the lens is covered.
  case coverLens

  /// There is too little light.
  case tooDark

  /// The picture is at the top of its range.
  case tooBright

  /// The finger moves too much.
  case holdStill

  /// The camera sends so few frames per second that beats are hard to place.
  case slowFrames(rate: Double)

  /// There is no visible fault, but there has been no pulse for a while: a pressed finger has none.
  case pressLess

  /// There is hardly any skin in the picture, or a color is missing.
  case showSkin

  /// All is well; the first rate comes in about this many seconds.
  case measuring(seconds: Double)

  /// There is a rate.
  case measured

  /// Whether no pulse can be seen now, so that a rate that was shown is no longer valid.
  public var invalidatesRate: Bool {
    switch self {
    case .waiting, .placeFinger, .coverLens, .tooDark, .tooBright, .showSkin: true
    case .holdStill, .slowFrames, .pressLess, .measuring, .measured: false
    }
  }

  /// The stable name in machine-readable output.
  public var name: String {
    switch self {
    case .waiting: "waiting"
    case .placeFinger: "place_finger"
    case .coverLens: "cover_lens"
    case .tooDark: "too_dark"
    case .tooBright: "too_bright"
    case .holdStill: "hold_still"
    case .slowFrames: "slow_frames"
    case .pressLess: "press_less"
    case .showSkin: "show_skin"
    case .measuring: "measuring"
    case .measured: "measured"
    }
  }

  /// A sentence for a person.
  public var text: String {
    switch self {
    case .waiting: "waiting for the camera's pictures"
    case .placeFinger: "place a fingertip on the lens"
    case .coverLens: "cover the whole lens"
    case .tooDark: "too dark: put the finger nearer to a light"
    case .tooBright: "too bright: press less, or turn away from the light"
    case .holdStill: "hold still"
    case .slowFrames(let rate):
      "the frame rate fell to \(Int(rate.rounded())): more light or less load helps"
    case .pressLess: "no pulse yet: press less, and keep the finger warm"
    case .showSkin: "no skin in sight: light it with white light"
    case .measuring: "measuring, hold still"
    case .measured: "measuring"
    }
  }
}
