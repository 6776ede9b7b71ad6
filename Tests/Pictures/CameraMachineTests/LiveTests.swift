import FoundationEssentials
import Testing

extension CameraMachineSuite {
  /// `heartcam live` with a USB camera behind its real driver.
  struct LiveTests {
    static let script = GuestScript(
      name: "live",
      commands: """
        export HOME=$PWD SWIFT_BACKTRACE=enable=no
        heartcam=\(CameraMachine.heartcam)
        small="--fps 30 --size 160x120"
        controls() { v4l2-ctl -d "$CAMERA" -l | sed 's/flags=.*//'; }
        live() { # NAME SECONDS OPTIONS...
          local name=$1 limit=$2
          shift 2
          # shellcheck disable=SC2086
          scenario "$name" "$limit" "$heartcam" live --json --store none $small "$@"
        }

        plug_in A1 --name "Finger Camera" --bpm 84 --at "0 nofinger" --at "3 finger"
        scenario cameras 60 "$heartcam" camera list --json
        scenario listing 60 "$heartcam" camera list
        controls >before
        live yuyv 60 --encoding YUYV --duration 20
        controls >after
        live mjpeg 60 --encoding MJPG --duration 13 --camera finger
        scenario check 60 "$heartcam" camera check --duration 5 --json $small
        controls >after-check
        scenario saved 60 "$heartcam" live $small --until-stable --save --store "$PWD/health.db" --plain
        scenario list 60 "$heartcam" store list --json --store "$PWD/health.db"
        v4l2-ctl -d "$CAMERA" --stream-mmap --stream-count=9000 >/dev/null 2>&1 &
        holder=$!
        sleep 1
        live taken 60 --duration 3
        kill "$holder"
        await 5 has_ended "$holder"

        # Signals in the middle of a session, the last of them one that nothing can catch.
        for signal in INT TERM HUP; do
          # shellcheck disable=SC2086
          scenario "signal-$signal" 60 timeout -s "$signal" 12 "$heartcam" live --json --store none $small
          controls >"after-$signal"
        done
        # Ctrl-Z in the middle, as a shell sends it to its job: the camera is let go until the session goes on.
        is_stopped() {
          local state
          read -r _ _ state _ <"/proc/$job/stat" && [[ $state == T ]]
        }
        has_rates() { [[ $(grep -c '"type":"rate"' suspended.out) -gt $1 ]]; }
        set -m
        # shellcheck disable=SC2086
        "$heartcam" live --json --store none $small >suspended.out 2>suspended.err &
        job=$!
        set +m
        await 40 has_rates 1
        kill -TSTP -- "-$job"
        await 20 is_stopped && echo stopped >suspended.state
        controls >after-TSTP
        v4l2-ctl -d "$CAMERA" --stream-mmap --stream-count=5 >/dev/null 2>&1 && echo free >>suspended.state
        before=$(grep -c '"type":"rate"' suspended.out)
        kill -CONT -- "-$job"
        await 40 has_rates "$before" && echo continued >>suspended.state
        kill -INT -- "-$job"
        ended=0
        wait "$job" || ended=$?
        echo "$ended" >suspended.status
        controls >after-suspension
        # shellcheck disable=SC2086
        scenario killed 60 timeout -s KILL 12 "$heartcam" live --json --store none $small
        controls >after-KILL
        live restoring 60 --duration 2 --no-lock
        controls >after-restoring
        unplug A1
        live absent 60 --duration 3
        """)

    let run: GuestRun

    init() async throws { run = try await SharedMachine.usb.run(of: Self.script) }

    private func live(_ name: String) throws -> LiveRun { try LiveRun(run.scenario(name)) }

    @Test func `the camera is listed with its modes and controls, its metadata node is not`() throws
    {
      let cameras = try run.scenario("cameras")
      #expect(cameras.status == 0 && cameras.lines.count == 1, "\(cameras)")
      for part in [
        "\"name\":\"Finger Camera\"", "usb-Heartcam_Finger_Camera_A1-video-index0", "YUYV", "MJPG",
        "640",
      ] {
        #expect(cameras.output.contains(part), "\(part): \(cameras)")
      }
      let listing = try run.scenario("listing").output
      #expect(listing.contains("Finger Camera") && listing.contains("Exposure Time"), "\(listing)")
    }

    @Test(arguments: ["yuyv", "mjpeg"])
    func `a pulse is measured within one beat a minute`(name: String) throws {
      let live = try live(name)
      #expect(live.scenario.status == 0, "\(live)")
      #expect(abs((live.sessionRate ?? 0) - 84) < 1, "\(live)")
      #expect(live.rates.count >= 5)
      for (time, bpm) in live.rates { #expect(abs(bpm - 84) < 2, "\(bpm) at \(time)") }
      #expect(
        live.events("source").first?.kind
          == "160x120 \(name == "yuyv" ? "YUYV" : "MJPG") at 30 frames/s")
    }

