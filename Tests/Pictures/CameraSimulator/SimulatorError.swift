import Glibc

/// An error of the simulator.
struct SimulatorError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  init(_ operation: String, _ code: Int32) {
    description = "\(operation): \(String(cString: strerror(code)))"
  }
}
