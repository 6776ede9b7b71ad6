/// A sport, numbered as HealthKit numbers it; a number that has no name here round-trips.
public struct WorkoutActivityType: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let running = WorkoutActivityType(rawValue: 37)
  public static let walking = WorkoutActivityType(rawValue: 52)
  public static let cycling = WorkoutActivityType(rawValue: 13)
  public static let other = WorkoutActivityType(rawValue: 3000)

  /// `HKWorkoutActivityTypeRunning`, as exports write it; `nil` for a number without a name.
  public var name: String? {
    if self == .other { return Self.prefix + "Other" }
    guard Self.names.indices.contains(rawValue - 1) else { return nil }
    let name = Self.names[rawValue - 1]
    return name == "-" ? nil : Self.prefix + name
  }

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
