public import FFmpegSource

extension SimulatedRecording {
  /// Writes the recording as a video.
  /// - Parameters:
  ///   - path: The file's name decides the container.
  ///   - encoding: Codec, pixel format and size; the frames' times are the recording's own.
  ///   - progress: Called after each frame with the share of the whole that is written; returning
  ///     `false` ends the video there.
  /// - Throws: `FFmpegError` if the file cannot be written or the encoder refuses.
  public func writeVideo(
    to path: String, encoding: VideoEncoding, progress: (Double) -> Bool = { _ in true }
  ) throws(FFmpegError) {
    let writer = try VideoWriter(path: path, encoding: encoding)
    let (width, height) = (encoding.width, encoding.height)
    var renderer: any FrameRenderer =
      scenario.scene == .face
      ? FaceRenderer(scenario, width: width, height: height)
      : FingertipRenderer(scenario, width: width, height: height)
    for (index, frame) in frames.enumerated() {
      renderer.paint(frame)
      try writer.append(rgb: renderer.pixels.span, time: frame.time)
      guard progress(Double(index + 1) / Double(frames.count)) else { break }
    }
    try writer.finish()
  }
}
