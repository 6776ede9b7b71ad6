import FFmpegSource
import FoundationEssentials
import VideoFrames

/// Reads the colour frames of pictures that were taken one after the other.
final class PictureSamples: ColorSampleSource {
  private let input: RecordingInput
  private let options: MeasurementOptions
  private let rate: Double
  private let isInterrupted: () -> Bool
  private var paths: ArraySlice<String>
  private let count: Int
  private var extractor: ColorExtractor
  private let hash = ContentHash()
  private var description: VideoDescription?
  private var unreadable: (count: Int, first: FFmpegError)?

  /// Each picture is whole by itself.
  var dependsOnThreads: Bool { false }

  private(set) var wasInterrupted = false

  /// - Parameter rate: Pictures a second.
  init(
    _ input: RecordingInput, _ pictures: PictureSequence, rate: Double,
    _ options: MeasurementOptions, isInterrupted: @escaping () -> Bool
  ) {
    self.input = input
    self.options = options
    self.rate = rate
    self.isInterrupted = isInterrupted
    paths = pictures.paths[...]
    count = pictures.paths.count
    extractor = ColorExtractor(region: options.region, selection: options.selection)
  }

  func next() throws(MeasurementError) -> ColorSample? {
    while !paths.isEmpty {
      guard !isInterrupted() else {
        wasInterrupted = true
        return nil
      }
      let index = count - paths.count
      do {
        guard var sample = try sample(of: paths.removeFirst()) else { continue }
        // Pictures carry no time: whoever took them knows how many there were a second.
        sample.time = Double(index) / rate
        return sample
      } catch let error as FFmpegError {
        unreadable = ((unreadable?.count ?? 0) + 1, unreadable?.first ?? error)
      } catch {
        throw MeasurementError("measure", input.name, "\(error)")
      }
    }
    if description == nil, let error = unreadable?.first {
      throw MeasurementError(error.operation, input.name, error.reason)
    }
    return nil
  }

  private func sample(of path: String) throws -> ColorSample? {
    var video = try VideoFile(path: path, options: options.video, isInterrupted: isInterrupted)
    let sample = try video.withNextFrame { try extractor.sample(of: $0) }
    description = description ?? video.description
    var identity = video.contentIdentity
    identity.withUTF8 { hash.update($0) }
    return sample
  }

  var share: Double? { Double(count - paths.count) / Double(count) }

  var kind: String {
    guard let description else { return "pictures" }
    return
      "\(count) pictures, \(description.codec) \(description.displayedWidth)x\(description.displayedHeight)"
  }

  var contentIdentity: String { hash.description }

  var start: Date? { nil }

  var duration: Double? { Double(count) / rate }

  func warnings(isPartial: Bool) -> [String] {
    guard let unreadable else { return [] }
    let pictures = unreadable.count == 1 ? "1 picture" : "\(unreadable.count) pictures"
    return ["\(pictures) could not be read and count as missing: \(unreadable.first.reason)"]
  }
}
