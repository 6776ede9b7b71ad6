import CCairo
public import Foundation

/// A PNG as pixels, to compare with another.
public struct PixelPicture: Equatable, Sendable {
  public let width: Int
  public let height: Int
  /// Opacity, red, green and blue from the highest byte down.
  public let pixels: [UInt32]

  public struct Unreadable: Error {}

  public init(png: Data) throws {
    final class Input {
      var rest: Data
      init(_ data: Data) { rest = data }
    }
    let input = Input(png)
    let surface = cairo_image_surface_create_from_png_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_READ_ERROR }
        let input = Unmanaged<Input>.fromOpaque(closure).takeUnretainedValue()
        guard input.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
        input.rest.prefix(Int(count)).copyBytes(to: bytes, count: Int(count))
        input.rest = input.rest.dropFirst(Int(count))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(input).toOpaque())
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(surface)
    else { throw Unreadable() }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    var pixels: [UInt32] = []
    for row in 0..<height {
      for column in 0..<width {
        pixels.append(
          UnsafeRawPointer(data).loadUnaligned(
            fromByteOffset: row * stride + column * 4, as: UInt32.self))
      }
    }
    // A surface without opacity leaves that byte open.
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    self.pixels = isOpaque ? pixels.map { $0 | 0xFF00_0000 } : pixels
  }

  /// Returns the mean difference of the channels, in levels, and the share of pixels that differ by
  /// more than 32 levels in one.
  public func difference(from other: PixelPicture) -> (mean: Double, share: Double) {
    guard width == other.width, height == other.height else { return (255, 1) }
    var sum = 0
    var far = 0
    for (a, b) in zip(pixels, other.pixels) {
      var most = 0
      for shift in [UInt32(0), 8, 16] {
        let difference = abs(Int(a >> shift & 255) - Int(b >> shift & 255))
        sum += difference
        most = max(most, difference)
      }
      if most > 32 { far += 1 }
    }
    let count = Double(pixels.count)
    return (Double(sum) / count / 3, Double(far) / count)
  }
}
