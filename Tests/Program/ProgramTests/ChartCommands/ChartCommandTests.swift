import Foundation
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam chart`, `measure --plot` and `measure --report`, as they are used.
struct ChartCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  private func chart(_ words: String..., environment: [String: String] = [:]) throws
    -> ProcessResult
  {
    try Heartcam.start(["chart"] + words, environment: environment).result()
  }

  /// Adds heart rates for an hour, three a minute.
  private func fill() throws {
    var csv = "type,start,end,value,unit,source\n"
    for minute in 0..<60 {
      for (second, rate) in [("05", 60 + minute), ("25", 70 + minute), ("45", 65 + minute)] {
        let two = minute < 10 ? "0\(minute)" : "\(minute)"
        let time = "2026-03-03T09:\(two):\(second)Z"
        csv += "HeartRate,\(time),\(time),\(rate),count/min,Watch\n"
      }
    }
    let file = try folder.write(csv, to: "rates.csv")
    let result = try Heartcam.run("store", "import", file, "--store", store)
    #expect(result.ending == .exit(0), "\(result)")
  }

  @Test func `a session becomes twenty capsules whose numbers are the store's`() throws {
    try fill()
    let file = folder.file("rates.svg")
    let result = try chart(
      "heart-rate", "--store", store, "-o", file, "--data", "-", "--timezone", "UTC")
    #expect(result.ending == .exit(0), "\(result)")
    let rows = result.output.split(separator: "\n")
    #expect(rows[0] == "start,end,count,minimum_bpm,maximum_bpm,mean_bpm")
    #expect(rows.count == 21)
    // The first bucket holds three minutes: 60 to 72.
    #expect(rows[1].hasSuffix(",9,60,72,66"))
    let svg = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    #expect(svg.components(separatedBy: "fill=\"#c02145\"").count - 1 == 20)
    #expect(svg.contains("60 to 72 bpm"))
    #expect(svg.contains("average 9") || svg.contains("average 10"))
  }

  @Test func `days that are too many are bands: in the terminal, in files and of statistics`()
    throws
  {
    let first = Date(timeIntervalSince1970: 1_767_225_600)
    let rows = (0..<600).map { index in
      let time = first.addingTimeInterval(Double(index) * 28_800).ISO8601Format()
      return "HeartRate,\(time),\(time),\(50 + index * 7 % 60),count/min,Watch"
    }
    let csv = (["type,start,end,value,unit,source"] + rows).joined(separator: "\n") + "\n"
    let file = try folder.write(csv, to: "days.csv")
    #expect(try Heartcam.run("store", "import", file, "--store", store).ending == .exit(0))
    let words = ["heart-rate", "--by", "day", "--timezone", "UTC", "--store", store]
    let header = "start,end,count,minimum_bpm,p5_bpm,p25_bpm,median_bpm,p75_bpm,p95_bpm,maximum_bpm"
    // 200 days: 40 columns have room for 20 bands, and a picture of 600 points for 150.
    for (options, bands) in [
      (["--size", "40x12"], 19...20), (["-o", folder.file("days.svg")], 100...101),
    ] {
      let table = folder.file("days-\(bands.lowerBound).csv")
      let result = try Heartcam.start(["chart"] + words + options + ["--data", table]).result()
      #expect(result.ending == .exit(0), "\(result)")
      let lines = try String(contentsOf: URL(filePath: table), encoding: .utf8)
        .split(separator: "\n")
      #expect(lines.first.map(String.init) == header)
      #expect(bands.contains(lines.count - 1), "\(lines.count)")
    }
    let wide = folder.file("wide.csv")
    let result = try Heartcam.start(
      ["chart"] + words + ["-o", folder.file("wide.svg"), "--size", "900x300", "--data", wide]
    ).result()
    #expect(result.ending == .exit(0), "\(result)")
    let capsules = try String(contentsOf: URL(filePath: wide), encoding: .utf8)
    #expect(capsules.hasPrefix("start,end,count,minimum_bpm,maximum_bpm,mean_bpm\n"))
    let plot = folder.file("plot.svg")
    #expect(
      try Heartcam.run(
        "store", "stats", "--store", store, "--by", "day", "--type", "HeartRate", "--plot", plot,
        "--timezone", "UTC"
      ).ending == .exit(0))
    let svg = try String(contentsOf: URL(filePath: plot), encoding: .utf8)
    #expect(svg.contains("HeartRate by day, 2 days a band") && svg.contains(">25 to 75%</text>"))
  }

  @Test func `a source that is not there, and a recording for a stored type, are refused in words`()
    throws
  {
    try fill()
    let unknown = try chart(
      "agreement", "--source", "Watch", "--source", "Strap", "--store", store)
    #expect(unknown.ending == .exit(64))
    #expect(
      unknown.errors == "heartcam: there is no source Strap; 'heartcam store sources' lists them\n")
    let recording = try chart("hr", Heartcam.samples + "/resting.csv", "--store", store)
    #expect(recording.ending == .exit(64))
    #expect(recording.errors.contains("takes no recording; readings draws one"), "\(recording)")
  }

  @Test(arguments: [
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;22c", "\u{1B}_Gf=100"), ("\u{1B}[?62;4;22c", "\u{1B}P"),
    ("\u{1B}[?62;22c", "\u{1B}[38;5;"),
  ])
  func `a terminal gets pictures if it answers that it shows them`(
    answer: String, start: String
  ) throws {
    try fill()
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 60, rows: 20)
    let process = try ChildProcess(
      [Heartcam.path, "chart", "heart-rate", "--store", store],
      input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm-256color"]) { $1 })
    try terminal.wait { $0.hasSuffix("\u{1B}[c") }
    terminal.press(answer)
    try terminal.wait { $0.contains(start) && $0.hasSuffix("\n") }
    #expect(process.result().ending == .exit(0))
    // The answer is not left for the shell.
    #expect(!terminal.shown.contains("62;22c"))
  }

  @Test(arguments: [
    ("xterm-256color", true), ("rxvt-unicode-256color", false), ("tmux-256color", false),
  ])
  func `no terminal is asked what it would show as text`(name: String, isAsked: Bool) throws {
    try fill()
    let terminal = try PseudoTerminal()
    let process = try ChildProcess(
      [Heartcam.path, "chart", "heart-rate", "--store", store],
      input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": name]) { $1 })
    try terminal.wait { $0.hasSuffix("\u{1B}]11;?\u{1B}\\\u{1B}[c") }
    #expect(terminal.shown.contains("\u{1B}_G") == isAsked)
    terminal.press("\u{1B}[?62;22c")
    while process.isRunning { if !terminal.read() { usleep(1000) } }
    #expect(process.result().ending == .exit(0))
  }

  @Test func `a terminal is asked once, only if its kind answers, and not over what is typed`()
    throws
  {
    try fill()
    let runtime = folder.path
    let terminal = try PseudoTerminal()
    terminal.resize(columns: 60, rows: 20)
    func draw(_ name: String, _ options: String..., typed: String = "", answer: String? = nil)
      throws -> String
    {
      let before = terminal.shown.count
      terminal.press(typed)
      let process = try ChildProcess(
        [Heartcam.path, "chart", "heart-rate", "--store", store] + options,
        input: .descriptor(terminal.other), output: .descriptor(terminal.other),
        errors: .descriptor(terminal.other),
        environment: Heartcam.environment.merging(["TERM": name, "XDG_RUNTIME_DIR": runtime]) { $1 }
      )
      if let answer {
        try terminal.wait { $0.hasSuffix("\u{1B}]11;?\u{1B}\\\u{1B}[c") }
        terminal.press(answer)
      }
      while process.isRunning { if !terminal.read() { usleep(1000) } }
      #expect(process.result().ending == .exit(0))
      while terminal.read() {}
      return String(terminal.shown.dropFirst(before))
    }
    #expect(try !draw("vt100").contains("\u{1B}[c"))
    #expect(try !draw("xterm-256color", typed: "ls\n").contains("\u{1B}[c"))
    var input = [UInt8](repeating: 0, count: 16)
    #expect(Glibc.read(terminal.other, &input, 16) == 3)
    let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c"
    let light = try draw("xterm-256color", answer: white)
    let again = try draw("xterm-256color")
    #expect(!again.contains("\u{1B}[c") && light.hasSuffix(again))
    #expect(try draw("xterm-256color", "--dark") != again)
    #expect(try draw("xterm-256color", "--light") == again)
    // Text is in the terminal's own color.
    #expect(again.contains(" Beats per minute"))
  }

  @Test func `no output takes the place of the input, of the store or of another output`() throws {
    try fill()
    let input = try folder.copy("\(Heartcam.samples)/resting.csv", to: "in.csv")
    symlink(input, folder.file("link.csv"))
    let signal = try Data(contentsOf: URL(filePath: input))
    for data in [input, folder.file("link.csv")] {
      #expect(try chart("pulse", input, "--data", data).ending == .exit(64))
    }
    #expect(try Data(contentsOf: URL(filePath: input)) == signal)
    let picture = folder.file("same.svg")
    let rates = ["heart-rate", "--store", store]
    for words in [
      ["-o", picture, "--data", picture], ["--data", store], ["--data", store + "-wal"],
    ] {
      let result = try Heartcam.start(["chart"] + rates + words).result()
      #expect(result.ending == .exit(64) && result.errors.contains("would overwrite"), "\(result)")
    }
    #expect(!FileManager.default.fileExists(atPath: picture))
  }

  @Test func `rows of statistics are drawn, of one type`() throws {
    try fill()
    let file = folder.file("hours.svg")
    let words = ["store", "stats", "--store", store, "--by", "hour", "--plot", file]
    let result = try Heartcam.start(words + ["--type", "HeartRate"]).result()
    #expect(result.ending == .exit(0) && result.output.contains("HeartRate"), "\(result)")
    #expect(try folder.text(of: "hours.svg").contains("60 to 129 bpm"))
    #expect(try Heartcam.start(words).result().ending == .exit(64))
  }

  @Test func `what is drawn says when it was, and what is missing`() throws {
    let store = folder.file("year.db")
    let lines = (0..<300).map { day in
      let date = Date(timeIntervalSince1970: 1_735_894_800 + Double(day) * 86_400).ISO8601Format()
      return "HeartRate,\(date),\(date),\(60 + day % 20),count/min\n"
    }
    let weights = ["12.2", "12.5", "12.8"].map {
      "BodyMass,2025-03-04T10:11:\($0)Z,2025-03-04T10:11:\($0)Z,71,kg\n"
    }
    let file = try folder.write(
      "type,start,end,value,unit\n" + (lines + weights).joined(), to: "year.csv")
    #expect(try Heartcam.run("store", "import", "--store", store, file).ending == .exit(0))
    func title(_ words: String...) throws -> String {
      let result = try Heartcam.start(
        ["chart"] + words + ["--store", store, "--timezone", "UTC"]
      ).result()
      return String(result.output.split(separator: "\n").first ?? Substring(result.errors))
    }
    let rates = try title("heart-rate")
    #expect(rates.contains(", 2025-01-03 to 2025-1"), "\(rates)")
    #expect(try title("BodyMass") == "Weight, 2025-03-04, 10:11:12")
    #expect(try title("steps").contains("the store holds no StepCount to draw"))
    #expect(try title("floors").contains("no FlightsClimbed to draw"))
    // In a terminal a beat has room.
    let pulse = try Heartcam.run(
      "chart", "pulse", Heartcam.samples + "/resting.mp4", "--size", "80x20")
    #expect(pulse.output.hasPrefix("Pulse, 0 to 10 s of 30\n"), "\(pulse)")
    let quality = try Heartcam.run("chart", "quality", Heartcam.samples + "/resting.mp4")
    #expect(quality.output.contains("0.95 and above, reliable"), "\(quality)")
  }

  @Test func `each type in the store is drawn by its name, with the store's numbers`() throws {
    for words in [
      ["BodyMass", "71 kg", "--start", "2026-03-03T07:00:00Z"],
      ["BodyMass", "73 kg", "--start", "2026-03-03T19:00:00Z"],
      ["BodyMass", "72 kg", "--start", "2026-03-09T07:00:00Z"],
      ["StepCount", "4000", "--start", "2026-03-03T07:00:00Z", "--end", "2026-03-03T08:00:00Z"],
      ["BloodPressure", "118/76", "--start", "2026-03-03T07:00:00Z"],
      ["MindfulSession", "0", "--start", "2026-03-03T07:00:00Z", "--end", "2026-03-03T07:10:00Z"],
      [
        "SleepAnalysis", "AsleepDeep", "--start", "2026-03-02T23:00:00Z", "--end",
        "2026-03-03T05:00:00Z",
      ],
    ] {
      let added = try Heartcam.start(
        ["store", "add", "--store", store] + words
      ).result()
      #expect(added.ending == .exit(0), "\(added)")
    }
    func rows(_ words: String...) throws -> [String] {
      let result = try Heartcam.start(
        ["chart"] + words + ["--data", "-", "--store", store, "--timezone", "UTC"]
      ).result()
      #expect(result.ending == .exit(0), "\(result)")
      return result.output.split(separator: "\n").dropFirst().map(String.init)
    }
    #expect(
      try rows("BodyMass") == [
        "2026-03-03T00:00:00.000Z,2026-03-04T00:00:00.000Z,2,71,73,72",
        "2026-03-09T00:00:00.000Z,2026-03-10T00:00:00.000Z,1,72,72,72",
      ])
    #expect(try rows("bodymass", "--by", "month").count == 1)
    #expect(
      try rows("StepCount") == ["2026-03-03T00:00:00.000Z,2026-03-04T00:00:00.000Z,4000"])
    #expect(try rows("StepCount") == rows("steps"))
    #expect(
      try rows("MindfulSession") == ["2026-03-03T00:00:00.000Z,2026-03-04T00:00:00.000Z,10"])
    #expect(try rows("BloodPressure").first?.hasSuffix(",1,76,118") == true)
    #expect(try rows("SleepAnalysis").count == 1 && rows("sleep") == rows("SleepAnalysis"))
    let none = try chart("Height", "--store", store)
    #expect(none.ending == .exit(1) && none.errors.contains("holds no Height to draw"))
    // A single moment has its whole day around it.
    let here = try chart("BloodPressure", "--store", store, "--timezone", "UTC")
    #expect(here.output.contains("3 Mar"), "\(here)")
  }

  @Test func `a pulse on paper is pages of strips that a ruler can measure`() throws {
    let signal = folder.file("pulse.csv")
    let made = try Heartcam.run("simulate", signal, "--duration", "130")
    #expect(made.ending == .exit(0))
    for (page, count, size) in [
      ("a4", 3, "595.276 x 841.89"), ("letter", 3, "612 x 792"), ("420x297", 2, "1190.55 x 841.89"),
      ("roll", 1, "9260.6 x 240"),
    ] {
      let file = folder.file("\(page).pdf")
      let result = try chart("pulse", signal, "-o", file, "--page", page)
      #expect(result.ending == .exit(0) && result.output.isEmpty, "\(result)")
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["pdfinfo", file]
      process.standardOutput = output
      try process.run()
      let facts = String(
        decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(facts.contains(try Regex("Pages: +\(count)\n")), "\(facts)")
      #expect(facts.contains("\(size) pts"), "\(facts)")
    }
    for words in [["heart-rate"], ["pulse", signal], ["pulse", signal, "-o", "a.svg"]] {
      let result = try Heartcam.start(["chart"] + words + ["--page", "a4"]).result()
      #expect(result.ending == .exit(64) && result.errors.contains("--page is for"), "\(result)")
    }
    let wrong = try chart("pulse", signal, "-o", folder.file("b.pdf"), "--page", "a9")
    #expect(wrong.ending == .exit(64))
  }

  @Test func `days are those of the time zone that was asked for`() throws {
    try fill()
    func first(_ zone: String) throws -> Substring? {
      try chart(
        "heart-rate", "--store", store, "--by", "day", "--data", "-", "--timezone", zone
      ).output.split(separator: "\n").dropFirst().first?.prefix(24)
    }
    #expect(try first("UTC") == "2026-03-03T00:00:00.000Z")
    #expect(try first("Asia/Tokyo") == "2026-03-02T15:00:00.000Z")
  }

  @Test func `a picture is the same bytes from two processes, in each format`() throws {
    try fill()
    for format in ["svg", "png", "pdf"] {
      let files = ["a.", "b."].map { folder.file($0 + format) }
      for file in files {
        let result = try chart("heart-rate", "--store", store, "-o", file)
        #expect(result.ending == .exit(0), "\(result)")
      }
      let bytes = try files.map { try Data(contentsOf: URL(filePath: $0)) }
      #expect(bytes[0] == bytes[1] && bytes[0].count > 1000)
      var status = stat()
      #expect(stat(files[0], &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  @Test(arguments: ["readings", "pulse", "tachogram", "poincare", "spectrum", "quality"])
  func `each chart of a recording is drawn, here and to a file, with its numbers`(
    kind: String
  ) throws {
    let signal = Heartcam.samples + "/resting.csv"
    let file = folder.file("chart.svg")
    let result = try chart(kind, signal, "-o", file, "--data", folder.file("chart.csv"))
    #expect(result.ending == .exit(0) && result.output.isEmpty, "\(result)")
    #expect(try folder.text(of: "chart.svg").hasPrefix("<svg "))
    let rows = try folder.text(of: "chart.csv").split(separator: "\n")
    #expect(rows.count > 5)
    let columns = rows[0].split(separator: ",").count
    #expect(
      rows.allSatisfy {
        $0.split(separator: ",", omittingEmptySubsequences: false).count == columns
      })
    // A second time, over the files of the first.
    #expect(
      try chart(kind, signal, "--force", "-o", file, "--data", folder.file("chart.csv")).ending
        == .exit(0))

    let here = try chart(kind, signal, "--size", "60x12")
    #expect(here.ending == .exit(0))
    let lines = here.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 && lines.allSatisfy { $0.count <= 60 })
    #expect(!here.output.contains("\u{1B}"))
    let plain = try chart(kind, signal, environment: ["LC_ALL": "C"])
    #expect(plain.output.utf8.allSatisfy { $0 < 128 } && plain.output.count > 100)
  }

  @Test func `a chart of nothing says so`() throws {
    let none = try chart("heart-rate", "--store", store)
    #expect(none.ending == .exit(1) && none.errors.contains("there is no store"))
    let refused = try chart("pulse", Heartcam.samples + "/no-finger.mp4")
    #expect(refused.ending == .exit(1) && refused.errors.contains("nothing to draw"))
    #expect(try chart("pulse", folder.file("missing.mp4")).ending == .exit(2))
  }

  @Test(arguments: [
    ["heart-rate", "a.mp4"], ["pulse"], ["agreement"], ["heart-rate", "-o", "a.gif"],
    ["heart-rate", "--size", "3"], ["heart-rate", "--timezone", "Mars"], ["rainbow"],
    ["heart-rate", "--by", "day", "--every", "60"], ["heart-rate", "--bucket", "60"],
    ["hr", "-o", "a.xlsx"],
  ])
  func `wrong usage is refused`(words: [String]) throws {
    let result = try Heartcam.start(["chart"] + words).result()
    #expect(result.ending == .exit(64) && result.output.isEmpty, "\(result)")
  }

  @Test func `a file that exists is not replaced without --force`() throws {
    let file = try folder.write("my notes", to: "notes.svg")
    let signal = Heartcam.samples + "/resting.csv"
    #expect(try chart("quality", signal, "-o", file).ending == .exit(73))
    let page = try folder.write("my page", to: "page.html")
    for option in [["--plot", file], ["--report", page]] {
      let result = try Heartcam.start(["measure", signal, "--store", "none"] + option).result()
      #expect(result.ending == .exit(73) && result.errors.contains("exists; --force"), "\(result)")
    }
    #expect(try folder.text(of: "notes.svg") == "my notes")
    #expect(try folder.text(of: "page.html") == "my page")
  }

  @Test(arguments: ["resting.csv", "restless.mp4", "lifted.mp4", "no-finger.mp4"])
  func `a report is one page that asks nobody for anything`(sample: String) throws {
    let page = folder.file("report.html")
    let result = try Heartcam.run(
      "measure", Heartcam.samples + "/" + sample, "--store", "none", "--report", page, "--plot",
      folder.file("plot.png"))
    #expect(result.ending == .exit(sample == "no-finger.mp4" ? 1 : 0), "\(result)")
    let html = try folder.text(of: "report.html")
    #expect(html.hasPrefix("<!DOCTYPE html>\n"))
    #expect(html.contains("default-src 'none'; style-src 'sha256-"))
    for request in ["<script", "href=", "src=", "@import", "url(http", " style=", "onload"] {
      #expect(!html.contains(request), "\(request)")
    }
    // The one style sheet is the one that the policy names.
    let style = html.components(separatedBy: "<style>")
    #expect(style.count == 2)
    let text = style[1].components(separatedBy: "</style>")[0]
    let hash = try Self.hash(text, folder)
    #expect(html.contains("'sha256-\(hash)'"))
    if sample == "no-finger.mp4" {
      #expect(html.contains("No heart rate") && html.contains("cover the whole lens"))
    } else {
      #expect(html.contains("beats per minute") && html.contains("<h2>Pulse</h2>"))
    }
    if sample == "lifted.mp4" { #expect(html.contains("Refused, and why")) }
    // Each wide chart is there for narrow screens too, and no identifier of a picture stands twice.
    let wide = html.components(separatedBy: "<figure class=\"wide\">").count
    #expect(wide > 1 && wide == html.components(separatedBy: "<figure class=\"narrow\">").count)
    let names = html.matches(of: #/ id="(title-[^"]*)"/#).map(\.1)
    #expect(Set(names).count == names.count)
    #expect(try Data(contentsOf: URL(filePath: folder.file("plot.png"))).count > 1000)
  }

  /// The hash of a text by another program, in base64.
  private static func hash(_ text: String, _ folder: TemporaryFolder) throws -> String {
    try folder.write(text, to: "style.css")
    let process = try ChildProcess(
      ["/usr/bin/sha256sum", folder.file("style.css")], environment: Heartcam.environment)
    let digits = Array(process.result().output.prefix(64).utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }

  /// A wrong digit in the times makes a color signal years long; it costs what its frames cost.
  @Test func `a report of years takes no more memory than one of a minute`() throws {
    let text = try String(contentsOfFile: Heartcam.samples + "/resting.csv", encoding: .utf8)
    let lines = text.split(separator: "\n").map { line in
      // Half a minute in, a digit turns seconds into 28 years and more.
      let digits = line.prefix { $0 != "." }
      return digits.count == 2 && digits >= "30" ? "9000000\(line)" : String(line)
    }
    let file = try folder.write(lines.joined(separator: "\n"), to: "years.csv")
    let process = try Heartcam.start(
      ["measure", file, "--store", "none", "--report", folder.file("years.html")])
    var peak = 0
    while process.isRunning {
      peak = max(peak, process.peakKilobytes)
      usleep(1000)
    }
    let result = process.result()
    #expect(result.ending == .exit(0) && result.errors.contains("no frame came for"), "\(result)")
    #expect(peak > 0 && peak < 150_000, "\(peak) kB")
    #expect(try folder.text(of: "years.html").contains("The first 120 of 900"))
  }

  @Test func `a report says what a refused interval likeliest was, and what speaks against it`()
    throws
  {
    let signal = folder.file("comb.csv")
    let made = try Heartcam.run("simulate", signal, "--comb", "3,3,3")
    #expect(made.ending == .exit(0))
    let words = ["measure", signal, "--start", "2026-01-31T09:00:00Z", "--store", "none"]
    _ = try Heartcam.start(
      words + ["--report", folder.file("page.html")], environment: ["TZ": "Europe/Berlin"]
    ).result()
    let page = try folder.text(of: "page.html")
    #expect(page.contains("Likeliest are 60 beats per minute, with a chance of 0."))
    #expect(page.contains("record at a higher bitrate") || page.contains("cover the lens"))
    #expect(page.contains("2026-01-31 10:00:00 +0100"))
  }

  @Test func `names in a report cannot leave their place`() throws {
    let name = "<img src=x onerror=alert(1)>&\".csv"
    try folder.copy(Heartcam.samples + "/resting.csv", to: name)
    let result = try Heartcam.run(
      "measure", folder.file(name), "--store", "none", "--report", folder.file("report.html"))
    #expect(result.ending == .exit(0), "\(result)")
    let html = try folder.text(of: "report.html")
    #expect(
      !html.contains("<img") && html.contains("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;"))
  }

  @Test func `a live session gives a report, too`() throws {
    let page = folder.file("live.html")
    let result = try Heartcam.run(
      "live", "--replay", Heartcam.samples + "/resting.csv", "--speed", "1000", "--plain",
      "--store", "none", "--report", page)
    #expect(result.ending == .exit(0), "\(result)")
    #expect(try folder.text(of: "live.html").contains("Live session"))
  }
}
