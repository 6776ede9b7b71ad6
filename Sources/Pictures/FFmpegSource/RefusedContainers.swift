/// The containers that are opened, by libav's names for them.
///
/// Only those of a list are: files of cameras, editors and laboratories. Others may open further
/// files, as `vobsub` does, or use unchecked parsers.
enum RefusedContainers {
  /// Files that name other files or addresses.
  static let playlists: Set<String> = [
    "applehttp", "concat", "concatf", "dash", "hls", "imf", "rtp", "rtsp", "sap", "sdp",
    "webm_dash_manifest",
  ]

  /// The beginnings of playlists, with libav's names. Its newer versions find one only if the file's name ends so.
  private static let playlistBeginnings = [("#EXTM3U", "hls"), ("ffconcat version", "concat")]

  /// Returns libav's name for a playlist that begins with some bytes; `nil` if no playlist does.
  static func playlist(_ beginning: UnsafeRawBufferPointer) -> String? {
    playlistBeginnings.first { beginning.starts(with: $0.0.utf8) }?.1
  }

  /// Text that libav would draw as a picture, scripts that it would run, and raw data that only the
  /// file's name identifies.
  static let others: Set<String> = [
    "adf", "avisynth", "bin", "idf", "lavfi", "rawvideo", "tty", "vapoursynth", "xbin",
  ]

  /// Containers of one file each. A single picture's are all those in `_pipe`.
  static let opened: Set<String> = [
    "mov", "mp4", "matroska", "webm", "avi", "mpegts", "mpegtsraw", "mpeg", "mpegvideo", "m4v",
    "h261", "h263", "h264", "hevc", "vvc", "av1", "obu", "ivf", "mjpeg", "mjpeg_2000", "mpjpeg",
    "smjpeg", "ogg", "asf", "asf_o", "flv", "live_flv", "gif", "apng", "nut", "yuv4mpegpipe",
    "mxf", "wtv", "dv", "rm", "gxf", "r3d", "vc1", "vc1test", "cavsvideo", "avs2", "avs3",
    "dirac", "dnxhd", "evc", "swf", "cine", "ser", "lxf", "filmstrip", "nsv", "pva",
    // Sound, so that the message says so.
    "wav", "w64", "mp3", "flac", "aac", "aiff", "au", "caf", "amr", "ac3", "eac3",
  ]

  /// Returns why a container is refused, or `nil` if it is not.
  /// - Parameter name: One name, or several with commas.
  static func reason(against name: String) -> String? {
    let names = Set(name.split(separator: ",").map(String.init))
    if !names.isDisjoint(with: playlists) {
      return "it is a playlist (\(name)), which may point elsewhere; name the video itself"
    }
    if !names.isDisjoint(with: others) { return "it is not a video (\(name))" }
    guard !names.isDisjoint(with: opened) || names.contains(where: { $0.hasSuffix("_pipe") }) else {
      return "its format (\(name)) is not one that is opened; convert it to MP4 first"
    }
    return nil
  }
}
