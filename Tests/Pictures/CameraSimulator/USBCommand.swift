import CommandLineParsing
import Glibc
import Simulation

/// `CameraSimulator usb`: a camera on the virtual USB until it is unplugged.
enum USBCommand {
  private static let rate = ValueReader<Double>.number(in: HeartRateProfile.rates)
  private static let beatsPerMinute = Option(
    "bpm", rate, value: "RATE", help: "Heart rate in beats per minute.", default: "72")
  private static let stepTo = Option("step-to", rate, value: "RATE", help: "Jump to this rate.")
  private static let stepAt = Option(
    "step-at", .number(in: 0...3600), value: "SECONDS", help: "When to jump.", default: "30")
  private static let respiration = Option(
    "respiration", .number(in: 0...100), value: "PERCENT",
    help: "How far breathing moves the rate.", default: "3")
  private static let beats = Option(
    "beats", .file(), value: "FILE",
    help: "Where to put its truth: the seconds from the first frame to each beat, a line each.")
  private static let kind = Option(
    "kind", .choice as ValueReader<CameraKind>, help: "What sort of camera it is.",
    default: "webcam")
  private static let scene = Option(
    "scene", .choice as ValueReader<FingerLight.Scene>, help: "What is before the lens.",
    default: "finger")
  private static let at = Option(
    "at", timedOrder, value: "\"SECONDS ORDER\"",
    help: """
      What happens so long after the first frame; may be given again. Orders: a scene; drop N, truncate N, \
      garbage N and error N for so many frames; stall SECONDS; unplug.
      """)
  private static let orders = Option(
    "orders", .file(), value: "PIPE", help: "A named pipe to make, which takes an order a line.")
  private static let perfusion = Option(
    "perfusion", .number(in: 0...20), value: "PERCENT", help: "Height of the pulse in green.",
    default: "3")
  private static let strength = Option(
    "light", .number(in: 0...20), value: "FACTOR", help: "Strength of all light.", default: "1")
  private static let response = Option(
    "response", .choice as ValueReader<Sensor.Response>, help: "Levels over light.",
    default: "linear")
  private static let noise = Option(
    "noise", .number(in: 0...50), value: "LEVELS", help: "Standard deviation of a row.",
    default: "0.3")
  private static let name = Option(
    "name", .text, value: "TEXT", help: "Its name.", default: "Simulated Camera")
  private static let serial = Option(
    "serial", .text, value: "TEXT", help: "Its serial number.", default: "0001")
  private static let seed = Option(
    "seed", .integer(in: 0...Int.max), value: "N", help: "The same seed gives the same beats.",
    default: "1")
  private static let pidFile = Option(
    "pid-file", .file(), value: "FILE",
    help: "Where to put its process number. To kill it is to pull the plug.")

  private static let timedOrder = ValueReader<(time: Double, order: CameraOrder)>(
    completion: .none
  ) { text throws(InvalidValue) in
    guard let order = CameraOrder.timed(text) else {
      throw InvalidValue("\"\(text)\" is no moment and order, as in \"12 nofinger\"")
    }
    return order
  }

  static let description = CommandDescription(
    name: "usb",
    summary: "A USB camera with a finger on its lens, until it is unplugged.",
    discussion: """
      Plugs a camera into the kernel's virtual USB host, where uvcvideo drives it as any webcam. What the \
      host sets, starts and stops is noted on standard error, with the drivers' clock before it.
      """,
    options: [
      beatsPerMinute, stepTo, stepAt, respiration, beats, kind, scene, at, orders, perfusion,
      strength, response, noise, name,
      serial, seed, pidFile,
    ])

  static func run(_ arguments: Arguments) throws {
    let rate = arguments[beatsPerMinute] ?? 72
    let course: HeartRateProfile.Course =
      arguments[stepTo].map { .step(from: rate, to: $0, at: arguments[stepAt] ?? 30) }
      ?? .constant(rate)
    let seed = UInt64(arguments[seed] ?? 1)
    var heart = HeartRateProfile(course)
    heart.respiratoryDepth = (arguments[respiration] ?? 3) / 100
    let light = FingerLight(
      heart, scene: arguments[scene] ?? .finger,
      perfusion: (arguments[perfusion] ?? 3) / 100, strength: arguments[strength] ?? 1, seed: seed)
    if let file = arguments[pidFile] { try write("\(getpid())\n", to: file) }
    if let file = arguments[beats] {
      try write(light.beats.map { "\($0.time)\n" }.joined(), to: file)
    }
    var camera = try USBCamera(
      descriptors: CameraDescriptors(
        kind: arguments[kind] ?? .webcam,
        name: arguments[name] ?? "Simulated Camera", serial: arguments[serial] ?? "0001"),
      light: light, sensor: Sensor(response: arguments[response] ?? .linear),
      noise: arguments[noise] ?? 0.3, seed: seed,
      orders: OrderBook(arguments.all(at), pipe: arguments[orders]))
    camera.run()
  }

  private static func write(_ text: String, to path: String) throws(SimulatorError) {
    guard let file = fopen(path, "w") else { throw SimulatorError("open \(path)", errno) }
    fputs(text, file)
    guard fclose(file) == 0 else { throw SimulatorError("write \(path)", errno) }
  }
}