    @Test
    func `guidance leads from the empty lens to a number within twelve seconds of the finger`()
      throws
    {
      let live = try live("yuyv")
      #expect(live.advice.contains("place_finger"), "\(live)")
      #expect(live.advice.last == "measured", "\(live)")
      let first = try #require(live.rates.first)
      #expect((3 + 6...3 + 12).contains(first.time), "\(first)")
      // No number while the camera was being set or the lens was empty.
      #expect(live.events("reading").allSatisfy { $0.bpm != nil }, "\(live)")
    }

    @Test func `exposure is searched until the level is where the pulse is largest`() throws {
      let log = try run.log(of: "A1")
      let settings = try #require(try live("yuyv").events("settings").last?.settings)
      #expect(settings["Auto Exposure"] == "1" && settings["White Balance, Automatic"] == "0")
      #expect(settings["Exposure, Dynamic Framerate"] == "0")
      #expect(log.contains("set auto_exposure 1"))
      #expect(log.contains { $0.hasPrefix("set exposure_time_absolute") })
      // The level is 210 of 255 at the usual exposure of 156; the search keeps or improves it.
      let exposure = try #require(settings["Exposure Time, Absolute"].flatMap(Double.init))
      let level = 210 * exposure / 156 * 0.9
      #expect((165...230).contains(level), "\(exposure)")
    }

    @Test(arguments: [
      "after", "after-check", "after-INT", "after-TERM", "after-HUP", "after-TSTP",
      "after-suspension",
      "after-restoring",
    ])
    func `every control is restored`(name: String) throws {
      // Controls that automatic exposure and white balance hold change by themselves.
      func held(_ name: String) throws -> [String] {
        try run.text(of: name).split(separator: "\n").map(String.init).filter {
          !$0.contains("exposure_time_absolute") && !$0.contains("white_balance_temperature")
        }
      }
      #expect(try held(name) == held("before"))
      #expect(try !held(name).isEmpty)
    }

    @Test func `after a kill the next run restores the controls`() throws {
      #expect(try run.scenario("killed").status == 137)
      #expect(try run.text(of: "after-KILL") != run.text(of: "before"))
      #expect(try run.scenario("restoring").status <= 1)
    }

    @Test(arguments: [("INT", 124), ("TERM", 124), ("HUP", 124)])
    func `signals end a session in order`(signal: String, status: Int) throws {
      // `timeout` has a status of its own; the program's summary shows that it finished.
      let live = try live("signal-" + signal)
      #expect(live.scenario.status == status, "\(live)")
      #expect(live.events("session").count == 1, "\(live)")
      #expect(!live.scenario.errors.contains("Fatal") && !live.scenario.errors.contains("rash"))
    }

    @Test func `Ctrl-Z lets the camera go, and the session goes on with it afterwards`() throws {
      let live = try live("suspended")
      #expect(try run.text(of: "suspended.state") == "stopped\nfree\ncontinued\n", "\(live)")
      #expect(live.scenario.status == 130, "\(live)")
      #expect(live.events("session").count == 1, "\(live)")
      for (time, bpm) in live.rates { #expect(abs(bpm - 84) < 2, "\(bpm) at \(time)") }
    }

    @Test func `a stable number is saved as a session, with the camera and its settings`() throws {
      let saved = try run.scenario("saved")
      #expect(saved.status == 0, "\(saved)")
      #expect(saved.errors.contains(/8[345] beats per minute have been logged/), "\(saved)")
      let list = try run.scenario("list")
      #expect(list.output.contains("\"HeartcamCamera\":\"Finger Camera\""))
      #expect(
        list.output.contains("Auto Exposure=1") && list.output.contains("HeartcamSessionAverage"))
      #expect(list.output.contains("\"device\":\"Finger Camera\""))
    }

    @Test func `camera check finds the frame rate and that the camera can be held still`() throws {
      let check = try run.scenario("check")
      #expect(check.status <= 1, "\(check)")
      struct Findings: Decodable {
        let frame_rate: Double
        let exposure_lock: String
        let white_balance_lock: String
        let flicker_mains_hz: Double?
      }
      let found = try JSONDecoder().decode(Findings.self, from: Data(check.output.utf8))
      #expect(abs(found.frame_rate - 30) < 1.5, "\(check)")
      #expect(found.exposure_lock == "yes" && found.white_balance_lock == "yes")
      #expect(found.flicker_mains_hz == nil)
    }

    @Test func `a busy or missing camera is an error that says what to do`() throws {
      let taken = try run.scenario("taken")
      #expect(taken.status == 2, "\(taken)")
      #expect(taken.errors.contains("another program uses the camera (v4l2-ctl"), "\(taken)")
      let absent = try run.scenario("absent")
      #expect(absent.status == 2 && absent.errors.contains("plug one in"), "\(absent)")
    }
  }
}
