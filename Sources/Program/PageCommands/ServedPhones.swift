import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc
import LiveCommands
import LivePage
import Measurement
import MeasureCommands
import SampleSelection
import SampleStore
import Synchronization

/// The second listener of `heartcam serve --phone`: on the local network, encrypted, and for phones alone.
final class ServedPhones: Sendable {
  private let server: PageServer

  /// The invitation for the next phone.
  let invitation: PhoneInvitation

  init(_ context: CommandContext, hub: EventHub, _ routes: PhoneRoutes, folder: String) throws {
    guard ServerCertificate.isSupported else {
      throw CommandError.ioError("this machine's libmicrohttpd cannot encrypt, which phones need")
    }
    guard let address = context[ServeOptions.phoneListen] ?? LocalNetwork.address else {
      throw CommandError.ioError(
        "this machine has no address on a network; --phone-listen names one")
    }
    // A listener on all addresses is reached at that of the network.
    let isEverywhere = ["0.0.0.0", "::"].contains(address)
    let reached = isEverywhere ? LocalNetwork.address ?? address : address
    let certificate = try Self.certificate(context, reached)
    let place = "\(folder)/phones"
    try PrivateFile.makeFolder(place)
    var limits = PageServer.Limits()
    (limits.connectionCount, limits.uploadCount) = (100, 2)
    let admission = Mutex<PageGuard?>(nil)
    do throws(PageServerError) {
      server = try PageServer(
        address: address, port: context[ServeOptions.phonePort], certificate: certificate,
        routes: PageFiles.routes(.phone) + [PageRoutes.palette] + routes.all, hub: hub,
        uploadFolder: place,
        limits: limits
      ) { port in
        let made = PageGuard(
          hosts: PageGuard.hosts(address: reached, port: port)
            + LocalNetwork.names.map { "\($0.lowercased()):\(port)" }, port: port,
          isEncrypted: true
        ) { Self.announce($0) }
        admission.withLock { $0 = made }
        return made
      }
    } catch {
      throw CommandError.ioError("\(error); --phone-port and --phone-listen name others")
    }
    let made = admission.withLock { $0 }
    invitation = PhoneInvitation(
      address: { made?.address ?? "" }, fingerprint: certificate.fingerprint)
  }

  /// Says how the first phone gets in, and how it recognizes this machine.
  func announce() {
    Self.announce(invitation.address())
    report("the certificate's SHA-256 is \(invitation.fingerprint)")
  }

  /// Prints an address; at a terminal, as a code to scan too.
  private static func announce(_ address: String) {
    report("for a phone: \(address)")
    guard isatty(STDERR_FILENO) == 1, let code = QRCode(address) else { return }
    writeAll(code.terminalText, to: STDERR_FILENO)
  }

  func stop() { server.stop() }

  // MARK: The certificate

  /// The maximum size in bytes of a file with a certificate.
  private static let largest = 1 << 18

  /// Returns the person's certificate, or the one kept beside the standard store, made or renewed if need be.
  private static func certificate(
    _ context: CommandContext, _ address: String
  ) throws -> ServerCertificate {
    func read(_ path: String) throws(FileError) -> ServerCertificate? {
      let bytes = try OpenFile.bytes(of: path, limit: largest)
      return ServerCertificate(text: String(decoding: bytes, as: UTF8.self))
    }
    if let path = context[ServeOptions.certificate] {
      let own: ServerCertificate?
      do throws(FileError) { own = try read(path) } catch {
        throw CommandError.ioError("cannot read \(path): \(error)")
      }
      guard let own else {
        throw CommandError.badData("\(path) holds no certificate in PEM text")
      }
      return own
    }
    let folder = try dataFolder(context)
    let path = "\(folder)/phone-certificate.pem"
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    if let kept = try? read(path), kept.isFresh(at: Double(now.tv_sec)) { return kept }
    guard let made = ServerCertificate.made(for: LocalNetwork.names, address: address) else {
      throw CommandError.ioError("no certificate can be made for \(address)")
    }
    try PrivateFile.makeFolder(folder)
    try PrivateFile.write(made.text, to: path)
    return made
  }

  private static func dataFolder(_ context: CommandContext) throws -> String {
    var environment = context.environment
    environment["HEARTCAM_STORE"] = nil
    let store = try StoreLocation.standard(environment: environment)
    return OpenFile.folder(of: store.path ?? "")
  }
}
