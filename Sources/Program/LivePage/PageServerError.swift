import Glibc

/// The error of a server that could not be started.
public struct PageServerError: Error, Equatable, CustomStringConvertible {
  /// The address at which it should listen.
  public let address: String

  /// The system's number of the error, such as `EADDRINUSE`.
  public let code: Int32

  /// A sentence without a period.
  public var description: String {
    switch code {
    case EADDRINUSE: "\(address) is in use; end the other program, or name another port"
    case EADDRNOTAVAIL: "\(address) is no address of this machine"
    case EACCES: "\(address) may not be used by you; name a port above 1023"
    case EINVAL: "\(address) is no address; it is written in numbers, as 127.0.0.1 or ::1"
    case EAGAIN: "no server can be started at \(address): the system gives no further thread"
    default: "cannot listen at \(address): \(String(cString: strerror(code)))"
    }
  }
}
