import BenchmarkSupport

/// What is told of skin seen from afar.
enum DisclosureFaces {
  private static let windows: UInt64 = 1000

  static let section = DisclosureSection(name: "faces") {
    """
    ## Faces

    `--channel chrom` and `pos`, and `green` with `--roi`, look at skin from afar. There is no public recording of a
    face with a reference that this project could be measured on: all that is known is what the method does to a
    simulated face, which moves and is lit as its makers imagined. The pulse of a face is a tenth of a finger's; a
    movement of the head moves the light by more. So more is asked of it than of a finger. Readings of 10 s:

    \(FaceSets.withoutPulse(windows).text)
    With a pulse, the share of answered readings, and of readings more than 2 beats a minute off, both of all. `sway` is
    how far the head moves, of the picture's width, and by how much the light on it changes:

    \(FaceSets.withPulse(windows).text)
    """
  }
}
