import Testing
import TestSupport

extension CameraMachineSuite {
  /// Recordings played into v4l2loopback, and the kernel's own test camera.
  struct LoopbackTests {
    static let script = GuestScript(
      name: "loopback",
      commands: """
        scenario vivid 60 v4l2-ctl -d /dev/video0 --list-formats-ext
        v4l2-ctl -d /dev/video0 --set-fmt-video=width=320,height=180,pixelformat=YUYV
        scenario frames 60 v4l2-ctl -d /dev/video0 --stream-mmap --verbose --stream-count=10
        for encoding in yuyv mjpeg; do
          play "../$encoding" /dev/video1 || exit 1
          scenario "$encoding-format" 60 v4l2-ctl -d /dev/video1 --get-fmt-video
          scenario "$encoding-stream" 60 v4l2-ctl -d /dev/video1 --stream-mmap --verbose --stream-count=120
          stop_playing
        done
        scenario disconnected 60 v4l2-ctl -d /dev/video0 --stream-mmap --stream-count=900 &
        sleep 2
        v4l2-ctl -d /dev/video0 -c disconnect=1
        wait
        """)

    let run: GuestRun

    init() async throws { run = try await SharedMachine.virtual.run(of: Self.script) }

    @Test(arguments: [("yuyv", "'YUYV'"), ("mjpeg", "'MJPG'")])
    func `a recording is played at its own pace`(name: String, code: String) throws {
      #expect(run.status == 0, "\(run)")
      let format = try run.scenario(name + "-format").output
      #expect(format.contains("160/120") && format.contains(code), "\(run)")
      // The driver first delivers the backlog.
      var stream = StreamedFrames(try run.scenario(name + "-stream"))
      #expect(stream.frames.count == 120)
      stream.frames.removeFirst(60)
      #expect(abs(stream.rate - 30) < 1, "\(stream.rate)")
    }

    @Test func `the test driver has formats, frames and faults`() throws {
      let formats = try run.scenario("vivid").output
      #expect(formats.contains("'YUYV'") && formats.contains("'NV12'"))
      #expect(StreamedFrames(try run.scenario("frames")).frames.count == 10)
      // The program asked for more frames than the time allowed, and got the error that the camera is gone.
      #expect(try run.scenario("disconnected").status != 124)
    }
  }
}
