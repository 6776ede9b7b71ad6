import FFmpegSource
import FoundationEssentials
import VideoFrames

/// The order that a locked process receives for a recording. It comes from the outer side, which is trusted.
struct ReaderOrder: Codable {
  /// The recording's name as given, for messages.
  var name: String

  /// The number of its pictures, which are asked for one by one; `nil` for a video or a color
  /// signal, whose descriptor comes with the order.
  var pictureCount: Int?

  /// Whether the numbers in their names count frames.
  var isCounted: Bool
  var region: [Int]?
  var looksForSkin: Bool
  var threads: Int
  var isFast: Bool
  var stream: Int?
  var trueRate: Double?

  init(_ input: RecordingInput, _ pictures: PictureSequence?, _ options: MeasurementOptions) {
    name = input.name
    pictureCount = pictures?.paths.count
    isCounted = pictures?.countsFrames ?? false
    region = options.region.map { [$0.x, $0.y, $0.width, $0.height] }
    looksForSkin = options.selection == .skin
    threads = options.video.threads
    isFast = options.video.fast
    stream = options.video.stream
    trueRate = options.trueRate
  }

  /// The options that reading depends on.
  var options: MeasurementOptions {
    var options = MeasurementOptions()
    if let region, region.count == 4 {
      options.region = PixelRegion(x: region[0], y: region[1], width: region[2], height: region[3])
    }
    options.selection = looksForSkin ? .skin : .all
    options.video = VideoOptions(threads: threads, fast: isFast, stream: stream)
    options.trueRate = trueRate
    return options
  }
}

/// A picture of a sequence, as the outer side hands it to the inner one: with its descriptor, or
/// with a reason.
struct PictureHandover: Codable {
  var name: String
  var operation: String?
  var code: Int32?
  var reason: String?
}
