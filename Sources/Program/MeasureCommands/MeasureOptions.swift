package import CommandEnvironment
package import CommandLineParsing
import FFmpegSource
import FileAccess
import JSONCoding
package import Measurement
import Photoplethysmography
import SampleSelection
package import VideoFrames

/// The options of `heartcam measure`.
package enum MeasureOptions {
  package static let inputs = Positional(
    "INPUT", .file(), count: .oneOrMore,
    help: """
      A video, or a pulse signal: a table with a time and one to three levels, such as time_s,red,green,blue or \
      timer,ppg, or one column and --rate. A folder stands \
      for those in it and in its folders; a folder of pictures alone, or frames/%04d.png, is one \
      recording. - is standard input.
      """,
    advice: InstalledFiles.path(of: "samples/resting.mp4").map {
      "to try it without a recording, run 'heartcam measure \($0)'"
    }
      ?? "to try it without a recording, run 'heartcam simulate test.mp4' and 'heartcam measure test.mp4'"
  )

  package static let every = DefaultedOption(
    "every", .number(in: HeartRateMonitor.Configuration.intervals), value: "SECONDS",
    help: "Seconds from one reading to the next.", default: 10)
  package static let channel = DefaultedOption(
    "channel", .oneOf(ChannelSelection.names), value: "CHANNEL",
    help: """
      What to take the pulse from: auto, the clearest color of a fingertip; red, green or blue; chrom or \
      pos, combinations of the colors for a face, of which only pixels of skin color count. With \
      --roi, green is for a face too. A face's pulse is weak: sit still in steady white light.
      """, default: "auto")
  package static let subject = Option(
    "subject", .oneOf([PulseSubject.fingertip.name, PulseSubject.skin.name]), value: "SUBJECT",
    help: """
      What the camera sees: a fingertip on its lens, or skin from afar, whose pulse is weaker and needs more \
      evidence. A color signal does not say.
      """, default: "skin for chrom and pos, and for green with --roi; else fingertip")
  package static let region = Option(
    "roi", regionReader, value: "X,Y,W,H",
    help: "Measure only this part of the displayed picture, in pixels from its top left corner.")
  package static let store = Option(
    "store", .file(extensions: ["db"]), value: "LOCATION",
    help: "The health store to save into; none saves nothing.",
    default: "~/.local/share/heartcam/health.db")
  package static let noSave = Flag("no-save", help: "Save nothing, as --store none.")

  /// Returns whether nothing is to be saved.
  package static func savesNothing(_ context: CommandContext) -> Bool {
    context[noSave] || context[store] == "none"
  }

  package static let again = Flag(
    "again", help: "Save the recording even if the store already holds it.")
  package static let output = Option(
    "output", short: "o", .file(extensions: ResultForm.endings), value: "FILE",
    help: "Write to FILE, in the form that its name ends in. - is standard output.")
  package static let json = CommonOptions.json(a: "input")
  package static let csv = Flag("csv", help: "Print CSV, one line for each reading.")
  package static let spreadsheet = Flag(
    "spreadsheet",
    help: "In tables: put ' before texts that a spreadsheet would take for formulas.")
  package static let summary = Flag(
    "summary",
    help: "In CSV: one line for each input, with average, variability, breathing, perfusion.")
  package static let jobs = DefaultedOption(
    "jobs", short: "j", .integer(in: 1...256), value: "N",
    help: "Inputs that are measured at a time. The results are the same, in the same order.",
    default: 1)
  package static let stream = Option(
    "stream", .integer(in: 0...10_000), value: "N",
    help: "The video stream to measure, as FFmpeg numbers a file's streams.",
    default: "the default or largest one")
  package static let trueRate = Option(
    "true-rate", .number(in: 0.1...10_000), value: "RATE",
    help: "Frames per second at which a slow-motion video was filmed, or pictures were taken.")
  package static let rate = Option(
    "rate", .number(in: 8...100_000), value: "HZ",
    help: "Samples per second of a pulse signal without times.")
  package static let start = Option(
    "start", StoreTypes.date, value: "DATE",
    help: "When the first frame of the one input was taken.",
    default: "what the file says, else a date in its name, else a guess from when it was changed")
  package static let beats = Option(
    "beats", .file(extensions: ["csv"]), value: "FILE",
    help: "Write the beats of the one input to FILE: time_s,interval_ms,quality.")
  package static let signal = Option(
    "signal", .file(extensions: ["csv"]), value: "FILE",
    help: """
      Write the color signal of the one input to FILE. It can be measured again in place of the \
      video.
      """)
  package static let pulse = Option(
    "pulse", .file(extensions: ["csv"]), value: "FILE",
    help: """
      Write the pulse wave of the one input to FILE, 30 points per second: time_s,channel,band_passed,detrended,mark. \
      mark is the onset or the peak of a beat.
      """)
  package static let plot = Option(
    "plot", .file(extensions: ["svg", "png", "pdf"]), value: "FILE",
    help: "Draw the readings and the pulse of the one input to FILE: .svg, .png or .pdf.")
  package static let report = Option(
    "report", .file(extensions: ["html", "pdf"]), value: "FILE",
    help: """
      Write a report about the one input to FILE: readings, pulse, intervals, what was refused and why; in .html, \
      or one page in .pdf.
      """)
  package static let fast = Flag(
    "fast",
    help: """
      Decode of Motion JPEG the mean of each 8 x 8 block alone: in a half to three quarters of the time, with \
      levels that change by about 0.1 at most. Other codecs are decoded as without it.
      """)
  package static let threads = DefaultedOption(
    "threads", .integer(in: 0...64), value: "N",
    help: "Threads of the video decoder; 0 lets it decide. The result is the same.", default: 0)

  package static let all: [any OptionDeclaration] = [
    output, csv, json, every, report, plot, noSave, jobs, region, start, store, again, summary,
    spreadsheet, beats, pulse, signal, channel, subject, stream, trueRate, rate,
    CommonOptions.force, fast,
    threads, SandboxOptions.noSandbox,
  ]

  /// Reports that a reading needs more seconds than an interval has.
  package static func noteShortIntervals(_ context: CommandContext) {
    let least = HeartRateMonitor.shortestInterval
    guard context[every] < least else { return }
    CommandEnvironment.report(
      "--every \(context[every].fixed(1)): a reading needs \(least.fixed(0)) s of light, so that each "
        + "reaches back before its interval, and the first have none")
  }

  /// Returns the measurement that the arguments describe.
  package static func measurement(_ arguments: some HasArguments) -> MeasurementOptions {
    var options = MeasurementOptions()
    let channels = ChannelSelection(name: arguments[channel]) ?? .automatic
    options.region = arguments[region]
    options.monitor = HeartRateMonitor.Configuration(
      interval: arguments[every], channels: channels,
      subject: arguments[subject].map { $0 == PulseSubject.skin.name ? .skin : .fingertip }
        ?? (channels == .channel(.green) && options.region != nil ? .skin : nil))
    options.selection = options.monitor.subject.pixelSelection(for: channels)
    options.video = VideoOptions(
      threads: arguments[threads], fast: arguments[fast], stream: arguments[stream])
    options.trueRate = arguments[rate] ?? arguments[trueRate]
    options.start = arguments[start]
    options.keepsSignal = arguments[signal] != nil || arguments[pulse] != nil
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
