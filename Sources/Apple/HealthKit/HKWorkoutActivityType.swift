internal import SampleStore

/// The sport of a workout. A number of a later version is read as `other`; the store keeps the
/// number.
public enum HKWorkoutActivityType: UInt, Sendable, CaseIterable {
  case americanFootball = 1
  case archery, australianFootball, badminton, baseball, basketball, bowling, boxing, climbing
  case cricket, crossTraining, curling, cycling, dance, danceInspiredTraining, elliptical
  case equestrianSports, fencing, fishing, functionalStrengthTraining, golf, gymnastics, handball
  case hiking, hockey, hunting, lacrosse, martialArts, mindAndBody, mixedMetabolicCardioTraining
  case paddleSports, play, preparationAndRecovery, racquetball, rowing, rugby, running, sailing
  case skatingSports, snowSports, soccer, softball, squash, stairClimbing, surfingSports, swimming
  case tableTennis, tennis, trackAndField, traditionalStrengthTraining, volleyball, walking
  case waterFitness, waterPolo, waterSports, wrestling, yoga, barre, coreTraining
  case crossCountrySkiing, downhillSkiing, flexibility, highIntensityIntervalTraining, jumpRope
  case kickboxing, pilates, snowboarding, stairs, stepTraining, wheelchairWalkPace
  case wheelchairRunPace, taiChi, mixedCardio, handCycling, discSports, fitnessGaming, cardioDance
  case socialDance, pickleball, cooldown
  case swimBikeRun = 82
  case transition, underwaterDiving
  case other = 3000
}

extension HKWorkoutActivityType {
  init(_ activity: WorkoutActivityType) {
    self = Self(rawValue: UInt(max(0, activity.rawValue))) ?? .other
  }
}
