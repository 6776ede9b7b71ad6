package import Charts
import FileAccess

/// The kinds of files that a chart is written to.
package enum PictureFormat: String, CaseIterable {
  case svg, png, pdf

  /// Creates the format that a file's name asks for; `nil` if it asks for none of them.
  package init?(path: String) {
    guard let ending = path.split(separator: ".").last else { return nil }
    self.init(rawValue: ending.lowercased())
  }
}

/// A file for a chart.
package enum PictureFile {
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
