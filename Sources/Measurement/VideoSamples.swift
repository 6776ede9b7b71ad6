import FFmpegSource
import FoundationEssentials
import VideoFrames

/// The colour samples of a video's frames.
final class VideoSamples: SampleReader {
  private let input: RecordingInput
  private var video: VideoFile
  private let description: VideoDescription
  private var extractor: ColorExtractor
  private var times: (first: Double, last: Double)?

  init(
    _ input: RecordingInput, _ options: MeasurementOptions, isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    self.input = input
    extractor = ColorExtractor(region: options.region, selection: options.selection)
    do throws(FFmpegError) {
      video = try VideoFile(
        path: input.decoderPath, options: options.video, isInterrupted: isInterrupted)
    } catch {
      throw Self.translated(error, input)
    }
    description = video.description
  }

  func next() throws(MeasurementError) -> ColorSample? {
    do {
      let sample = try video.withNextFrame { try extractor.sample(of: $0) }
      if let sample { times = (times?.first ?? sample.time, sample.time) }
      return sample
    } catch let error as FFmpegError {
      throw Self.translated(error, input)
    } catch {
      throw MeasurementError("measure", input.name, "\(error)")
    }
  }

  var share: Double? {
    guard let duration = description.duration, let times else { return nil }
    return (times.last - times.first) / duration
  }

  var wasInterrupted: Bool { video.wasInterrupted }

  var kind: String {
    "\(description.codec) \(description.displayedWidth)x\(description.displayedHeight)"
  }

  var contentIdentity: String { video.contentIdentity }

  var duration: Double? { description.duration }

  var start: Date? { description.creationTime.map(Date.init(timeIntervalSince1970:)) }

  func warnings(isPartial: Bool) -> [String] {
    guard !isPartial else { return [] }
    let damage = video.damage
    var warnings: [String] = []
    if damage.endedEarly { warnings.append("the file ends early; what is there was measured") }
    let broken = damage.damagedPackets + damage.damagedFrames
    if broken > 0 {
      warnings.append(
        broken == 1
          ? "1 frame is damaged and was left out"
          : "\(broken) frames are damaged and were left out")
    }
    let mended = damage.mendedTimestamps
    if mended > 0 {
      warnings.append(
        "\(mended == 1 ? "1 frame" : "\(mended) frames") had no usable time; it was filled in")
    }
    return warnings
  }

  private static func translated(
    _ error: FFmpegError, _ input: RecordingInput
  ) -> MeasurementError {
    // Many containers keep their index at the end, where a pipe cannot be searched for it.
    let advice =
      input.decoderPath == "-"
      ? " (it is a pipe, which some containers cannot be read from: name the file)" : ""
    return MeasurementError(error.operation, input.name, error.reason + advice)
  }
}
