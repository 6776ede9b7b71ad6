/// A picture for kitty's graphics protocol: a PNG in pieces of base64.
enum KittyImage {
  static func text(_ png: Data) -> String {
    let encoded = Array(png.base64EncodedString().utf8)
    let size = 4096
    var text = ""
    var start = 0
    while start < encoded.count {
      let end = min(start + size, encoded.count)
      let more = end < encoded.count ? 1 : 0
      let keys = start == 0 ? "f=100,a=T,m=\(more)" : "m=\(more)"
      text +=
        "\u{1B}_G\(keys);" + String(decoding: encoded[start..<end], as: UTF8.self) + "\u{1B}\\"
      start = end
    }
    return text + "\n"
  }
}

/// A picture as sixels: columns of six pixels, in at most 256 colors.
enum SixelImage {
  static func text(_ image: PixelImage) -> String {
    let pixels = image.pixels()
    let palette = Palette(pixels)
    let indices = pixels.map { palette.index(of: $0) }
    var text = "\u{1B}Pq\"1;1;\(image.width);\(image.height)"
    for (index, color) in palette.colors.enumerated() {
      func percent(_ shift: UInt32) -> Int { (Int(color >> shift & 255) * 100 + 127) / 255 }
      text += "#\(index);2;\(percent(16));\(percent(8));\(percent(0))"
    }
    for band in stride(from: 0, to: image.height, by: 6) {
      let rows = min(6, image.height - band)
      // For each color of the band, the bits of each column.
      var columns: [Int: [UInt8]] = [:]
      for row in 0..<rows {
        for column in 0..<image.width {
          let color = indices[(band + row) * image.width + column]
          columns[color, default: [UInt8](repeating: 0, count: image.width)][column] |= 1 << row
        }
      }
      for (place, color) in columns.keys.sorted().enumerated() {
        if place > 0 { text += "$" }
        text += "#\(color)" + runs(columns[color] ?? [])
      }
      text += "-"
    }
    return text + "\u{1B}\\\n"
  }

  private static func runs(_ bits: [UInt8]) -> String {
    var text = ""
    var start = 0
    while start < bits.count {
      var end = start
      while end < bits.count, bits[end] == bits[start] { end += 1 }
      let sign = String(UnicodeScalar(63 + bits[start]))
      let count = end - start
      text += count > 3 ? "!\(count)\(sign)" : String(repeating: sign, count: count)
      start = end
    }
    return text
  }

  /// The commonest colors of a picture; others are replaced by the nearest.
  private struct Palette {
    let colors: [UInt32]
    private let indices: [UInt32: Int]

    init(_ pixels: [UInt32]) {
      var counts: [UInt32: Int] = [:]
      for pixel in pixels { counts[pixel, default: 0] += 1 }
      let sorted = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
      let colors = Array(sorted.prefix(256))
      var indices: [UInt32: Int] = [:]
      for color in sorted {
        func distance(_ other: UInt32) -> Int {
          [UInt32(0), 8, 16].reduce(0) { sum, shift in
            let difference = Int(color >> shift & 255) - Int(other >> shift & 255)
            return sum + difference * difference
          }
        }
        indices[color] = colors.indices.min { distance(colors[$0]) < distance(colors[$1]) } ?? 0
      }
      self.colors = colors
      self.indices = indices
    }

    func index(of pixel: UInt32) -> Int { indices[pixel] ?? 0 }
  }
}
