import CommandEnvironment
import CommandLineParsing
import LiveCommands
import MeasureCommands
import SampleSelection

/// The options of `heartcam serve`.
enum ServeOptions {
  static let port = DefaultedOption(
    "port", .integer(in: 0...65535), value: "N",
    help: "The port to listen at; 0 takes any that is free.", default: 8765)
  static let listen = DefaultedOption(
    "listen", .text, value: "ADDRESS",
    help: """
      The address to listen at, in numbers. Another than this machine's own lets others on the network in who \
      have the printed address, and nothing on the way is encrypted.
      """, default: "127.0.0.1")
  static let open = Flag("open", help: "Open the page in the browser.")

  static let phone = Flag(
    "phone",
    help: """
      Let a phone on the local network measure with its camera: prints an address for it, encrypted, as a QR code \
      at a terminal. The phone sees its own session and nothing of the store.
      """)
  static let phonePort = DefaultedOption(
    "phone-port", .integer(in: 0...65535), value: "N",
    help: "The port that phones come to; 0 takes any that is free.", default: 8766)
  static let phoneListen = Option(
    "phone-listen", .text, value: "ADDRESS",
    help: "The address that phones come to, in numbers. [default: this machine's on its network]")
  static let certificate = Option(
    "certificate", .text, value: "FILE",
    help:
      "A certificate and its key, in PEM text, for phones. [default: one that Heartcam makes and keeps]"
  )

  /// The options that mean nothing without `--phone`.
  static let ofPhones: [any OptionDeclaration] = [phonePort, phoneListen, certificate]

  static let exclusions: [[any OptionDeclaration]] =
    [[MeasureOptions.store, MeasureOptions.noSave]] + CameraOptions.exclusions
    + (CameraOptions.choosing + CameraOptions.setting).map { [LiveOptions.replay, $0] }

  static let all: [any OptionDeclaration] =
    [open, port, listen, phone] + ofPhones + [MeasureOptions.noSave] + CameraOptions.choosing
    + CameraOptions.setting + [
      MeasureOptions.every, MeasureOptions.channel, MeasureOptions.region, MeasureOptions.store,
      StoreOptions.units, LiveOptions.replay, LiveOptions.speed, SandboxOptions.noSandbox,
    ]
}
