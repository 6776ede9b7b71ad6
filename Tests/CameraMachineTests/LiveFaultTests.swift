import FoundationEssentials
import TestSupport
import Testing

extension CameraMachineSuite {
  /// `heartcam live` while things go wrong: a USB camera with the real driver, and the kernel's test camera.
  struct LiveFaultTests {
    private static let boot = Task {
      let folder = try TemporaryFolder()
      for encoding in ["yuyv", "mjpeg"] {
        try await ToolRun.simulator(
          "prepare", Samples.path("resting.mp4"), folder.file(encoding), "--encoding", encoding,
          "--width", "160", "--height", "120")
      }
      return try await CameraMachine.run(
        [.vivid(), .loopback(), .usb("nodrop=1")], limit: 420, in: folder,
        script: """
          export HOME=$PWD SWIFT_BACKTRACE=enable=no
          heartcam=\(CameraMachine.heartcam)
          vivid=/dev/video0 loopback=/dev/video1
          usb() { # NAME SECONDS OPTIONS...
            local name=$1 limit=$2
            shift 2
            scenario "$name" "$limit" "$heartcam" live --json --fps 30 --size 160x120 --camera "$(usb_node A1)" \
              --store none "$@"
          }

          # A recording in the loopback camera.
          for encoding in yuyv mjpeg; do
            play "$encoding" $loopback || exit 1
            scenario "recording-$encoding" 40 "$heartcam" live --json --camera $loopback --for 14 --store none
            stop_playing
          done

          # Frames that are dropped, cut short, marked as wrong, or no pictures at all; a silence; darkness.
          orders=(--at "8 drop 4" --at "9 truncate 3" --at "10 error 3" --at "11 stall 1.5" --at "16 dark" --at "19 finger")
          plug_in A1 --bpm 66 "${orders[@]}"
          usb frames 60 --format YUYV --for 30
          order A1 "garbage 20"
          usb garbage 40 --format MJPG --for 12
          (sleep 10; order A1 "stall 7") &
          usb stall 40 --for 24
          wait

          # The plug is pulled: without --wait that is the end, with it a pause.
          (sleep 14; unplug A1) &
          scenario unplugged 40 "$heartcam" live --json --fps 30 --size 160x120 --camera "$(usb_node A1)" --save \
            --store "$PWD/health.db"
          wait
          scenario list 10 "$heartcam" store list --json --type HeartRate --store "$PWD/health.db"
          plug_in A1 --bpm 66
          usb waiting 60 --wait --for 40 &
          sleep 14
          unplug A1
          sleep 2
          plug_in A1 --bpm 66
          wait
          unplug A1

          # The test camera's own faults, each while frames come.
          fault() { # NAME CONTROL[=VALUE]
            (sleep 3; v4l2-ctl -d $vivid -c "$2") &
            scenario "vivid-$1" 20 "$heartcam" live --json --camera $vivid --for 7 --store none
            wait
          }
          scenario vivid-plain 20 "$heartcam" live --json --camera $vivid --for 4 --store none
          # A red picture passes for a finger, and its gain changes nothing: the search must end all the same.
          v4l2-ctl -d $vivid -c gain_automatic=1
          red=$(v4l2-ctl -d $vivid -L | sed -n 's/^[^0-9]*\\([0-9]*\\): .*Red$/\\1/p' | head -1)
          v4l2-ctl -d $vivid -c "test_pattern=$red,osd_text_mode=2"
          v4l2-ctl -d $vivid -l | grep -Ev 'inactive|read_only|payload' >red-before
          scenario vivid-red 30 "$heartcam" live --json --camera $vivid --for 8 --store none
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
            scenario "vivid-$call" 20 "$heartcam" live --json --camera $vivid --for 3 --store none
          done
          fault disconnect disconnect=1
          scenario vivid-again 20 "$heartcam" live --json --camera $vivid --for 3 --store none
          """)
    }

    let run: GuestRun

    init() async throws { run = try await Self.boot.value }

    private func live(_ name: String) throws -> LiveRun { try LiveRun(run.scenario(name)) }

    @Test(arguments: ["yuyv", "mjpeg"])
    func `a recording in a loopback camera has its own rate`(encoding: String) throws {
      let live = try live("recording-" + encoding)
      #expect(live.scenario.status == 0, "\(live)")
      #expect(abs((live.sessionRate ?? 0) - 62) < 1, "\(live)")
    }

    @Test func `frames that are missing or damaged are counted, and no rate is wrong`() throws {
      let live = try live("frames")
      #expect(live.scenario.status == 0, "\(live)")
      #expect(live.lostCount >= 6, "\(live)")
      #expect(live.rates.count > 3, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 66) < 4, "\(bpm) at \(time)") }
      #expect(live.advice.contains("too_dark"), "\(live)")
    }

    @Test func `pictures that are none are counted, and those after them measured`() throws {
      let live = try live("garbage")
      #expect(live.scenario.status == 0, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 66) < 4, "\(bpm) at \(time)") }
      #expect(live.rates.count > 3, "\(live)")
    }

    @Test func `a camera that falls silent is opened anew`() throws {
      let live = try live("stall")
      #expect(live.scenario.status <= 1, "\(live)")
      #expect(live.advice.contains("waiting"), "\(live)")
      #expect(live.events("disconnected").contains { $0.text?.contains("opening it anew") == true })
      #expect(live.events("source").count >= 2, "\(live)")
    }

    @Test func `unplugging ends a session in order: it is told, and saved`() throws {
      let live = try live("unplugged")
      #expect(live.scenario.status == 74, "\(live)")
      #expect(abs((live.sessionRate ?? 0) - 66) < 1, "\(live)")
      #expect(live.scenario.errors.contains("the camera is gone"), "\(live)")
      #expect(try run.scenario("list").lines.count >= 2)
    }

    @Test func `with --wait a session goes on when the camera is back`() throws {
      let live = try live("waiting")
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
    func `no fault of a driver crashes it, hangs it or makes up a pulse`(name: String) throws {
      let live = try live("vivid-" + name)
      // 1: a test picture has no pulse; 2 and 74: the camera failed at once or on the way.
      #expect([1, 2, 74].contains(live.scenario.status), "\(live)")
      #expect(live.rates.isEmpty && live.sessionRate == nil, "\(live)")
      if live.scenario.status != 1 { #expect(!live.scenario.errors.isEmpty) }
    }

    @Test func `the test driver's controls are searched in vain and put back`() throws {
      let live = try live("vivid-red")
      #expect(live.scenario.status == 1 && live.rates.isEmpty, "\(live)")
      let settings = try #require(live.events("settings").last?.settings, "\(live)")
      #expect(settings["Gain, Automatic"] == "0" && settings["Gain"] != nil, "\(settings)")
      #expect(try run.text(of: "red-after") == run.text(of: "red-before"))
    }

    @Test func `what a camera survives it survives, and what it does not is told`() throws {
      for name in ["plain", "buffers", "dropped", "exposure-end", "sequence", "clock", "streaming"]
      {
        let live = try live("vivid-" + name)
        #expect(live.scenario.status == 1, "\(name): \(live)")
      }
      let disconnected = try live("vivid-disconnect")
      #expect(disconnected.scenario.status == 74, "\(disconnected)")
      #expect(disconnected.events("error").count == 1)
      let dropped = try live("vivid-dropped")
      #expect(dropped.lostCount > 10, "\(dropped)")
      // Numbers that wrap around are no millions of lost frames.
      for name in ["sequence", "clock"] {
        let live = try live("vivid-" + name)
        #expect(live.lostCount < 60, "\(live)")
      }
    }
  }
}
