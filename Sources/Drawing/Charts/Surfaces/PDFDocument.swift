import CCairo
import VisibleText

/// Draws scenes as pages of PDF whose points are points of the pictures. The first names the document.
enum PDFDocument {
  static func data(
    _ scenes: [Scene], isDark: Bool, fonts: CairoTextMeasurer
  ) throws(ChartError) -> Data {
    guard let scene = scenes.first else {
      throw ChartError(operation: "write the PDF", subject: "a document", reason: "it has no page")
    }
    let output = CairoOutput()
    let surface = cairo_pdf_surface_create_for_stream(
      CairoOutput.append, Unmanaged.passUnretained(output).toOpaque(),
      Double(scene.size.width), Double(scene.size.height))
    defer { cairo_surface_destroy(surface) }
    // The time of drawing would make two files of one chart differ.
    cairo_pdf_surface_set_metadata(
      surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    if let title = scene.title {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, VisibleText.text(of: title))
    }
    cairo_pdf_surface_set_metadata(
      surface, CAIRO_PDF_METADATA_SUBJECT, VisibleText.text(of: scene.description))
    let context = cairo_create(surface)
    if let context {
      for scene in scenes {
        cairo_pdf_surface_set_size(
          surface, Double(scene.size.width), Double(scene.size.height))
        CairoDrawing(context: context, isDark: isDark, fonts: fonts).draw(scene)
        cairo_show_page(context)
      }
    }
    let status = cairo_status(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    let end = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, end == CAIRO_STATUS_SUCCESS else {
      throw ChartError(
        operation: "write the PDF",
        subject: "\(Int(scene.size.width)) by \(Int(scene.size.height)) points",
        reason: String(
          cString: cairo_status_to_string(status == CAIRO_STATUS_SUCCESS ? end : status)))
    }
    return output.data
  }
}
