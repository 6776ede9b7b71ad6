package import CommandEnvironment
package import CommandLineParsing
import Glibc
import LiveCommands
import LivePage
import MeasureCommands
import Measurement
import SampleSelection
import Sandbox
import Synchronization
import Threads
import V4L2Source

/// `heartcam serve`
package enum ServeCommand {
  /// The library that the page is served by, and its version.
  package static let library = PageServer.library

  package static let description = CommandDescription(
    name: "serve",
    summary: "Measure and look at the store in a browser, on this machine.",
    discussion: """
      Prints an address that lets one browser in, once; the next one is printed as soon as it has been used. \
      The page measures with a camera, shows what the store holds, imports, exports, and measures videos that \
      are dropped on it. Nothing leaves the machine. Ctrl-C ends it. With --phone, a phone on the same network is \
      the camera: scan the printed code, and lay a finger over its lens and lamp.
      """,
    examples: [
      CommandExample("heartcam serve --open", "Open the page."),
      CommandExample(
        "heartcam serve --replay finger.mp4", "Show a recording as if it came from a camera."),
    ],
    options: ServeOptions.all, exclusions: ServeOptions.exclusions,
    requirements: LiveOptions.requirements
      + ServeOptions.ofPhones.map { OptionRequirement($0, needs: ServeOptions.phone) })

  package static func run(_ context: CommandContext) throws -> ExitCode {
    let isNone = MeasureOptions.savesNothing(context)
    let store = ServedStore(
      isNone ? nil : try StoreOptions.location(context[MeasureOptions.store], context))
    _ = try store.existing()
    guard let folder = PrivateFolder() else {
      throw CommandError.ioError(
        "no folder can be made for uploads; is there room in the temporary folder?")
    }
    Interruption.listen()
    signal(SIGPIPE, SIG_IGN)
    let hub = EventHub()
    let stage = SessionStage(hub: hub)
    let jobs = FileJobs(
      hub: hub, folder: folder.path, location: store.location,
      words: context[SandboxOptions.noSandbox] ? ["--\(SandboxOptions.noSandbox.name)"] : [],
      environment: context.environment)
    let watch = OwnThread { store.announceChanges(to: hub) }
    guard let jobs else { throw CommandError.ioError("the system gives no further thread") }
    let phones = PhoneRoutes(
      sessions: PhoneSessions(stage) { phone in
        var session = SteeredSession(context, in: phone.seat, stage) { _ in
          remote(phone.takeCamera(), context)
        }
        session.run { Interruption.isRequested || phone.isOver }
      }, jobs: jobs)
    let served =
      context[ServeOptions.phone]
      ? try ServedPhones(context, hub: hub, phones, folder: folder.path)
      : nil
    let page = PageRoutes(
      store: store, stage: stage, jobs: jobs, folder: folder.path,
      replay: context[LiveOptions.replay], environment: context.environment, zone: context.zone,
      phones: phones, invitation: served?.invitation)
    let address = context[ServeOptions.listen]
    let admission = Mutex<PageGuard?>(nil)
    let server: PageServer
    do throws(PageServerError) {
      server = try PageServer(
        address: address, port: context[ServeOptions.port], routes: page.all, hub: hub,
        uploadFolder: folder.path
      ) { port in
        let made = PageGuard(hosts: PageGuard.hosts(address: address, port: port), port: port) {
          unlink("\(folder.path)/\(Browser.door)")
          CommandEnvironment.report("for another browser: \($0)")
        }
        admission.withLock { $0 = made }
        return made
      }
    } catch {
      throw CommandError.ioError(
        "\(error)" + (error.code == EAGAIN ? "" : "; --port and --listen name others"))
    }
    if let page = admission.withLock({ $0?.address }) {
      context.output.write(page + "\n")
      if context[ServeOptions.open] { Browser.open(page, folder.path, context.environment) }
    }
    served?.announce()
    var session = SteeredSession(context, in: stage.own, stage) { camera in
      measurement(context, camera)
    }
    session.run()
    phones.sessions.stop()
    served?.stop()
    watch.join()
    server.stop()
    jobs.stop()
    return context.output.hasFailed ? .ioError : .success
  }

  private static func measurement(_ context: CommandContext, _ camera: String?) -> LiveMeasurement {
    var options = MeasureOptions.measurement(context)
    if camera == nil, let file = context[LiveOptions.replay] {
      options.sandbox = RecordingSandbox.chosen(context)
      let recording = RecordingInput(file)
      return LiveMeasurement(
        .replay(recording, options: options, speed: context[LiveOptions.speed]), of: recording,
        options: options)
    }
    var request = LiveCommand.camera(context, options)
    if let camera { (request.request.path, request.name) = (camera, nil) }
    return LiveMeasurement(.camera(request), options: options)
  }

  /// Returns a measurement of a phone's frames, each the mean of a whole picture.
  private static func remote(_ camera: RemoteCamera, _ context: CommandContext) -> LiveMeasurement {
    var options = MeasureOptions.measurement(context)
    options.region = nil
    return LiveMeasurement(.remote(camera), options: options)
  }
}

/// Opens a page in the user's browser.
private enum Browser {
  /// A file that leads to the page, until it was used.
  static let door = "open.html"

  /// Opens an address. Every user may read a program's arguments, so the address is in a file for this user alone.
  static func open(_ address: String, _ folder: String, _ environment: [String: String]) {
    let file = "\(folder)/\(door)"
    let text = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    do {
      try PrivateFile.write(text, to: file)
      _ = try ChildProgram.start(["/usr/bin/xdg-open", file], environment: environment)
    } catch {
      report("no browser can be opened: open the address by hand")
    }
  }
}
