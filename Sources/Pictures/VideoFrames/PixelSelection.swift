/// The choice of pixels of a region that are averaged.
public enum PixelSelection: Sendable, Hashable {
  /// All pixels, which count alike.
  case all

  /// The pixels that have the color of skin: blue differences from 77 to 127 and red ones from 133
  /// to 173 (Chai and Ngan 1999, "Face segmentation using skin-color map in videophone
  /// applications", eq. 1). The bounds are those of BT.601 with 8 bits and limited range; other
  /// frames are converted.
  ///
  /// A pixel counts in full if it is at least three levels inside these bounds, and less the nearer
  /// it is to one. So a pixel that noise moves across a bound hardly changes the mean.
  case skin
}
