import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import SampleSelection
import Simulation

/// The options of `heartcam simulate`.
enum SimulateOptions {
  private static let percent = ValueReader<Double>.number(in: 0...100)

  static let output = Positional(
    "OUTPUT", .file(extensions: ["mp4", "mkv", "webm", "avi", "mov", "csv"]),
    help: """
      The file to make. A name that ends in .csv becomes a color signal, any other a video in the \
      container of its name.
      """)

  static let duration = DefaultedOption(
    "duration", .number(in: 0.001...86_400), value: "SECONDS", help: "Length.", default: 30)
  static let frameRate = DefaultedOption(
    "fps", .number(in: 1...1000), value: "N", help: "Frames per second.", default: 30)
  static let size = DefaultedOption(
    "size", sizeReader, value: "WxH", help: "Size of the picture.",
    default: (width: 320, height: 240))
  static let codec = Option(
    "codec", .text, value: "NAME",
    help: "Any video encoder or codec of FFmpeg: h264, hevc, vp9, mjpeg, ffv1, ...",
    default: "h264 if this FFmpeg has its encoder, else mjpeg; or the container's")
  static let pixelFormat = Option(
    "pixel-format", .text, value: "NAME", help: "A pixel format of FFmpeg that the codec takes.",
    default: "yuv420p; yuvj420p for mjpeg")
  static let encoderOptions = Option(
    "encoder-option", keyValue, value: "KEY=VALUE",
    help: "An option of the encoder, as in crf=18; may be repeated.")
  static let seed = DefaultedOption(
    "seed", .integer(in: 0...Int.max), value: "N",
    help: "The same seed makes the same file.", default: 1)
  static let start = DefaultedOption(
    "start", StoreTypes.date, value: "DATE", help: "The date of the recording in its metadata.",
    default: Date(timeIntervalSince1970: 1_769_850_000))

  private static let rate = ValueReader<Double>.number(in: HeartRateProfile.rates)
  static let beatsPerMinute = DefaultedOption(
    "bpm", rate, value: "RATE", help: "Heart rate in beats per minute.", default: 72)
  static let rampTo = Option(
    "ramp-to", rate, value: "RATE", help: "Change evenly to this rate until the end.")
  static let stepTo = Option("step-to", rate, value: "RATE", help: "Jump to this rate.")
  static let stepAt = Option(
    "step-at", .number(in: 0...86_400), value: "SECONDS", help: "When to jump.",
    default: "half of the length")
  static let respiration = DefaultedOption(
    "respiration", percent, value: "PERCENT", help: "How far breathing moves the rate.",
    default: 3)
  static let breathing = Option(
    "breathing", .number(in: 1...60), value: "RATE",
    help: """
      Breaths per minute. Given, the light sways with them by --breathing-light too, and \
      NAME.breaths.csv gives their times.
      """, default: "14")
  static let breathingLight = Option(
    "breathing-light", percent, value: "PERCENT",
    help: "How far breathing moves the light.", default: "0.2 with --breathing, else 0")
  static let jitter = DefaultedOption(
    "jitter", .number(in: 0...20), value: "PERCENT",
    help: "Standard deviation of each interval beyond that.", default: 0.5)
  static let irregular = DefaultedOption(
    "irregular", .number(in: 0...40), value: "PERCENT",
    help: "Intervals that follow no rhythm: their standard deviation.", default: 0)
  static let ectopics = DefaultedOption(
    "ectopics", .number(in: 0...50), value: "PERCENT", help: "Beats that come early and weak.",
    default: 0)
  static let ectopicEvery = Option(
    "ectopic-every", .integer(in: 2...100), value: "N",
    help: "Every Nth beat comes early and weak: 2 is bigeminy.")

