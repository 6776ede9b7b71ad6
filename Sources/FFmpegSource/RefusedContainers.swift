/// Containers that are never opened, by libav's names for them.
enum RefusedContainers {
  /// Files that name other files or addresses.
  static let playlists: Set<String> = [
    "applehttp", "concat", "concatf", "dash", "hls", "imf", "rtp", "rtsp", "sap", "sdp",
    "webm_dash_manifest",
  ]

  /// Text that libav would draw as a picture, scripts that it would run, and raw data of which
  /// nothing but the file's name says what it is.
  static let others: Set<String> = [
    "adf", "avisynth", "bin", "idf", "lavfi", "rawvideo", "tty", "vapoursynth", "xbin",
  ]

  /// Why the container is refused, nil where it is not. Its name may be several, with commas.
  static func reason(against name: String) -> String? {
    let names = Set(name.split(separator: ",").map(String.init))
    if !names.isDisjoint(with: playlists) {
      return "it is a playlist (\(name)), which may point elsewhere; name the video itself"
    }
    if !names.isDisjoint(with: others) { return "it is not a video (\(name))" }
    return nil
  }
}
