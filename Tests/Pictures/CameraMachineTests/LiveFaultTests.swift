import FoundationEssentials
import TestSupport
import Testing

extension CameraMachineSuite {
  /// `heartcam live` with faults of a USB camera behind its real driver, and of the kernel's test camera.
  struct LiveFaultTests {
    /// The first lines of each of the three scripts.
    private static let preparation = """
      export HOME=$PWD SWIFT_BACKTRACE=enable=no
      heartcam=\(CameraMachine.heartcam)
      usb() { # NAME SECONDS OPTIONS...
        local name=$1 limit=$2
        shift 2
        scenario "$name" "$limit" "$heartcam" live --json --fps 30 --size 160x120 --camera "$(usb_node A1)" \
          --store none "$@"
      }

      """

    /// Unplugging: without --wait the session ends, with it the session pauses. Frames that are dropped, truncated,
    /// marked as faulty or not pictures; a stall; darkness.
    static let camera = GuestScript(
      name: "live-faults",
      commands: preparation + """
        show_damaged_frames
        plug_in A1 --bpm 66 --at "14 unplug"
        scenario unplugged 60 "$heartcam" live --json --fps 30 --size 160x120 --camera "$(usb_node A1)" --save \
          --store "$PWD/health.db"
        scenario list 60 "$heartcam" store list --json --store "$PWD/health.db"
        await 10 is_gone A1
        plug_in A1 --bpm 66 --at "14 unplug"
        usb waiting 90 --wait --duration 40 &
        await 60 is_gone A1
        sleep 2
        plug_in A1 --bpm 66
        wait
        unplug A1

        orders=(--at "8 drop 4" --at "9 truncate 3" --at "10 error 3" --at "11 stall 1.5" --at "16 dark" --at "19 finger")
        plug_in A1 --bpm 66 "${orders[@]}"
        usb frames 60 --encoding YUYV --duration 30
        order A1 "garbage 20"
        usb garbage 40 --encoding MJPG --duration 12
        (sleep 10; order A1 "stall 7") &
        usb stall 60 --duration 24
        wait
        unplug A1
        """)

    /// The test camera's own faults, each during the stream.
    static let testCamera = GuestScript(
      name: "test-camera-faults",
      commands: preparation + """
        vivid=/dev/video0
        fault() { # NAME CONTROL[=VALUE]
          (sleep 3; v4l2-ctl -d $vivid -c "$2") &
          scenario "vivid-$1" 40 "$heartcam" live --json --camera $vivid --duration 7 --store none
          wait
        }
        scenario vivid-plain 40 "$heartcam" live --json --camera $vivid --duration 4 --store none
        # A red picture passes for a finger, and its gain changes nothing: the search must end all the same.
        v4l2-ctl -d $vivid -c gain_automatic=1
        red=$(v4l2-ctl -d $vivid -L | sed -n 's/^[^0-9]*\\([0-9]*\\): .*Red$/\\1/p' | head -1)
        v4l2-ctl -d $vivid -c "test_pattern=$red,osd_text_mode=2"
        v4l2-ctl -d $vivid -l | grep -Ev 'inactive|read_only|payload' >red-before
        scenario vivid-red 40 "$heartcam" live --json --camera $vivid --duration 8 --store none
        v4l2-ctl -d $vivid -l | grep -Ev 'inactive|read_only|payload' >red-after
        v4l2-ctl -d $vivid -c test_pattern=0,osd_text_mode=0
        fault buffers inject_v4l2_buf_flag_error=1
        fault streaming inject_fatal_streaming_error=1
        fault queue inject_vidioc_qbuf_error=1
        fault dropped percentage_of_dropped_buffers=40
        v4l2-ctl -d $vivid -c percentage_of_dropped_buffers=0
        fault exposure-end timestamp_source=1
        fault sequence wrap_sequence_number=1
        v4l2-ctl -d $vivid -c wrap_sequence_number=0
        fault clock wrap_timestamp=1
        v4l2-ctl -d $vivid -c wrap_timestamp=0
        for call in reqbufs streamon; do
          v4l2-ctl -d $vivid -c "inject_vidioc_${call}_error=1"
          scenario "vivid-$call" 40 "$heartcam" live --json --camera $vivid --duration 3 --store none
        done
        fault disconnect disconnect=1
        scenario vivid-again 40 "$heartcam" live --json --camera $vivid --duration 3 --store none
        """)

    /// A recording in the loopback camera.
    static let recordings = GuestScript(
      name: "live-recordings",
      commands: preparation + """
        for encoding in yuyv mjpeg; do
        play "../$encoding" /dev/video1 || exit 1
        scenario "recording-$encoding" 60 "$heartcam" live --json --camera /dev/video1 --duration 14 --store none
        stop_playing
        done
        """)

