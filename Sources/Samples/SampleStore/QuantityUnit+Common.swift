extension QuantityUnit {
  /// A number of things, of dimension one.
  public static let count = known("count")

  /// A share of one: 97% is 0.97.
  public static let percent = known("%")

  /// A second.
  public static let second = known("s")

  /// A thousandth of a second.
  public static let millisecond = known("ms")

  /// Sixty seconds.
  public static let minute = known("min")

  /// A meter.
  public static let meter = known("m")

  /// 1000 calories of 4.184 J.
  public static let kilocalorie = known("kcal")

  /// A pressure of 133.322387415 Pa.
  public static let millimeterOfMercury = known("mmHg")

  /// A temperature on the Celsius scale.
  public static let degreeCelsius = known("degC")

  /// Beats or breaths per minute.
  public static let countPerMinute = known("count/min")

  /// HealthKit's canonical unit of heart rate.
  public static let countPerSecond = known("count/s")

  /// Sound pressure level, A-weighted.
  public static let decibelAWeightedSoundPressureLevel = known("dBASPL")

  /// Returns a unit of our own tables: an unreadable one is our mistake.
  static func known(_ text: String) -> QuantityUnit {
    do {
      return try QuantityUnit(text)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
