package import Charts
package import CivilTime
import CommandEnvironment
import FFmpegSource
import FoundationEssentials
package import HealthCharts

/// The frame of a standalone page: it needs no script and no network, and its security policy
/// forbids both.
package enum ReportPage {
  /// Returns a page around a body.
  package static func html(title: String, body: String, _ pictures: ReportPictures) -> String {
    let style = styleSheet + pictures.styleSheets.sorted().joined(separator: "\n")
    let hash = Data(ContentHash.sha256(of: style)).base64EncodedString()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(HTML.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      <main>
      \(body)</main>
      </body>
      </html>

      """
  }

  private static let styleSheet = """
    :root{color-scheme:light dark}
    body{margin:0;font:15px/1.45 'DejaVu Sans',Verdana,Geneva,sans-serif;color:#1c1c1e;background:#fff}
    main{max-width:700px;margin:0 auto;padding:16px}
    h1{font-size:1.35em;overflow-wrap:anywhere}
    h2{font-size:1.1em;margin:1.6em 0 .4em}
    h3{font-size:1em}
    .rate strong{font-size:2.6em;color:#d70015}
    .none strong{font-size:1.6em}
    figure{margin:.5em 0;break-inside:avoid}
    figure svg{max-width:100%;height:auto;display:block}
    .narrow{display:none}
    @media screen and (max-width:560px){.wide{display:none}.narrow{display:block}}
    .pair{display:flex;flex-wrap:wrap;gap:12px}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.88em}
    th,td{text-align:left;padding:.2em .9em .2em 0;border-bottom:1px solid #d8d8dd;vertical-align:top}
    tr{break-inside:avoid}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.15em 1em;font-size:.88em}
    dt{color:#636366}
    dd{margin:0;overflow-wrap:anywhere}
    footer{margin-top:2em;font-size:.82em;color:#636366}
    @media (prefers-color-scheme:dark){body{color:#f2f2f7;background:#1c1c1e}\
    .rate strong{color:#ff6961}th,td{border-color:#3a3a3e}dt,footer{color:#a1a1a6}}
    @page{margin:15mm}
    @media print{main{padding:0;max-width:none}
    .types{display:grid;grid-template-columns:1fr 1fr 1fr;gap:0 6mm;font-size:8pt;line-height:1.3}\
    .types h2{grid-column:1/-1;margin:.8em 0 0;break-after:avoid}.types section{break-inside:avoid}\
    .types h3{margin:.6em 0 0}.types p{margin:.2em 0}.types .wide{display:none}.types .narrow{display:block}}

    """
}

/// Draws charts into the page, and gathers the style sheets of their dark colors.
package struct ReportPictures {
  package private(set) var styleSheets: Set<String> = []
  private let zone: ZoneRules

  /// - Parameter zone: The zone of times; those of a recording count from its start.
  package init(in zone: ZoneRules = .utc) { self.zone = zone }

  /// Adds a chart as wide as the page, and a second drawing for narrow screens, where letters would
  /// be too small. The reader sees one of them.
  package mutating func figure(
    _ chart: some HealthChart, height: Double, title: String? = nil
  ) throws(ChartError) -> String {
    try figure(chart, width: 680, height: height, title: title, kind: "wide")
      + figure(chart, width: 340, height: height, title: title, kind: "narrow")
  }

  /// Returns a square chart that fits every screen.
  package mutating func square(_ chart: some HealthChart) throws(ChartError) -> String {
    try figure(chart, width: 330, height: 330)
  }

  private mutating func figure(
    _ chart: some HealthChart, width: Double, height: Double, title: String? = nil,
    kind: String? = nil
  ) throws(ChartError) -> String {
    let renderer = ChartRenderer(
      chart, width: width, height: height, title: title ?? chart.title, zone: zone)
    let picture = try renderer.inlineSVG()
    // Each rule once: many charts share most colors.
    if !picture.styleSheet.isEmpty { styleSheets.insert(picture.styleSheet) }
    let attribute = kind.map { " class=\"\($0)\"" } ?? ""
    return "<figure\(attribute)>\(picture.element)</figure>\n"
  }
}

/// Writes pieces of a page.
package enum HTML {
  /// Returns a text as a page holds it; characters that command a terminal or hide are written out.
  package static func escaped(_ text: String) -> String {
    text.withVisibleControls.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  package static func table(_ heads: [String], _ rows: [[String]]) -> String {
    var html = "<div class=\"scroll\"><table>\n<thead><tr>"
    html +=
      heads.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined() + "</tr></thead>\n<tbody>\n"
    for row in rows {
      html += "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>\n"
    }
    return html + "</tbody></table></div>\n"
  }

  package static func list(_ items: [String]) -> String {
    "<ul>\n" + items.map { "<li>\(escaped($0))</li>\n" }.joined() + "</ul>\n"
  }

  package static func definitions(_ pairs: [(String, String)]) -> String {
    "<dl>\n"
      + pairs.map { "<dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd>\n" }.joined() + "</dl>\n"
  }
}
