/// Exact totals over a part of a picture, in the samples' own numbers.
///
/// The components are luma, blue and red difference, or red, green and blue, or luma alone.
package struct ColorSums: Equatable, Sendable {
  package var first: UInt64 = 0
  package var second: UInt64 = 0
  package var third: UInt64 = 0

  /// How many samples `first` adds up.
  package var pixels: UInt64 = 0

  /// How many samples `second` and `third` add up each, and how many pixels were judged for
  /// clipping and blackness; with subsampled chroma fewer than the pixels.
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
