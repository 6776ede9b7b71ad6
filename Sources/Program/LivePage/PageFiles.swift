import CPage

/// The page's own files, which are a part of the program.
public enum PageFiles {
  /// A route for each file.
  public static var routes: [PageRoute] {
    var routes: [PageRoute] = []
    while let file = heartcam_page_file(routes.count)?.pointee {
      let name = String(cString: file.name)
      let response = PageResponse(
        type: type(of: name),
        .bytes(Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
      routes.append(.get(name == "index.html" ? "/" : "/\(name)") { _ in response })
    }
    return routes
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    default: "image/svg+xml"
    }
  }
}
