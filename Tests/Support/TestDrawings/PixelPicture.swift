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

  /// How far two pictures are from each other beyond what smoothing an edge in another way makes.
  public struct Difference: Sendable {
    /// The mean difference of the channels, in levels.
    public var mean = 0.0

    /// The share of pixels that differ by more than 32 levels in a channel.
    public var share = 0.0

    /// The number of such pixels in the largest group of neighbors.
    public var clump = 0

    /// Whether other smoothing explains it, as other versions of Cairo have it. They place letters by parts of a pixel, which
    /// leaves groups of up to 8 pixels on the pictures of the tests; a dot of four pixels across leaves more than 10.
    public var isOfSmoothing: Bool { mean < 0.12 && share < 0.0013 && clump <= 10 }
  }

  /// Returns how far the pictures are from each other.
  ///
  /// A pixel differs by how far it is outside the levels of the other picture's pixels around it, itself among them. So an
  /// edge may be softer or half a pixel off, while a line, dot or letter that is missing, added, of another color or two
  /// pixels away counts in full.
  public func difference(from other: PixelPicture) -> Difference {
    guard width == other.width, height == other.height else {
      return Difference(mean: 255, share: 1, clump: .max)
    }
    let (one, two) = (departures(from: other), other.departures(from: self))
    var sum = 0
    var far: Set<Int> = []
    for index in pixels.indices {
      var most = 0
      for channel in 0..<3 {
        let difference = max(one[index * 3 + channel], two[index * 3 + channel])
        sum += difference
        most = max(most, difference)
      }
      if most > 32 { far.insert(index) }
    }
    let count = Double(pixels.count)
    return Difference(
      mean: Double(sum) / count / 3, share: Double(far.count) / count, clump: largestClump(of: far))
  }

  /// The most pixels of some that hang together, by sides or corners.
  private func largestClump(of all: Set<Int>) -> Int {
    var rest = all
    var largest = 0
    while let first = rest.popFirst() {
      var (size, open) = (1, [first])
      while let pixel = open.popLast() {
        for row in -1...1 {
          for column in -1...1 where (0..<width).contains(pixel % width + column) {
            guard let next = rest.remove(pixel + row * width + column) else { continue }
            size += 1
            open.append(next)
          }
        }
      }
      largest = max(largest, size)
    }
    return largest
  }

  /// How far each channel of each pixel is outside the other picture's levels in the three by three pixels around it.
  private func departures(from other: PixelPicture) -> [Int] {
    var departures: [Int] = []
    departures.reserveCapacity(pixels.count * 3)
    for row in 0..<height {
      let rows = max(0, row - 1)...min(height - 1, row + 1)
      for column in 0..<width {
        let columns = max(0, column - 1)...min(width - 1, column + 1)
        for shift in [UInt32(0), 8, 16] {
          var (least, greatest) = (255, 0)
          for r in rows {
            for c in columns {
              let level = Int(other.pixels[r * width + c] >> shift & 255)
              (least, greatest) = (min(least, level), max(greatest, level))
            }
          }
          let level = Int(pixels[row * width + column] >> shift & 255)
          departures.append(max(least - level, level - greatest, 0))
        }
      }
    }
    return departures
  }
}
