/// Exact totals over a part of a picture, in the samples' own numbers.
///
/// The components are luma, blue and red difference, or red, green and blue, or luma alone.
package struct ColorSums: Equatable, Sendable {
  package var first: UInt64 = 0
  package var second: UInt64 = 0
  package var third: UInt64 = 0

  /// The number of samples in `first`.
  package var pixels: UInt64 = 0

  /// The number of samples in `second` and in `third`, and of pixels that were judged for clipping
  /// and blackness. With subsampled chroma it is smaller than `pixels`.
  package var sites: UInt64 = 0
  package var clipped: UInt64 = 0
  package var black: UInt64 = 0

  package init() {}

  package static func += (sums: inout ColorSums, more: ColorSums) {
    sums.first &+= more.first
    sums.second &+= more.second
    sums.third &+= more.third
    sums.pixels &+= more.pixels
    sums.sites &+= more.sites
    sums.clipped &+= more.clipped
    sums.black &+= more.black
  }
}
