import FileAccess

/// The page's own files, which are a part of the program, and the library that draws the pulse.
public enum PageFiles {
  /// A route for each file.
  public static var routes: [PageRoute] {
    [
      file("/", "text/html; charset=utf-8", PackageResources.index_html),
      file("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
      module("/app.js", PackageResources.app_js), module("/live.js", PackageResources.live_js),
      module("/data.js", PackageResources.data_js),
      module("/files.js", PackageResources.files_js),
      module("/sharing.js", PackageResources.sharing_js),
      file("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ] + curves
  }

  /// Whether the library that draws the pulse is installed.
  public static var hasCurves: Bool { !curves.isEmpty }

  /// dygraphs, where Debian's package libjs-dygraphs puts it.
  private static let curves: [PageRoute] = {
    let folder = "/usr/share/javascript/dygraphs"
    var routes: [PageRoute] = []
    for (name, type) in [("dygraph.min.js", "text/javascript"), ("dygraph.min.css", "text/css")] {
      guard let bytes = try? OpenFile.bytes(of: "\(folder)/\(name)", limit: 4 << 20) else {
        return []
      }
      routes.append(file("/\(name)", "\(type); charset=utf-8", bytes))
    }
    return routes
  }()

  private static func module(_ path: String, _ bytes: [UInt8]) -> PageRoute {
    file(path, "text/javascript; charset=utf-8", bytes)
  }

  private static func file(_ path: String, _ type: String, _ bytes: [UInt8]) -> PageRoute {
    .get(path) { _ in PageResponse(type: type, .bytes(bytes)) }
  }
}
