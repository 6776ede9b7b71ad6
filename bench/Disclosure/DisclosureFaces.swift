import BenchmarkSupport

/// Readings of skin seen from a distance.
enum DisclosureFaces {
  private static let windows: UInt64 = 1000

  static let section = DisclosureSection(name: "faces") {
    """
    ## Faces

    `--channel chrom` and `pos`, and `green` with `--roi`, read skin from a distance. No public recording of a face with
    a reference was available. So all figures come from simulated faces, which move and are lit as this project assumes.
    A face's pulse is a tenth of a finger's, and any movement of the head changes the light by more. The program
    therefore asks for more evidence than with a finger. Readings of 10 s:

    \(FaceSets.withoutPulse(windows).text)
    With a pulse, the table has the share of answered readings, and of readings more than 2 beats per minute off, both of
    all. `sway` is how far the head moves, as a share of the picture's width, and by how much the light on it changes:

    \(FaceSets.withPulse(windows).text)
    """
  }
}
