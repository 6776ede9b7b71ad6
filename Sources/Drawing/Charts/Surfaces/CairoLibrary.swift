import CCairo

/// The library that draws pictures in pixels and PDF.
package enum CairoLibrary {
  /// Its name and version.
  package static var version: String { "Cairo \(String(cString: cairo_version_string()))" }
}
