import SignalProcessing

/// How the three colours go along with the beats that were found in skin seen from afar: whether blood
/// moves them, or the light.
///
/// Blood takes away most green and least red (de Haan and van Leest 2014, "Improved motion robustness of
/// remote-PPG by using the blood volume pulse signature": 0.33, 0.77, 0.53 of their levels). Movement in
/// a lamp's light takes as much of each, its gloss most of blue. What is read are the mean beats, in which
/// movement of another rhythm averages out.
struct SkinSignature {
  /// What one of the pulse's signal goes along with in red, green and blue, as shares of their levels.
  private let parts: SIMD4<Double>

  /// How alike the mean beat is to itself half or a third of it later, whichever is more; up to 1.
  private let repetition: Double

  /// Whether enough beats were seen whole.
  private let isKnown: Bool

  /// Places in a beat at which beats are averaged.
  private static let places = 24

  /// How much of a combined signal the mean of the colours has. A remainder of movement is a small part of
  /// the movement itself, or goes along with it not at all; of blood the colours have 0.6 to 1.1 of what
  /// the plane orthogonal to skin has, half of what chrominance has.
  private static func light(_ method: ColorCombination.Method) -> ClosedRange<Double> {
    switch method {
    case .planeOrthogonalToSkin: 0.15...3
    case .chrominance: 0.15...1
    }
  }

  /// A beat's diastole is unlike its systole.
  private static let mostRepetition = 0.4

  /// Red and blue beside green, at most: midway between blood and what changes all colours alike.
  private static let mostRed = 0.72
  private static let mostBlue = 0.95

  /// - Parameters:
  ///   - colors: The levels of red, green and blue on an even grid.
  ///   - signal: What the pulse was found in there, about a level of its own.
  ///   - beats: In samples.
  init(colors: [[Double]], signal: [Double], beats: [Double]) {
    let steps = zip(beats, beats.dropFirst()).map { $1 - $0 }
    var sizes = steps
    guard let usual = sizes.selectMedian() else {
      (parts, repetition, isKnown) = (.zero, 0, false)
      return
    }
    let courses = (colors + [signal]).map { LevelCourse($0, width: usual) }
    var mean = [SIMD4<Double>](repeating: .zero, count: Self.places)
    var cut = mean
    var seen = 0
    for index in steps.indices where steps[index] < 1.6 * usual {
      for place in cut.indices {
        let position = beats[index] + Double(place) * steps[index] / Double(Self.places)
        for lane in courses.indices {
          let light = courses[lane].light(at: position)
          cut[place][lane] = light.deviation / max(light.mean, 1)
        }
      }
      guard cut.allSatisfy({ !$0.sum().isNaN }) else { continue }
      for place in mean.indices { mean[place] += cut[place] }
      seen += 1
    }
    var (products, power) = (SIMD4<Double>.zero, 0.0)
    for value in mean {
      products += value * value[3]
      power += value[3] * value[3]
    }
    isKnown = seen >= 3 && power > 0
    parts = isKnown ? products / power : .zero
    let likenesses = [Self.places / 2, Self.places / 3].map { shift in
      mean.indices.reduce(0) { sum, place in
        sum + mean[place][3] * mean[(place + shift) % Self.places][3]
      }
    }
    repetition = isKnown ? max(likenesses[0], likenesses[1]) / power : 0
  }

  /// Whether what was taken for one beat may be two or three, which movement has made unlike.
  var isManifold: Bool { repetition > Self.mostRepetition }

  /// Whether blood explains the beats.
  /// - Parameter method: How the colours were combined so that movement cancels; `nil` for one of them.
  func isBlood(in method: ColorCombination.Method?) -> Bool {
    guard isKnown else { return false }
    if let method {
      return Self.light(method).contains((parts[0] + parts[1] + parts[2]) / 3)
    }
    return parts[1] > 0 && parts[0] <= Self.mostRed * parts[1]
      && parts[2] <= Self.mostBlue * parts[1]
  }
}
