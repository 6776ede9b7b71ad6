import FFmpegSource
import FoundationEssentials
import Photoplethysmography
import Testing
import VideoFrames

extension CameraMachineSuite {
  /// The simulated USB camera as `v4l2-ctl` sees it.
  struct USBCameraTests {
    static let script = GuestScript(
      name: "usb-camera",
      commands: """
        plug_in A1 --name "Finger Camera" --bpm 84
        echo "$CAMERA" >node
        scenario formats 60 v4l2-ctl -d "$CAMERA" --list-formats-ext
        scenario controls 60 v4l2-ctl -d "$CAMERA" --list-ctrls-menus
        scenario metadata 60 v4l2-ctl -d "$(usb_node A1 1)" --info

        stream() { # NAME FORMAT WIDTH HEIGHT RATE FRAMES
          v4l2-ctl -d "$CAMERA" --set-fmt-video="width=$3,height=$4,pixelformat=$2"
          v4l2-ctl -d "$CAMERA" --set-parm="$5" >/dev/null
          scenario "$1" 60 v4l2-ctl -d "$CAMERA" --stream-mmap --verbose --stream-count="$6" --stream-to="$1.$2"
        }
        stream automatic MJPG 320 240 30 60
        scenario refused 60 v4l2-ctl -d "$CAMERA" -c exposure_time_absolute=100
        scenario locked 60 v4l2-ctl -d "$CAMERA" \
          -c auto_exposure=1,white_balance_automatic=0,focus_automatic_continuous=0
        v4l2-ctl -d "$CAMERA" -c exposure_dynamic_framerate=0,white_balance_temperature=4600
        v4l2-ctl -d "$CAMERA" -c exposure_time_absolute=156,gain=0
        stream yuyv YUYV 320 240 30 60
        stream mjpeg MJPG 320 240 30 60
        stream fast YUYV 160 120 60 120
        v4l2-ctl -d "$CAMERA" --set-fmt-video=width=640,height=480,pixelformat=YUYV
        v4l2-ctl -d "$CAMERA" --set-parm=30 >/dev/null
        scenario large 60 v4l2-ctl -d "$CAMERA" --stream-mmap --verbose --stream-count=60
        v4l2-ctl -d "$CAMERA" -c exposure_time_absolute=78
        stream short YUYV 160 120 30 15
        v4l2-ctl -d "$CAMERA" -c gain=32
        stream amplified YUYV 160 120 30 15
        v4l2-ctl -d "$CAMERA" -c exposure_time_absolute=156,gain=0
        stream pulse YUYV 160 120 30 480
        unplug A1
        """)

    let run: GuestRun

    init() async throws { run = try await SharedMachine.usb.run(of: Self.script) }

    @Test func `it has a capture node and a metadata node`() throws {
      #expect(run.status == 0, "\(run)")
      #expect(try run.text(of: "node") == "/dev/video0\n")
      let metadata = try run.scenario("metadata").output
      #expect(metadata.contains("Card type        : Finger Camera\n"))
      #expect(metadata.contains("Driver name      : uvcvideo\n"))
    }

    @Test func `it offers two encodings in three sizes and at three rates`() throws {
      let formats = try run.scenario("formats").output
      #expect(formats.contains("[0]: 'MJPG'") && formats.contains("[1]: 'YUYV'"))
      for size in ["160x120", "320x240", "640x480"] {
        #expect(formats.split(separator: "Size: Discrete \(size)\n").count == 3, "\(size)")
      }
      for rate in ["60.000", "30.000", "15.000"] {
        #expect(formats.split(separator: "(\(rate) fps)").count == 7, "\(rate)")
      }
    }

    @Test(arguments: [
      "auto_exposure", "exposure_dynamic_framerate", "exposure_time_absolute", "gain", "brightness",
      "white_balance_automatic", "white_balance_temperature", "focus_automatic_continuous",
      "focus_absolute", "power_line_frequency",
    ])
    func `it has the controls of a webcam`(name: String) throws {
      let lines = try run.scenario("controls").lines
      #expect(lines.contains { $0.contains(" \(name) 0x") }, "\(lines)")
    }

    @Test(arguments: ["yuyv", "mjpeg", "large"])
    func `it delivers 30 frames per second and loses none`(name: String) throws {
      let stream = StreamedFrames(try run.scenario(name))
      #expect(stream.frames.count == 60)
      #expect(abs(stream.rate - 30) < 0.5, "\(stream.rate)")
      #expect(stream.missing == 0)
      let intervals = stream.intervals
      #expect(intervals.allSatisfy { 0.02...0.05 ~= $0 }, "\(intervals)")
    }

