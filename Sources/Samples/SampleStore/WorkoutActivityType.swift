/// A sport, numbered as in HealthKit. A number without a name here is kept as it is.
public struct WorkoutActivityType: RawRepresentable, Hashable, Sendable {
  /// HealthKit's number.
  public let rawValue: Int

  /// Creates the sport of a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Running.
  public static let running = WorkoutActivityType(rawValue: 37)

  /// Walking.
  public static let walking = WorkoutActivityType(rawValue: 52)

  /// Cycling.
  public static let cycling = WorkoutActivityType(rawValue: 13)

  /// An activity that has no specific number.
  public static let other = WorkoutActivityType(rawValue: 3000)

  /// The name as exports write it, such as `HKWorkoutActivityTypeRunning`; `nil` for a number
  /// without a name.
  public var name: String? {
    if self == .other { return Self.prefix + "Other" }
    guard Self.names.indices.contains(rawValue - 1) else { return nil }
    let name = Self.names[rawValue - 1]
    return name == "-" ? nil : Self.prefix + name
  }

  /// Its name alone, such as `Running`, or its number: "activity 81".
  package var shortName: String {
    name.map { String($0.dropFirst(Self.prefix.count)) } ?? "activity \(rawValue)"
  }

  /// Creates the sport of a name; `nil` for an unknown name.
  public init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    let short = name.dropFirst(Self.prefix.count)
    if short == "Other" {
      self = .other
    } else if let index = Self.names.firstIndex(where: { $0 == short }) {
      self.init(rawValue: index + 1)
    } else {
      return nil
    }
  }

  private static let prefix = "HKWorkoutActivityType"

  /// From number 1 on; nothing has number 81.
  private static let names: [Substring] =
    """
    AmericanFootball Archery AustralianFootball Badminton Baseball Basketball Bowling Boxing Climbing \
    Cricket CrossTraining Curling Cycling Dance DanceInspiredTraining Elliptical EquestrianSports \
    Fencing Fishing FunctionalStrengthTraining Golf Gymnastics Handball Hiking Hockey Hunting Lacrosse \
    MartialArts MindAndBody MixedMetabolicCardioTraining PaddleSports Play PreparationAndRecovery \
    Racquetball Rowing Rugby Running Sailing SkatingSports SnowSports Soccer Softball Squash \
    StairClimbing SurfingSports Swimming TableTennis Tennis TrackAndField TraditionalStrengthTraining \
    Volleyball Walking WaterFitness WaterPolo WaterSports Wrestling Yoga Barre CoreTraining \
    CrossCountrySkiing DownhillSkiing Flexibility HighIntensityIntervalTraining JumpRope Kickboxing \
    Pilates Snowboarding Stairs StepTraining WheelchairWalkPace WheelchairRunPace TaiChi MixedCardio \
    HandCycling DiscSports FitnessGaming CardioDance SocialDance Pickleball Cooldown - \
    SwimBikeRun Transition UnderwaterDiving
    """.split(separator: " ")
}
