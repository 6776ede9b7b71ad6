/// The page's own files, which are a part of the program.
public enum PageFiles {
  /// A route for each file.
  public static var routes: [PageRoute] {
    [
      file("/", "text/html; charset=utf-8", PackageResources.index_html),
      file("/page.css", "text/css; charset=utf-8", PackageResources.page_css),
      module("/app.js", PackageResources.app_js), module("/live.js", PackageResources.live_js),
      module("/health.js", PackageResources.health_js),
      module("/detail.js", PackageResources.detail_js),
      module("/drawing.js", PackageResources.drawing_js),
      module("/files.js", PackageResources.files_js),
      module("/sharing.js", PackageResources.sharing_js),
      file("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ]
  }

  private static func module(_ path: String, _ bytes: [UInt8]) -> PageRoute {
    file(path, "text/javascript; charset=utf-8", bytes)
  }

  private static func file(_ path: String, _ type: String, _ bytes: [UInt8]) -> PageRoute {
    .get(path) { _ in PageResponse(type: type, .bytes(bytes)) }
  }
}
