import Glibc

/// What the simulator could not do.
struct SimulatorError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  init(_ operation: String, _ code: Int32) {
    description = "\(operation): \(String(cString: strerror(code)))"
  }
}
