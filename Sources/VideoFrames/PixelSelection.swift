/// Which pixels of a region are averaged.
public enum PixelSelection: Sendable, Hashable {
  /// Each pixel alike.
  case all

  /// Those that have the colour of skin: blue differences from 77 to 127 and red ones from 133 to 173 in
  /// BT.601 with 8 bits and limited range (Chai and Ngan 1999, "Face segmentation using skin-color map in
  /// videophone applications", eq. 1), whatever the frame's own matrix, range and depth.
  ///
  /// A pixel counts in full from three levels inside these bounds on, and less towards them, so that
  /// one that noise carries over a bound hardly moves the mean.
  case skin
}
