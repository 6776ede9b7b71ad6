import CommandLineParsing
import Dispatch
import FoundationEssentials
import Glibc
import LivePage
import SampleStore
import Synchronization
import TestSupport
import Testing
import VideoFrames

@testable import CommandEnvironment
@testable import PageCommands
@testable import Measurement
@testable import TestPrograms

/// `heartcam serve` in this process, with a camera that a test plays.
final class ServedCamera: Sendable {
  private enum Flag { case unplugged, over }
  private let flags = Mutex<Set<Flag>>([])
  private let server: PageServer
  private let loop = DispatchGroup()
  let address: String

  /// - Parameter play: Sends what the camera sends; it ends once the camera is unplugged.
  init(
    _ store: String, in folder: TemporaryFolder,
    _ play: @escaping @Sendable (LiveOutlet, _ isUnplugged: () -> Bool) -> Void
  ) throws {
    let location = try StoreLocation(path: store)
    let (hub, served) = (EventHub(), ServedStore(location))
    let stage = SessionStage(hub: hub)
    let jobs = try #require(
      FileJobs(hub: hub, folder: folder.path, location: location, environment: [:]))
    let routes = PageRoutes(
      store: served, stage: stage, jobs: jobs, folder: folder.path, replay: "camera",
      environment: [:], zone: .utc)
    let made = Mutex<PageGuard?>(nil)
    server = try PageServer(port: 0, routes: routes.all, hub: hub, uploadFolder: folder.path) {
      let admission = PageGuard(
        hosts: PageGuard.hosts(address: "127.0.0.1", port: $0), port: $0)
      made.withLock { $0 = admission }
      return admission
    }
    address = made.withLock { $0?.address } ?? ""
    DispatchQueue.global().async(group: loop) { [self] in
      guard
        case .run(let arguments)? = try? ServeCommand.description.parse([
          "--replay", "camera", "--store", store,
        ]),
        let configuration = try? Configuration(environment: [:], for: ServeCommand.description)
      else { return }
      let context = CommandContext(
        arguments, environment: [:], terminal: Terminal(environment: [:]), zone: .utc,
        configuration: configuration, description: ServeCommand.description,
        output: ResultOutput())
      var session = SteeredSession(context, in: stage.own, stage) { [self] _ in
        LiveMeasurement(
          LiveFeed { outlet in
            play(outlet) { self.flags.withLock { $0.contains(.unplugged) } }
          }, options: MeasurementOptions())
      }
      session.run { self.flags.withLock { $0.contains(.over) } }
    }
  }

  func unplug() { flags.withLock { _ = $0.insert(.unplugged) } }

  func end() {
    flags.withLock { $0 = [.unplugged, .over] }
    loop.wait()
    server.stop()
  }

  /// What the camera says that it is.
  static var description: LiveSourceDescription {
    var camera = LiveSourceDescription(name: "A Camera", kind: "640x480 YUYV")
    (camera.isCamera, camera.path) = (true, "/dev/video7")
    return camera
  }

  /// A frame of a finger at 72 beats per minute.
  static func sample(at time: Double) -> ColorSample {
    let phase = 2 * .pi * 1.2 * time
    let pulse = sin(phase) + 0.4 * sin(2 * phase)
    return ColorSample(
      time: time, red: 200 - 3 * pulse, green: 60 - 2 * pulse, blue: 40 - pulse, spread: 0.1,
      clippedShare: 0)
  }
}
