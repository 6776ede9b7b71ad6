package import Charts
import FileAccess
import Glibc

/// The kinds of files that a chart is written to.
package enum PictureFormat: String, CaseIterable {
  case svg, png, pdf

  /// The format that a file's name asks for; `nil` if it asks for none of them.
  package init?(path: String) {
    guard let ending = path.split(separator: ".").last else { return nil }
    self.init(rawValue: ending.lowercased())
  }

  /// How such a file begins.
  fileprivate var beginning: [UInt8] {
    switch self {
    case .svg: Array("<svg ".utf8)
    case .png: [0x89, 0x50, 0x4E, 0x47]
    case .pdf: Array("%PDF-".utf8)
    }
  }
}

/// A file for a chart.
package enum PictureFile {
  /// Why a chart should not be written to a file, as the end of a sentence; `nil` if nothing speaks
  /// against it.
  package static func problem(_ path: String) -> String? {
    guard let format = PictureFormat(path: path) else {
      return "needs a name in .svg, .png or .pdf"
    }
    guard !OverwriteGuard.isForeign(path, beginning: format.beginning) else {
      return
        "would overwrite \(path), which is no \(format.rawValue.uppercased()); name another or remove it"
    }
    return nil
  }

  /// Writes a document into a file that only its owner can read.
  package static func write(_ document: Data, to path: String) -> ExitCode {
    do {
      try PrivateFile.write(Array(document), to: path)
      return .success
    } catch {
      report("cannot write \(path): \(error)")
      return .ioError
    }
  }

  /// Draws the chart into a file that only its owner can read.
  package static func write(
    _ renderer: ChartRenderer, to path: String, scheme: ChartColorScheme
  ) -> ExitCode {
    do {
      switch PictureFormat(path: path) {
      case .png: try PrivateFile.write(Array(renderer.png(scheme: scheme)), to: path)
      case .pdf: try PrivateFile.write(Array(renderer.pdf(scheme: scheme)), to: path)
      case .svg, nil: try PrivateFile.write(renderer.svg(scheme: scheme), to: path)
      }
      return .success
    } catch {
      report("cannot write \(path): \(error)")
      return .ioError
    }
  }
}

/// Keeps a mistyped name from replacing somebody's file.
package enum OverwriteGuard {
  /// Whether there is a plain file with something in it that does not begin as ours do.
  package static func isForeign(_ path: String, beginning: [UInt8]) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    return (try? OpenFile.bytes(of: path, limit: beginning.count)) != beginning
  }
}
