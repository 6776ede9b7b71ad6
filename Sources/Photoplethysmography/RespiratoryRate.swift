/// Breaths a minute over a recording, with their doubt.
public struct RespiratoryRate: Sendable, Equatable {
  public var breathsPerMinute: Double

  /// The 95 % interval.
  public var low: Double
  public var high: Double

  /// Why there is none.
  public enum Reason: String, Sendable, CaseIterable {
    /// The recording is shorter than one window.
    case tooShort = "too_short"

    /// Too few of its beats are sure, or they follow no rhythm that breathing could sway.
    case tooFewCleanBeats = "too_few_clean_beats"

    /// Breathing does not show, or not alike in intervals, pulse height and light.
    case noAgreement = "no_agreement"
  }

  public enum Outcome: Sendable, Equatable {
    case rate(RespiratoryRate)
    case refused(Reason)
  }

  /// Rates that are looked for. Below 6 the slow waves of blood pressure look the same; at the upper end
  /// a heart that beats less than twice a breath cannot show it.
  public static let rates = 6.0...40.0

  /// Seconds that one look is taken at (Karlen 2013).
  static let window = 32.0

  /// Seconds from one look to the next.
  static let stride = 8.0

  /// The modulations' rates may differ by this standard deviation, in breaths a minute (Karlen 2013).
  static let tolerance = 4.0
}