  static let scene = DefaultedOption(
    "scene", .choice as ValueReader<Scenario.Scene>,
    help: "The subject of the picture; all but finger and face have no pulse.", default: .finger)
  static let levels = Option(
    "levels", tripleReader(0...1000), value: "R,G,B",
    help: "Mean levels, 0 to 255; above that the picture is clipped.",
    default: "210,60,45; 186,132,112 for a face")
  static let pulse = Option(
    "pulse", tripleReader(0...50), value: "R,G,B", help: "Height of the pulse in percent of them.",
    default: "1.2,3,1.5; 0.17,0.4,0.28 for a face")
  static let noise = DefaultedOption(
    "noise", .number(in: 0...100), value: "LEVELS", help: "Noise of each pixel.", default: 3)
  static let vignetting = DefaultedOption(
    "vignetting", percent, value: "PERCENT", help: "How much darker the corners are.",
    default: 35)
  static let drift = DefaultedOption(
    "drift", percent, value: "PERCENT", help: "Slow changes of the light.", default: 1)
  static let exposureSteps = DefaultedOption(
    "exposure-steps", .number(in: 0...600), value: "N", help: "Jumps of the exposure a minute.",
    default: 0)
  static let motion = DefaultedOption(
    "motion", .number(in: 0...600), value: "N", help: "Bursts of movement a minute.", default: 0)
  static let sway = DefaultedOption(
    "sway", .number(in: 0...20), value: "PERCENT",
    help: "How far a face moves, of the picture's width; the light on it changes as much.",
    default: 1)
  static let fingerOff = Option(
    "finger-off", rangeReader, value: "FROM-TO",
    help: "Seconds without a finger; may be repeated.")
  static let timeJitter = DefaultedOption(
    "time-jitter", percent, value: "PERCENT",
    help: "Standard deviation of frame times, of a frame's length.", default: 0)
  static let dropped = DefaultedOption(
    "dropped", .number(in: 0...90), value: "PERCENT", help: "Frames that are missing.",
    default: 0)

  static let shape = DefaultedOption(
    "shape", .choice as ValueReader<PulseWaveform.Shape>, help: "The shape of a beat.",
    default: .usual)
  static let combJump = Option(
    "comb", tripleReader(-50...50), value: "R,G,B",
    help: "Jump of each color at a codec's key frames, in levels.", default: "0,0,0")
  static let combPeriod = DefaultedOption(
    "comb-every", .integer(in: 2...1000), value: "N", help: "Frames from key frame to key frame.",
    default: 30)
  static let encodingNoise = DefaultedOption(
    "encoding-noise", .number(in: 0...20), value: "LEVELS",
    help: "Error that an encoder leaves in each frame's mean.", default: 0)
  static let exposureHunting = DefaultedOption(
    "exposure-hunting", percent, value: "PERCENT",
    help: "Steps of an automatic exposure that does not settle.", default: 0)
  static let whiteBalanceHunting = DefaultedOption(
    "white-balance-hunting", percent, value: "PERCENT",
    help: "Steps of an automatic white balance that does not settle: red against blue.",
    default: 0)
  static let huntingRate = DefaultedOption(
    "hunting-rate", .number(in: 1...600), value: "RATE", help: "Their swings a minute.",
    default: 40)
  static let slowSway = DefaultedOption(
    "slow-sway", percent, value: "PERCENT",
    help: "A slow sway of the light with strong harmonics, as breathing makes it.", default: 0)
  static let slowSwayRate = DefaultedOption(
    "slow-sway-rate", .number(in: 1...60), value: "RATE", help: "Its swings a minute.",
    default: 18)
  static let movement = DefaultedOption(
    "movement", percent, value: "PERCENT",
    help: "Light that changes without a rhythm all the time, as a finger moves.", default: 0)
  static let cadence = DefaultedOption(
    "cadence", percent, value: "PERCENT",
    help: "Light that changes with each step of a walk, the same in all colors.", default: 0)
  static let cadenceRate = DefaultedOption(
    "cadence-rate", .number(in: 10...300), value: "RATE", help: "Steps per minute.", default: 110)
  static let ripple = DefaultedOption(
    "ripple", percent, value: "PERCENT",
    help: "A brightness that pulsates smoothly, as of water or a lamp.", default: 0)
  static let rippleRate = DefaultedOption(
    "ripple-rate", .number(in: 1...600), value: "RATE", help: "Its waves a minute.", default: 70)
  static let stalls = DefaultedOption(
    "stalls", .number(in: 0...600), value: "N",
    help: "Stalls a minute in which a phone loses three to ten frames.", default: 0)

  static let all: [any OptionDeclaration] = [
    beatsPerMinute, duration, rampTo, scene, motion, breathing, frameRate, seed, start,
    CommonOptions.force, size, codec, pixelFormat, encoderOptions, stepTo, stepAt, respiration,
    breathingLight, jitter, irregular, ectopics, ectopicEvery, levels, pulse, noise, vignetting,
    drift, exposureSteps, sway, fingerOff, timeJitter, dropped,
    shape, combJump, combPeriod, encodingNoise, exposureHunting, whiteBalanceHunting, huntingRate,
    slowSway, slowSwayRate, movement, cadence, cadenceRate, ripple, rippleRate, stalls,
  ]

