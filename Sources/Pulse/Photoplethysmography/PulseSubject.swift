public import VideoFrames

/// The subject in front of the camera, with all its rules: the required picture, the required clarity of its
/// pulse, the signal that a live reader needs, and the messages that report its absence.
///
/// A new subject is a new constant here and its wording.
public struct PulseSubject: Sendable, Equatable {
  /// The stable name.
  public let name: String

  /// Whether the subject is on the lens, so that a camera's exposure is set by its light.
  public let isOnLens: Bool

  /// The pixels that are averaged if colors are combined.
  let selectionWhenCombined: PixelSelection

  /// The rules that its picture must meet before a pulse is searched for.
  let picture: PictureRules

  /// The margin by which the evidence for a pulse must exceed that of noise.
  private(set) var evidenceMargin: EvidenceMargin

  /// The bounds within which its colors must change with the beats; `nil` if they are not
  /// compared.
  let colorSignature: SkinSignature.Bounds?

  /// The seconds of signal that a live reader needs.
  let liveWindows: LiveWindows

  /// The messages that report the subject's absence.
  let wording: Wording

  /// The rules for a picture of the subject.
  struct PictureRules: Sendable, Equatable {
    /// Recognizes a finger by the evenness of the picture; `nil` if the picture need not be even.
    var finger: FingerRule?

    /// The share of the region that must have the color of skin, if skin was searched for; `nil`
    /// if any share is enough.
    var leastSkinShare: Double?

    /// Whether each of the three colors must have light, even if only one is analyzed.
    var needsAllColors: Bool
  }

  /// A margin for colors that are analyzed one by one, and one for combined colors.
  struct EvidenceMargin: Sendable, Equatable {
    var singleColor: Double
    var combined: Double
  }

  /// Seconds of a live reader's two windows: the short one gives the first number.
  struct LiveWindows: Sendable, Equatable {
    var short: Double
    var long: Double
  }

  /// The messages that report the subject's absence.
  struct Wording: Sendable, Equatable {
    /// The reason why a window without the subject has no reading.
    var absence: RefusalReason

    /// The advice to a person in front of a live camera.
    var absenceAdvice: LiveAdvice

    /// The advice if the subject seems to cover a part of the lens.
    var partialAdvice: LiveAdvice

    /// The advice if all colors are near the top of their range.
    var whitePictureAdvice: LiveAdvice
  }

  /// Returns the pixels that are averaged for a selection of channels.
  public func pixelSelection(for channels: ChannelSelection) -> PixelSelection {
    channels.combination == nil ? .all : selectionWhenCombined
  }

  /// The same subject, for which even noise is a candidate: for fitting the highest values of noise.
  package var withoutNoiseBound: PulseSubject {
    var subject = self
    subject.evidenceMargin = EvidenceMargin(singleColor: -.infinity, combined: -.infinity)
    return subject
  }

  /// Returns the margin for a selection of channels.
  func evidenceMargin(for channels: ChannelSelection) -> Double {
    channels.combination == nil ? evidenceMargin.singleColor : evidenceMargin.combined
  }
}

extension PulseSubject {
  /// A fingertip on the lens, whose picture is even.
  public static let fingertip = PulseSubject(
    name: "fingertip", isOnLens: true, selectionWhenCombined: .all,
    picture: PictureRules(finger: .onLens, leastSkinShare: nil, needsAllColors: false),
    evidenceMargin: EvidenceMargin(singleColor: 0, combined: 0), colorSignature: nil,
    liveWindows: LiveWindows(short: 6, long: 10),
    wording: Wording(
      absence: .noFinger, absenceAdvice: .placeFinger, partialAdvice: .coverLens,
      whitePictureAdvice: .tooBright))

  /// Skin that is seen from afar, such as a face. The picture need not be even, but if skin was
  /// searched for, there must be some.
  ///
  /// Skin that is not pressed on the lens moves, and changing light on it makes rhythms. So more
  /// evidence is needed, most if colors are not combined, since movement then remains. The margins
  /// were chosen on simulated faces (`heartcam-bench faces`): without a pulse they get no rate, and
  /// with one hardly any wrong rate. Live windows are longer, since the pulse is weaker. A region
  /// with less than a twentieth of skin has it by chance.
  public static let skin = PulseSubject(
    name: "skin", isOnLens: false, selectionWhenCombined: .skin,
    picture: PictureRules(finger: nil, leastSkinShare: 0.05, needsAllColors: true),
    evidenceMargin: EvidenceMargin(singleColor: 8, combined: 5), colorSignature: .blood,
    liveWindows: LiveWindows(short: 12, long: 20),
    wording: Wording(
      absence: .noSkin, absenceAdvice: .showSkin, partialAdvice: .showSkin,
      whitePictureAdvice: .tooBright))
}
