import FFmpegSource
import FileAccess
import FoundationEssentials
import JSONCoding
import VideoFrames

/// Reads the color frames of a video.
final class VideoSamples: ColorSampleSource {
  private let input: RecordingInput
  private let isPipe: Bool
  private var video: VideoFile
  private let description: VideoDescription
  private var extractor: ColorExtractor
  private var times: (first: Double, last: Double)?

  /// True seconds in a second of the file.
  private let timeScale: Double

  /// The frames per second of a stream without times, and how many there were.
  private let countedRate: Double?
  private var count = 0

  init(
    _ file: consuming OpenFile, of input: RecordingInput, _ options: MeasurementOptions,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    self.input = input
    let isPipe = input.isStandardInput && file.regularSize == nil
    self.isPipe = isPipe
    extractor = ColorExtractor(region: options.region, selection: options.selection)
    var decoding = options.video
    // A pipe cannot be read again.
    if isPipe { decoding.threads = 1 }
    do throws(FFmpegError) {
      video = try VideoFile(
        file, name: input.isStandardInput ? "standard input" : input.name, options: decoding,
        isInterrupted: isInterrupted)
    } catch {
      throw Self.translated(error, input, isPipe: isPipe)
    }
    description = video.description
    guard description.hasTimes else {
      guard let rate = options.trueRate else {
        throw MeasurementError(
          "measure", input.name,
          "it is a stream of pictures without times: give their number per second with --true-rate")
      }
      (timeScale, countedRate) = (1, rate)
      return
    }
    countedRate = nil
    if let rate = options.trueRate {
      guard let nominal = description.averageFrameRate else {
        throw MeasurementError(
          "measure", input.name,
          "its frame rate is not known, so that its times cannot be converted")
      }
      timeScale = nominal / rate
    } else {
      timeScale = description.slowMotion.map { $0.played / $0.filmed } ?? 1
    }
  }

  func next() throws(MeasurementError) -> ColorSample? {
    do {
      var sample = try video.withNextFrame { try extractor.sample(of: $0) }
      if let time = sample?.time {
        sample?.time = countedRate.map { Double(count) / $0 } ?? time * timeScale
        count += 1
      }
      if let sample { times = (times?.first ?? sample.time, sample.time) }
      return sample
    } catch let error as FFmpegError {
      throw Self.translated(error, input, isPipe: isPipe)
    } catch {
      throw MeasurementError("measure", input.name, "\(error)")
    }
  }

  var share: Double? {
    guard let duration, let times else { return nil }
    return (times.last - times.first) / duration
  }

  var dependsOnThreads: Bool { video.dependsOnThreads }

  var wasInterrupted: Bool { video.wasInterrupted }

  var facts: RecordingFacts {
    RecordingFacts(
      kind: "\(description.codec) \(description.displayedWidth)x\(description.displayedHeight)",
      identity: video.contentIdentity, dependsOnThreads: dependsOnThreads,
      isSimulated: description.isSimulated, lostCount: video.damage.damagedPackets,
      warnings: warnings(isPartial: true))
  }

  var duration: Double? {
    countedRate == nil ? description.duration.map { $0 * timeScale } : nil
  }

  var start: Date? { description.creationTime.map(Date.init(timeIntervalSince1970:)) }

  func warnings(isPartial: Bool) -> [String] {
    guard !isPartial else { return [] }
    let slow = description.slowMotion.map {
      "it says that it was filmed at \($0.filmed.fixed(0)) frames per second and is played at "
        + "\($0.played.fixed(0)): its times are those of filming"
    }
    return (timeScale == 1 ? [] : [slow].compactMap(\.self)) + video.damage.warnings
  }

  private static func translated(
    _ error: FFmpegError, _ input: RecordingInput, isPipe: Bool
  ) -> MeasurementError {
    // Many containers keep their index at their end, which cannot be looked up in a pipe.
    let advice =
      isPipe
      ? " (it is a pipe, which some containers cannot be read from: name the file)" : ""
    return MeasurementError(error.operation, input.name, error.reason + advice)
  }
}

extension VideoDescription {
  /// Frames per second as filmed and as played, if the file says that these differ.
  fileprivate var slowMotion: (filmed: Double, played: Double)? {
    guard let filmed = filmedFrameRate, let played = averageFrameRate,
      !(0.67...1.5).contains(filmed / played)
    else { return nil }
    return (filmed, played)
  }
}

extension VideoDamage {
  /// The faults, one sentence each.
  var warnings: [String] {
    var warnings: [String] = []
    if endedEarly { warnings.append("the file ends early; what is there was measured") }
    switch damagedPackets {
    case 0: break
    case 1: warnings.append("1 packet is damaged and gave no frame")
    case let count: warnings.append("\(count) packets are damaged and gave no frame")
    }
    switch damagedFrames {
    case 0: break
    case 1: warnings.append("1 frame is damaged; it was measured as the decoder completed it")
    case let count:
      warnings.append(
        "\(count) frames are damaged; they were measured as the decoder completed them")
    }
    let mended = mendedTimestamps == 1 ? "1 frame" : "\(mendedTimestamps) frames"
    if mendedTimestamps > 0 { warnings.append("\(mended) had no usable time; it was filled in") }
    return warnings
  }
}
