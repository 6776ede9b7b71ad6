import CFFmpeg

/// The libraries of FFmpeg that are loaded.
package enum FFmpegLibrary {
  /// FFmpeg with the version that its builder gave it.
  package static var version: String { "FFmpeg \(String(cString: av_version_info()))" }

  /// The libraries of it with the versions of their interfaces.
  package static var parts: [String] {
    [
      ("libavcodec", avcodec_version()), ("libavformat", avformat_version()),
      ("libswscale", swscale_version()),
    ].map { "\($0.0) \($0.1 >> 16).\($0.1 >> 8 & 0xFF).\($0.1 & 0xFF)" }
  }
}
