/// Paints the frames of a simulated recording as interleaved 8-bit red, green, blue.
protocol FrameRenderer {
  /// The frame painted last, row by row.
  var pixels: [UInt8] { get }

  /// Paints `frame` into `pixels`.
  mutating func paint(_ frame: SimulatedRecording.Frame)
}
