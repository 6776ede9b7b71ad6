import CCairo

/// A picture of pixels in memory.
final class PixelImage {
  let width: Int
  let height: Int
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// - Parameter scale: pixels a point.
  init(width: Int, height: Int, scale: (x: Double, y: Double)) throws(ChartError) {
    self.width = width
    self.height = height
    guard (1...32_000).contains(width), (1...32_000).contains(height),
      width * height <= 400_000_000
    else {
      throw ChartError(
        operation: "draw a picture", subject: "\(width) by \(height) pixels",
        reason:
          "pictures have 1 to 32,000 pixels a side and at most 400 million; choose another size")
    }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    let context = cairo_create(surface)
    let status = cairo_status(context)
    guard let surface, let context, status == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw ChartError(
        operation: "draw a picture", subject: "\(width) by \(height) pixels",
        reason: String(cString: cairo_status_to_string(status)))
    }
    self.surface = surface
    self.context = context
    cairo_scale(context, scale.x, scale.y)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Calls a closure with something to draw with.
  func draw(_ body: (OpaquePointer) -> Void) { body(context) }

  func setAntialiasing(_ isOn: Bool) {
    cairo_set_antialias(context, isOn ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
  }

  /// Returns the pixels row by row: opacity, red, green and blue from the highest byte down, the
  /// colors multiplied by the opacity.
  func pixels() -> [UInt32] {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      let line = UnsafeRawPointer(data + row * stride)
      for column in 0..<width {
        pixels.append(line.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self))
      }
    }
    return pixels
  }

  func png() throws(ChartError) -> Data {
    let output = CairoOutput()
    let status = cairo_surface_write_to_png_stream(
      surface, CairoOutput.append, Unmanaged.passUnretained(output).toOpaque())
    guard status == CAIRO_STATUS_SUCCESS else {
      throw ChartError(
        operation: "write the PNG", subject: "\(width) by \(height) pixels",
        reason: String(cString: cairo_status_to_string(status)))
    }
    return output.data
  }
}

/// Takes what Cairo writes.
final class CairoOutput {
  private(set) var data = Data()

  static let append: cairo_write_func_t = { closure, bytes, count in
    guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<CairoOutput>.fromOpaque(closure).takeUnretainedValue().data
      .append(bytes, count: Int(count))
    return CAIRO_STATUS_SUCCESS
  }
}
