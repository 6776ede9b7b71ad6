import Testing

extension CameraMachineSuite {
  /// The faults that a USB camera can be ordered to have.
  struct USBFaultTests {
    static let script = GuestScript(
      name: "usb-faults",
      commands: """
        show_damaged_frames
        options=(--at "0.5 drop 5" --at "1 truncate 2" --at "1.5 error 3" --at "2 stall 1")
        plug_in A1 "${options[@]}"
        v4l2-ctl -d "$CAMERA" --set-fmt-video=width=160,height=120,pixelformat=YUYV
        v4l2-ctl -d "$CAMERA" -c exposure_dynamic_framerate=0
        scenario faults 60 v4l2-ctl -d "$CAMERA" --stream-mmap --verbose --stream-count=120

        (sleep 2; order A1 unplug) &
        scenario streaming 60 v4l2-ctl -d "$CAMERA" --stream-mmap --stream-count=900
        await 10 is_gone A1
        ls /dev /dev/v4l/by-id >after-unplug
        plug_in A1 --scene dark
        plug_in B2 --name Second --kind infrared
        scenario infrared 60 v4l2-ctl -d "$CAMERA" --stream-mmap --verbose --stream-count=15 --get-fmt-video
        ls /dev/video* /dev/v4l/by-id >after-plug
        v4l2-ctl -d "$(usb_node A1)" --set-fmt-video=width=160,height=120,pixelformat=YUYV
        scenario dark 60 v4l2-ctl -d "$(usb_node A1)" --stream-mmap --verbose --stream-count=60
        scenario hang 1 sleep 60
        unplug A1
        ls /dev/video* /dev/v4l/by-id >after-kill
        unplug B2
        """)

    let run: GuestRun

    init() async throws { run = try await SharedMachine.usb.run(of: Self.script) }

    @Test func `dropped, damaged and late frames show in sizes and times`() throws {
      let scenario = try run.scenario("faults")
      let stream = StreamedFrames(scenario)
      // The program does not count frames with an error.
      #expect(stream.frames.count == 125, "\(run)")
      #expect(stream.frames.filter { $0.byteCount < 160 * 120 * 2 }.count == 2, "\(scenario)")
      let marked = (scenario.output + scenario.errors).split(separator: "\n")
        .filter { $0.contains("(error") || $0.contains(", error") }
      // Two truncated frames and three that the camera marked.
      #expect(marked.count == 5, "\(scenario)")
      // Five frames dropped, and a second of silence.
      let gaps = stream.intervals
      #expect(gaps.filter { 0.15...0.3 ~= $0 }.count == 1, "\(gaps)")
      #expect(gaps.filter { 0.9...1.2 ~= $0 }.count == 1, "\(gaps)")
    }

    @Test func `unplugging removes the node, and plugging in restores it`() throws {
      #expect(try run.scenario("streaming").status != 124)
      let none = try run.text(of: "after-unplug")
      #expect(none.contains("null\n") && !none.contains("video"), "\(none)")
      let nodes = try run.text(of: "after-plug").split(separator: "\n").map(String.init)
      #expect(
        nodes == [
          "/dev/video0", "/dev/video1", "/dev/video2", "/dev/video3", "/dev/v4l/by-id:",
          "usb-Heartcam_Second_B2-video-index0", "usb-Heartcam_Second_B2-video-index1",
          "usb-Heartcam_Simulated_Camera_A1-video-index0",
          "usb-Heartcam_Simulated_Camera_A1-video-index1",
        ])
      let left = try run.text(of: "after-kill").split(separator: "\n").map(String.init)
      #expect(
        left == [
          "/dev/video2", "/dev/video3", "/dev/v4l/by-id:", "usb-Heartcam_Second_B2-video-index0",
          "usb-Heartcam_Second_B2-video-index1",
        ])
    }

    @Test func `an infrared camera has no color`() throws {
      let infrared = try run.scenario("infrared")
      #expect(infrared.output.contains("'GREY'"), "\(infrared)")
      #expect(
        StreamedFrames(infrared).frames.map(\.byteCount) == Array(repeating: 76_800, count: 15))
    }

    @Test func `a dynamic frame rate halves in the dark`() throws {
      var stream = StreamedFrames(try run.scenario("dark"))
      #expect(stream.frames.count == 60)
      stream.frames.removeFirst(40)
      #expect(abs(stream.rate - 15) < 1, "\(stream.rate)")
    }

    @Test func `a scenario that hangs is stopped and others continue`() throws {
      #expect(try run.scenario("hang").status == 124)
      #expect(run.status == 0, "\(run)")
    }
  }
}