  /// Options that have a meaning only beside others.
  static let requirements: [OptionRequirement] = [
    OptionRequirement(stepAt, needs: stepTo), OptionRequirement(combPeriod, needs: combJump),
    OptionRequirement(huntingRate, needs: exposureHunting, whiteBalanceHunting),
    OptionRequirement(slowSwayRate, needs: slowSway),
    OptionRequirement(cadenceRate, needs: cadence),
    OptionRequirement(rippleRate, needs: ripple), OptionRequirement(sway, needs: scene),
  ]

  /// Returns the scenario that the arguments describe.
  static func scenario(_ context: CommandContext) -> Scenario {
    var scenario = Scenario(context[scene])
    scenario.duration = context[duration]
    scenario.frameRate = context[frameRate]
    scenario.seed = UInt64(context[seed])
    let rate = context[beatsPerMinute]
    let course: HeartRateProfile.Course =
      if let end = context[rampTo] {
        .ramp(from: rate, to: end)
      } else if let end = context[stepTo] {
        .step(from: rate, to: end, at: context[stepAt] ?? scenario.duration / 2)
      } else {
        .constant(rate)
      }
    var heart = HeartRateProfile(course)
    heart.respiratoryDepth = context[respiration] / 100
    heart.jitter = context[jitter] / 100
    heart.breathingRate = context[breathing] ?? heart.breathingRate
    heart.irregularity = context[irregular] / 100
    heart.ectopicShare = context[ectopics] / 100
    heart.ectopicPeriod = context[ectopicEvery] ?? 0
    scenario.heart = heart
    scenario.levels = context[levels] ?? scenario.levels
    scenario.perfusion = context[pulse].map { $0 * 0.01 } ?? scenario.perfusion
    scenario.breathingLight =
      context[breathingLight].map { $0 / 100 } ?? (context[breathing] == nil ? 0 : 0.002)
    scenario.fingerOff = context.all(fingerOff)
    scenario.waveform = context[shape]
    scenario.disturbances.keyFrameJump = context[combJump] ?? .zero
    scenario.disturbances.keyFramePeriod = context[combPeriod]
    for (option, value) in shares { scenario[keyPath: value] = context[option] / 100 }
    for (option, value) in numbers { scenario[keyPath: value] = context[option] }
    return scenario
  }

  private typealias Target = (DefaultedOption<Double>, WritableKeyPath<Scenario, Double>)

  /// Options in percent for shares of the scenario.
  private static var shares: [Target] {
    [
      (vignetting, \.vignetting), (drift, \.drift), (sway, \.sway), (timeJitter, \.timeJitter),
      (dropped, \.droppedShare), (exposureHunting, \.disturbances.exposureHunting),
      (whiteBalanceHunting, \.disturbances.whiteBalanceHunting),
      (slowSway, \.disturbances.slowSway), (movement, \.disturbances.movement),
      (cadence, \.disturbances.cadence), (ripple, \.disturbances.ripple),
    ]
  }

  /// Options whose number is the scenario's.
  private static var numbers: [Target] {
    [
      (noise, \.sensorNoise), (exposureSteps, \.exposureStepsPerMinute),
      (motion, \.motionBurstsPerMinute), (encodingNoise, \.disturbances.encodingNoise),
      (huntingRate, \.disturbances.huntingRate), (slowSwayRate, \.disturbances.slowSwayRate),
      (cadenceRate, \.disturbances.cadenceRate), (rippleRate, \.disturbances.rippleRate),
      (stalls, \.disturbances.stallsPerMinute),
    ]
  }

  private static let sizeReader = ValueReader<(width: Int, height: Int)>(
    text: { "\($0.width)x\($0.height)" }
  ) { text throws(InvalidValue) in
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      (2...8192).contains(width), (2...8192).contains(height)
    else { throw InvalidValue("must be a size from 2x2 to 8192x8192, like 640x480") }
    return (width, height)
  }

  private static let keyValue = ValueReader<(key: String, value: String)> {
    text throws(InvalidValue) in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw InvalidValue("must be KEY=VALUE") }
    return (String(parts[0]), String(parts[1]))
  }

  private static let rangeReader = ValueReader<Range<Double>> { text throws(InvalidValue) in
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from.isFinite, to.isFinite,
      from < to
    else { throw InvalidValue("must be two moments in seconds, like 5-8.5") }
    return from..<to
  }

  private static func tripleReader(_ range: ClosedRange<Double>) -> ValueReader<SIMD4<Double>> {
    ValueReader { text throws(InvalidValue) in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 3, let red = numbers[0], let green = numbers[1],
        let blue = numbers[2], [red, green, blue].allSatisfy(range.contains)
      else {
        throw InvalidValue(
          "must be three numbers R,G,B from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      }
      return SIMD4(red, green, blue, 0)
    }
  }
}
