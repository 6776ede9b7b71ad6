import CommandLineParsing
import FFmpegSource
import Measurement
import Photoplethysmography
import VideoFrames

/// What `heartcam measure` takes.
enum MeasureOptions {
  static let inputs = Positional(
    "INPUT", .file(), count: .oneOrMore,
    help: """
      A video, or a colour signal: a CSV file with the columns time_s,red,green,blue. - is standard \
      input.
      """)

  static let every = Option(
    "every", .number(in: HeartRateMonitor.Configuration.intervals), value: "SECONDS",
    help: "Seconds from one reading to the next.", default: "10")
  static let channel = Option(
    "channel", .oneOf(ChannelSelection.names), value: "CHANNEL",
    help: """
      What to take the pulse from: auto, the clearest colour of a fingertip; red, green or blue; chrom or \
      pos, the colours combined for a face seen from afar, where only pixels of skin colour count. With \
      --roi, green is for a face too. A face's pulse is weak: sit still in steady white light.
      """, default: "auto")
  static let region = Option(
    "roi", regionReader, value: "X,Y,W,H",
    help: "Look at this part of the displayed picture only, in pixels from its top left corner.")
  static let store = Option(
    "store", .file(extensions: ["db"]), value: "LOCATION",
    help: "Save into this health store; none saves nothing.",
    default: "~/.local/share/heartcam/health.db")
  static let again = Flag(
    "again", help: "Save even what the store already holds of the same recording.")
  static let json = Flag("json", help: "Print one line of JSON for each input.")
  static let csv = Flag("csv", help: "Print CSV, one line for each reading.")
  static let beats = Option(
    "beats", .file(extensions: ["csv"]), value: "FILE",
    help: "Write the beats of the one input to FILE: time_s,interval_ms,quality.")
  static let signal = Option(
    "signal", .file(extensions: ["csv"]), value: "FILE",
    help: """
      Write the colour signal of the one input to FILE. It can be measured again in place of the \
      video.
      """)
  static let fast = Flag(
    "fast",
    help: """
      Let the decoder leave out what a mean hardly needs. Motion JPEG gains a quarter to a half of \
      the time, and levels move by about a tenth of one at most; other codecs gain little.
      """)
  static let threads = Option(
    "threads", .integer(in: 0...64), value: "N",
    help: "Threads of the video decoder; 0 lets it decide. The result is the same.", default: "0")

  static let all: [any OptionDeclaration] = [
    every, channel, region, store, again, json, csv, beats, signal, fast, threads,
  ]

  /// The measurement that the arguments describe.
  static func measurement(_ arguments: Arguments) -> MeasurementOptions {
    var options = MeasurementOptions()
    let channels = arguments[channel].flatMap(ChannelSelection.init(name:)) ?? .automatic
    options.region = arguments[region]
    options.monitor = HeartRateMonitor.Configuration(
      interval: arguments[every] ?? 10, channels: channels,
      subject: channels == .channel(.green) && options.region != nil ? .skin : nil)
    if channels == .channel(.chrom) || channels == .channel(.pos) { options.selection = .skin }
    options.video = VideoOptions(threads: arguments[threads] ?? 0, fast: arguments[fast])
    options.keepsSignal = arguments[signal] != nil
    return options
  }

  private static let regionReader = ValueReader<PixelRegion> { text throws(InvalidValue) in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], x >= 0, y >= 0, width > 0, height > 0
    else {
      throw InvalidValue("must be four whole numbers X,Y,W,H, the last two above 0")
    }
    return PixelRegion(x: x, y: y, width: width, height: height)
  }
}