    @Test func `it delivers 60 frames per second in enough light`() throws {
      let stream = StreamedFrames(try run.scenario("fast"))
      #expect(stream.frames.count == 120)
      #expect(abs(stream.rate - 60) < 1, "\(stream.rate)")
      #expect(stream.missing == 0)
    }

    @Test func `a control cannot be set while its automation is on`() throws {
      #expect(try run.scenario("refused").errors.contains("Permission denied"))
      #expect(try run.scenario("locked").errors.isEmpty)
      let log = try run.log(of: "A1")
      // Newer kernels try out, when a camera is plugged in, which frequencies of the mains it knows.
      let sets = log.filter { $0.hasPrefix("set ") && !$0.contains("power_line_frequency") }
      #expect(
        sets.prefix(3).sorted() == [
          "set auto_exposure 1", "set focus_automatic_continuous 0",
          "set white_balance_automatic 0",
        ])
      #expect(log.contains("set exposure_time_absolute 78") && log.contains("set gain 32"))
    }

    @Test func `levels follow exposure and gain`() throws {
      let usual = try meanColor("yuyv", width: 320, height: 240)
      let short = try meanColor("short", width: 160, height: 120)
      let amplified = try meanColor("amplified", width: 160, height: 120)
      // Half the exposure, and twice the gain at half the exposure; all contain a pulse.
      #expect(abs(short.red / usual.red - 0.5) < 0.02, "\(short) \(usual)")
      #expect(abs(amplified.red / usual.red - 1) < 0.02, "\(amplified) \(usual)")
      #expect(180...220 ~= usual.red && usual.green < 70 && usual.blue < 60, "\(usual)")
    }

    @Test func `both encodings show the same colors`() throws {
      var video = try VideoFile(path: run.file("mjpeg.MJPG"))
      var extractor = ColorExtractor()
      var samples: [ColorSample] = []
      while let sample = try video.withNextFrame({ try extractor.sample(of: $0) }) {
        samples.append(sample)
      }
      let (mjpeg, yuyv) = (mean(samples), try meanColor("yuyv", width: 320, height: 240))
      #expect(samples.count == 60)
      #expect(abs(mjpeg.red - yuyv.red) < 2 && abs(mjpeg.green - yuyv.green) < 1)
      #expect(abs(mjpeg.blue - yuyv.blue) < 1, "\(mjpeg) \(yuyv)")
    }

    @Test func `automatic exposure aims at a middle gray`() throws {
      var video = try VideoFile(path: run.file("automatic.MJPG"))
      var extractor = ColorExtractor()
      var last: ColorSample?
      while let sample = try video.withNextFrame({ try extractor.sample(of: $0) }) { last = sample }
      let color = try #require(last)
      let luma = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
      #expect(abs(luma - 118) < 6, "\(luma)")
    }

    @Test func `its pulse has the requested rate`() throws {
      let stream = StreamedFrames(try run.scenario("pulse"))
      let bytes = try Data(contentsOf: URL(filePath: run.file("pulse.YUYV")))
      var monitor = HeartRateMonitor(.init(interval: 15))
      let readings =
        try monitor.append(contentsOf: stream.colorSamples(of: bytes, width: 160, height: 120))
        + monitor.finish()
      let rate = try #require(readings.first?.rate, "\(readings)")
      #expect(abs(rate.beatsPerMinute - 84) < 1.5, "\(rate)")
    }

    private func meanColor(_ name: String, width: Int, height: Int) throws -> ColorSample {
      let bytes = try Data(contentsOf: URL(filePath: run.file(name + ".YUYV")))
      let stream = StreamedFrames(try run.scenario(name))
      return mean(try stream.colorSamples(of: bytes, width: width, height: height))
    }

    /// The mean over all frames but the first five, which were on their way while the camera was being set.
    private func mean(_ samples: [ColorSample]) -> ColorSample {
      let samples = samples.dropFirst(5)
      let count = Double(samples.count)
      return ColorSample(
        time: 0, red: samples.reduce(0) { $0 + $1.red } / count,
        green: samples.reduce(0) { $0 + $1.green } / count,
        blue: samples.reduce(0) { $0 + $1.blue } / count)
    }
  }
}