    private func testCamera(_ name: String) async throws -> LiveRun {
      try await LiveRun(SharedMachine.virtual.run(of: Self.testCamera).scenario("vivid-" + name))
    }

    @Test(arguments: ["yuyv", "mjpeg"])
    func `a recording in a loopback camera has its own rate`(encoding: String) async throws {
      let live = try await LiveRun(
        SharedMachine.virtual.run(of: Self.recordings).scenario("recording-" + encoding))
      #expect(live.scenario.status == 0, "\(live)")
      #expect(abs((live.sessionRate ?? 0) - 62) < 1, "\(live)")
    }

    @Test func `missing and damaged frames are counted, and no rate is wrong`() async throws {
      let live = try await LiveRun(SharedMachine.usb.run(of: Self.camera).scenario("frames"))
      #expect(live.scenario.status == 0, "\(live)")
      #expect(live.lostCount >= 6, "\(live)")
      #expect(live.rates.count > 3, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 66) < 4, "\(bpm) at \(time)") }
      #expect(live.advice.contains("too_dark"), "\(live)")
    }

    @Test func `frames that are not pictures are counted, and later ones are measured`()
      async throws
    {
      let live = try await LiveRun(SharedMachine.usb.run(of: Self.camera).scenario("garbage"))
      #expect(live.scenario.status == 0, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 66) < 4, "\(bpm) at \(time)") }
      #expect(live.rates.count > 3, "\(live)")
    }

    @Test func `a camera that stalls is opened again`() async throws {
      let live = try await LiveRun(SharedMachine.usb.run(of: Self.camera).scenario("stall"))
      #expect(live.scenario.status <= 1, "\(live)")
      #expect(live.advice.contains("waiting"), "\(live)")
      #expect(
        live.events("disconnected").contains { $0.text?.contains("opening it again") == true })
      #expect(live.events("source").count >= 2, "\(live)")
    }

    @Test func `unplugging ends a session in order: it is reported and saved`() async throws {
      let live = try await LiveRun(SharedMachine.usb.run(of: Self.camera).scenario("unplugged"))
      #expect(live.scenario.status == 74, "\(live)")
      #expect(abs((live.sessionRate ?? 0) - 66) < 1, "\(live)")
      #expect(live.scenario.errors.contains("the camera is gone"), "\(live)")
      #expect(try await SharedMachine.usb.run(of: Self.camera).scenario("list").lines.count >= 2)
    }

    @Test func `with --wait a session continues when the camera is back`() async throws {
      let live = try await LiveRun(SharedMachine.usb.run(of: Self.camera).scenario("waiting"))
      #expect(live.scenario.status == 0, "\(live)")
      #expect(live.events("disconnected").count == 1, "\(live)")
      #expect(live.events("source").count == 2, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 66) < 4, "\(bpm) at \(time)") }
      #expect(live.rates.contains { $0.time > 28 }, "\(live)")
    }

    @Test(arguments: [
      "plain", "buffers", "streaming", "queue", "dropped", "exposure-end", "sequence", "clock",
      "reqbufs", "streamon", "disconnect", "again",
    ])
    func `no driver fault causes a crash, a hang or a false pulse`(name: String) async throws {
      let live = try await testCamera(name)
      // 1: a test picture has no pulse; 2 and 74: the camera failed at once or during the session.
      #expect([1, 2, 74].contains(live.scenario.status), "\(live)")
      #expect(live.rates.isEmpty && live.sessionRate == nil, "\(live)")
      if live.scenario.status != 1 { #expect(!live.scenario.errors.isEmpty) }
    }

    @Test func `the test driver's controls change nothing, and are restored after the search`()
      async throws
    {
      let live = try await testCamera("red")
      #expect(live.scenario.status == 1 && live.rates.isEmpty, "\(live)")
      let settings = try #require(live.events("settings").last?.settings, "\(live)")
      #expect(settings["Gain, Automatic"] == "0" && settings["Gain"] != nil, "\(settings)")
      let run = try await SharedMachine.virtual.run(of: Self.testCamera)
      #expect(try run.text(of: "red-after") == run.text(of: "red-before"))
    }

    @Test func `faults that a camera survives do not end the session, others are reported`()
      async throws
    {
      for name in ["plain", "buffers", "dropped", "exposure-end", "sequence", "clock", "streaming"]
      {
        let live = try await testCamera(name)
        #expect(live.scenario.status == 1, "\(name): \(live)")
      }
      let disconnected = try await testCamera("disconnect")
      #expect(disconnected.scenario.status == 74, "\(disconnected)")
      #expect(disconnected.events("error").count == 1)
      let dropped = try await testCamera("dropped")
      #expect(dropped.lostCount > 10, "\(dropped)")
      // Numbers that wrap around must not count as millions of lost frames.
      for name in ["sequence", "clock"] {
        let live = try await testCamera(name)
        #expect(live.lostCount < 60, "\(live)")
      }
    }
  }
}
