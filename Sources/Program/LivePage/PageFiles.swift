import CPage

/// The page's own files, which are a part of the program.
public enum PageFiles {
  /// The part of the files that a server has.
  public enum Part: Sendable {
    /// All of them; `index.html` is the page.
    case all

    /// Those of a phone, and the look of both; `phone.html` is the page.
    case phone
  }

  /// Returns a route for each file.
  public static func routes(_ part: Part = .all) -> [PageRoute] {
    let page = part == .all ? "index.html" : "phone.html"
    var routes: [PageRoute] = []
    for index in 0... {
      guard let file = heartcam_page_file(index)?.pointee else { break }
      let name = String(cString: file.name)
      guard part == .all || name.hasPrefix("phone.") || ["icon.svg", "page.css"].contains(name)
      else { continue }
      let response = PageResponse(
        type: type(of: name),
        .bytes(Array(UnsafeBufferPointer(start: file.bytes, count: file.count))))
      routes.append(.get(name == page ? "/" : "/\(name)") { _ in response })
    }
    return routes
  }

  /// The page that invites a phone, in which `{words}` stand for what is not known yet.
  public static var invitation: String { String(cString: heartcam_page_invitation()) }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    default: "image/svg+xml"
    }
  }
}
