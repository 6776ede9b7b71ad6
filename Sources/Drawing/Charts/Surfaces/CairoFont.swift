import CCairo
import FileAccess
import Glibc

/// The charts' typeface at a size, as Cairo measures and draws it.
///
/// Hinting is off, so that a text is as wide in every size and on every surface.
final class CairoFont {
  static let family = "DejaVu Sans"

  private let scaled: OpaquePointer
  let ascent: Double
  let descent: Double

  /// Fails if the typeface is not installed. Cairo itself would take another one in silence.
  init(_ font: Font) throws(ChartError) {
    let own = font.isBold ? Self.ownBold : Self.ownRegular
    let face =
      own.map { cairo_font_face_reference($0.face) }
      ?? cairo_toy_font_face_create(
        Self.family, CAIRO_FONT_SLANT_NORMAL,
        font.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    defer { cairo_font_face_destroy(face) }
    var matrix = cairo_matrix_t()
    var identity = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, font.size, font.size)
    cairo_matrix_init_identity(&identity)
    let options = Self.options()
    defer { cairo_font_options_destroy(options) }
    guard let scaled = cairo_scaled_font_create(face, &matrix, &identity, options) else {
      throw ChartError(operation: "open the font", subject: Self.family, reason: "out of memory")
    }
    let status = cairo_scaled_font_status(scaled)
    guard status == CAIRO_STATUS_SUCCESS, heartcam_cairo_font_has_family(scaled, Self.family) != 0
    else {
      cairo_scaled_font_destroy(scaled)
      throw ChartError(
        operation: "find the font", subject: Self.family,
        reason: "it is not installed; install Debian's package fonts-dejavu-core")
    }
    self.scaled = scaled
    var extents = cairo_font_extents_t()
    cairo_scaled_font_extents(scaled, &extents)
    ascent = extents.ascent
    descent = extents.descent
  }

  deinit { cairo_scaled_font_destroy(scaled) }

  /// The typeface's own file, where it was installed with the program; the system's is found by fontconfig.
  private static let ownRegular = OwnFont("DejaVuSans.ttf")
  private static let ownBold = OwnFont("DejaVuSans-Bold.ttf")

  func width(of text: String) -> Double {
    var extents = cairo_text_extents_t()
    cairo_scaled_font_text_extents(scaled, text, &extents)
    // Any string can be measured, so only a lack of memory fails, which ends a Swift process anyway. A text
    // without a width would be drawn over its neighbors.
    let status = cairo_scaled_font_status(scaled)
    guard status == CAIRO_STATUS_SUCCESS else {
      fatalError("Cairo cannot measure a text: \(String(cString: cairo_status_to_string(status)))")
    }
    return extents.x_advance
  }

  /// Makes it the font of a drawing.
  func select(in context: OpaquePointer) {
    cairo_set_font_face(context, cairo_scaled_font_get_font_face(scaled))
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(scaled, &matrix)
    cairo_set_font_matrix(context, &matrix)
    let options = Self.options()
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  private static func options() -> OpaquePointer? {
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    return options
  }
}

/// A font that was installed with the program.
///
/// It never changes and is never closed; Cairo guards its faces with its own locks.
private struct OwnFont: @unchecked Sendable {
  let face: OpaquePointer

  init?(_ name: String) {
    guard let path = InstalledFiles.path(of: "fonts/\(name)"),
      let face = heartcam_cairo_open_font(path)
    else { return nil }
    self.face = face
  }
}

/// Measures texts in the charts' typeface, and keeps its sizes open.
final class CairoTextMeasurer: TextMeasuring {
  private var fonts: [Font: CairoFont] = [:]
  private var widths: [Font: [String: Double]] = [:]
  private let fallback: CairoFont

  init() throws(ChartError) { fallback = try CairoFont(.body) }

  func cairoFont(_ font: Font) -> CairoFont {
    if let known = fonts[font] { return known }
    // The family is there, so another size of it is too.
    let opened = (try? CairoFont(font)) ?? fallback
    fonts[font] = opened
    return opened
  }

  func width(of text: String, font: Font) -> Double {
    if let known = widths[font]?[text] { return known }
    let width = cairoFont(font).width(of: text)
    widths[font, default: [:]][text] = width
    return width
  }

  func extent(of font: Font) -> (ascent: Double, descent: Double) {
    let font = cairoFont(font)
    return (font.ascent, font.descent)
  }
}
