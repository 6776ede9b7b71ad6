import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// The formats that programs read, line by line as they are printed. Measured rates and qualities are
/// shown as #, so that a more accurate program has the same format.
struct FormatTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func masked(_ result: ProcessResult) -> String {
    result.output
      .replacing(/"(bpm|bpm_low|bpm_high)":\d+(\.\d{1,2})/) { "\"\($0.1)\":#" }
      .replacing(/"quality":[01]\.\d{1,3}/, with: "\"quality\":#")
      .replacing(/"(perfusion_index|derivative_skewness)":\d+\.\d{1,3}/) { "\"\($0.1)\":#" }
      .replacing(/"(mean_nn_ms|rmssd_ms|rmssd_excess_ms|sd1_ms)":\d+\.\d{1,2}/) { "\"\($0.1)\":#" }
      .replacing(/"beats":\d\d,"duration_s":2\d\.\d{1,3}/, with: "\"beats\":#,\"duration_s\":#")
      .replacing(/"murmur3:[0-9a-f]{32}"/, with: "#")
      .replacing(/"channel":"(red|green)"/, with: "\"channel\":#")
      .replacing(folder.path + "/", with: "")
  }

  @Test func `a measured video gives this line of JSON`() throws {
    try folder.copy(RestingVideo.path, to: "finger.mp4")
    let result = try Heartcam.run(
      "measure", "--json", "--every", "15", "--store", "none", folder.file("finger.mp4"))
    #expect(
      masked(result) == """
        {"input":"finger.mp4","start":"2026-01-31T09:00:00.000Z","start_source":"container",\
        "end":"2026-01-31T09:00:30.000Z","duration_s":30.0,"frames":900,"frame_rate":30.0,\
        "channel":#,"bpm":#,"bpm_low":#,"bpm_high":#,"quality":#,"measured_s":30.0,"reason":null,\
        "content_identity":#,"warnings":[],\
        "hrv":{"mean_nn_ms":#,"sdnn_ms":null,"rmssd_ms":#,"rmssd_excess_ms":#,\
        "pnn50":null,"sd1_ms":#,"sd2_ms":null,"lf_ms2":null,"hf_ms2":null,"lf_hf":null,\
        "beats":#,"duration_s":#,"early_beats":0,"reason":"too_short"},"rhythm":"regular",\
        "respiratory_rate":null,"respiratory_rate_low":null,"respiratory_rate_high":null,\
        "respiratory_rate_reason":"too_short","perfusion_index":#,"perfusion_channel":"green",\
        "derivative_skewness":#,"skin_share":null,"damaged":0,"algorithm":15,\
        "readings":[{"start_s":0.0,"end_s":15.0,"bpm":#,"bpm_low":#,"bpm_high":#,"quality":#,\
        "reason":null,"refused_bpm":null,"refused_chance":null,"against":null,"channel":#,\
        "perfusion_index":#,"derivative_skewness":#},\
        {"start_s":15.0,"end_s":30.0,"bpm":#,"bpm_low":#,"bpm_high":#,"quality":#,\
        "reason":null,"refused_bpm":null,"refused_chance":null,"against":null,"channel":#,\
        "perfusion_index":#,"derivative_skewness":#}]}

        """)
  }

  @Test func `an input without a pulse and one that cannot be read give these lines of JSON`()
    throws
  {
    let lines = (0...359).map { "\(Double($0) / 30),1,1,1,0.01,0,1\n" }
    try folder.write(
      "time_s,red,green,blue,spread,clipped_share,black_share\n" + lines.joined(), to: "dark.csv")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_769_850_012)],
      ofItemAtPath: folder.file("dark.csv"))
    let result = try Heartcam.run(
      "measure", "--json", "--store", "none", folder.file("dark.csv"),
      folder.file("a \"b\"\n\u{1}é.mp4"))
    #expect(
      masked(result) == #"""
        {"input":"dark.csv","start":"2026-01-31T09:00:00.000Z","start_source":"modified",\#
        "end":"2026-01-31T09:00:12.000Z","duration_s":12.0,"frames":360,"frame_rate":30.0,\#
        "channel":null,"bpm":null,"bpm_low":null,"bpm_high":null,"quality":#,\#
        "measured_s":0.0,"reason":"too_dark","content_identity":#,"warnings":["levels seem to run from 0 to 1; they are \#
        expected from 0 to 255","the last 2.0 s are too short for a reading of their own",\#
        "it does not say when it was recorded: its start is a guess from when the file was last changed"],\#
        "hrv":{"mean_nn_ms":null,"sdnn_ms":null,"rmssd_ms":null,"rmssd_excess_ms":null,\#
        "pnn50":null,"sd1_ms":null,"sd2_ms":null,"lf_ms2":null,"hf_ms2":null,"lf_hf":null,\#
        "beats":0,"duration_s":0.0,"early_beats":0,"reason":"too_short"},"rhythm":"undetermined",\#
        "respiratory_rate":null,"respiratory_rate_low":null,"respiratory_rate_high":null,\#
        "respiratory_rate_reason":"too_short","perfusion_index":null,"perfusion_channel":null,\#
        "derivative_skewness":null,"skin_share":null,"damaged":0,"algorithm":15,\#
        "readings":[{"start_s":0.0,"end_s":10.0,"bpm":null,"bpm_low":null,\#
        "bpm_high":null,"quality":#,"reason":"too_dark","refused_bpm":null,"refused_chance":null,"against":null,\#
        "channel":null,"perfusion_index":null,"derivative_skewness":null}]}
        {"input":"a \"b\"\n\u0001é.mp4",\#
        "error":"cannot open a \"b\"\n\u0001é.mp4: No such file or directory"}

        """#)
  }

  @Test func `CSV has this header and these lines`() throws {
    try folder.copy(RestingVideo.path, to: "finger, \"left\".mp4")
    try folder.write("", to: "empty.mp4")
    let result = try Heartcam.run(
      "measure", "--csv", "--every", "15", "--store", "none", folder.file("finger, \"left\".mp4"),
      folder.file("empty.mp4"))
    let text = result.output.replacing(folder.path + "/", with: "")
      .replacing(
        /(\d+\.\d{1,2},){3}[01]\.\d{1,3},,,,,(red|green),\d+\.\d{1,3},\d+\.\d{1,3}/, with: "#")
    #expect(
      text == """
        input,start,start_source,start_s,end_s,bpm,bpm_low,bpm_high,quality,reason,refused_bpm,\
        refused_chance,against,channel,perfusion_index,\
        derivative_skewness,error
        "finger, ""left"".mp4",2026-01-31T09:00:00.000Z,container,0.0,15.0,#,
        "finger, ""left"".mp4",2026-01-31T09:00:15.000Z,container,15.0,30.0,#,
        empty.mp4,,,,,,,,,,,,,,,,cannot measure empty.mp4: the file is empty

        """)
  }

  @Test func `the table for people has these lines`() throws {
    let result = try Heartcam.run(
      "measure", "--every", "15", "--store", "none", RestingVideo.path)
    let text = result.output.replacing(try RestingVideo.path, with: "resting.mp4")
      .replacing(/6[1-3]\.\d to 6[1-3]\.\d/, with: "##.# to ##.#")
      .replacing(/[01]\.\d\d\n/, with: "#.##\n").replacing(/\d\.\d\d%/, with: "#.##%")
      .replacing(/RMSSD \d+ ms \(\d\d beats/, with: "RMSSD ## ms (## beats")
      .replacing(/pulse from (red|green)/, with: "#")
      .replacing(/6[1-3]\.\d/, with: "##.#")
    #expect(
      text == """
        resting.mp4  h264 64x48, 900 frames, 30.00 frames/s, 30.0 s, #
                seconds     bpm     95% interval  quality
            0.0 to 15.0    ##.#     ##.# to ##.#     #.##
           15.0 to 30.0    ##.#     ##.# to ##.#     #.##
                average    ##.#     ##.# to ##.#     #.##
            variability  RMSSD ## ms (## beats in 29 s)
                 rhythm  regular
              perfusion  #.##%

        """)
  }

  @Test func `beats and signals are written in these formats`() throws {
    let row = try Heartcam.measure(
      RestingVideo.path, "--beats", folder.file("beats.csv"), "--signal",
      folder.file("signal.csv"))
    let beats = try folder.text(of: "beats.csv").split(separator: "\n")
    #expect(beats.first == "time_s,interval_ms,quality")
    #expect(beats.count > 25)
    for beat in beats.dropFirst() {
      #expect(
        beat.wholeMatch(of: /\d+\.\d{1,5},(\d+\.\d{1,2})?,[01]\.\d{1,3}/) != nil, "\(beat)")
    }
    let signal = try folder.text(of: "signal.csv").split(separator: "\n")
    #expect(
      signal.first
        == "time_s,red,green,blue,spread,clipped_share,black_share,key_frame,tilt_x,tilt_y,twist,bow_x,bow_y,simulated"
    )
    #expect(signal.count == (row.frames ?? 0) + 1)
    for line in signal.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      #expect(fields.count == 14 && fields.allSatisfy { $0 != nil }, "\(line)")
    }
  }

  @Test func `a stored sample gives this line of JSON`() throws {
    let store = folder.file("health.db")
    _ = try Heartcam.run(
      "measure", "--every", "30", "--store", store, RestingVideo.path)
    let text = try Heartcam.run(
      "store", "list", "--json", "--type", "HeartRate", "--store", store
    ).output
      .replacing(/[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/, with: "ID")
      .replacing(/murmur3:[0-9a-f]{32}/, with: "HASH")
      .replacing(/(value|High|Low|Quality)":\d+\.\d+/) { "\($0.1)\":#" }
      .replacing(/"(red|green)"/, with: "#")
    #expect(
      text == """
        {"id":"ID","type":"HKQuantityTypeIdentifierHeartRate",\
        "start":"2026-01-31T09:00:00.000Z","end":"2026-01-31T09:00:30.000Z","value":#,\
        "unit":"count/min","source":"simulated","source_version":"0.2.0","device":"Camera",\
        "device_model":"h264 64x48","metadata":{"HeartcamChannel":#,\
        "HeartcamContentIdentity":"HASH","HeartcamHigh":#,"HeartcamLow":#,"HeartcamQuality":#,\
        "HeartcamRecording":"resting.mp4","HeartcamSimulated":true,\
        "HeartcamStartSource":"container"}}

        """)
  }
}
