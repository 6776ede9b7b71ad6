import Foundation

/// Poppler's programs, which read PDF.
public enum Poppler {
  /// What a program prints: `pdfinfo`, `pdftotext`, `pdftoppm`. Throws if it fails.
  public static func run(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(.executableLoad, userInfo: ["command": arguments.joined(separator: " ")])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
