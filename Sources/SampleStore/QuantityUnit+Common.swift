extension QuantityUnit {
  public static let count = known("count")
  public static let percent = known("%")
  public static let second = known("s")
  public static let millisecond = known("ms")
  public static let minute = known("min")
  public static let meter = known("m")
  public static let kilocalorie = known("kcal")
  public static let millimeterOfMercury = known("mmHg")
  public static let degreeCelsius = known("degC")
  public static let kilogram = known("kg")

  /// Beats or breaths per minute.
  public static let countPerMinute = known("count/min")

  /// HealthKit's canonical unit of heart rate.
  public static let countPerSecond = known("count/s")

  /// Sound pressure level, A-weighted.
  public static let decibelAWeightedSoundPressureLevel = known("dBASPL")

  /// A unit of our own tables: what cannot be read there is our mistake.
  static func known(_ text: String) -> QuantityUnit {
    do {
      return try QuantityUnit(text)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
