import FFmpegSource
import FileAccess
import FoundationEssentials
import VideoFrames

/// Reads the color frames of pictures that were taken one after the other.
final class PictureSamples: ColorSampleSource {
  private let input: RecordingInput
  private let options: MeasurementOptions

  /// When the first and the last picture was taken, by their names, in nanoseconds since 1970.
  private var (firstTime, lastTime) = (Int?.none, 0)
  private let isInterrupted: () -> Bool
  /// An open picture and its name, whose ending may show its format.
  struct Picture: ~Copyable {
    let file: OpenFile
    let name: String
  }

  private let opening: (Int) throws(FFmpegError) -> Picture
  private let count: Int

  /// Whether the numbers in the names count frames, and those of the first and the last picture so far.
  private let isCounted: Bool
  private var (firstNumber, lastNumber) = (Int?.none, 0)
  private var index = 0
  private var extractor: ColorExtractor
  private let hash = ContentHash()
  private var description: VideoDescription?
  private var unreadable: (count: Int, first: FFmpegError)?

  /// Each picture is whole by itself.
  var dependsOnThreads: Bool { false }

  private(set) var wasInterrupted = false

  /// - Parameters:
  ///   - count: The number of pictures.
  ///   - isCounted: Whether the numbers in their names count frames.
  ///   - options: Their true rate is the number of pictures a second.
  ///   - opening: Opens the picture of an index.
  init(
    _ input: RecordingInput, count: Int, isCounted: Bool, _ options: MeasurementOptions,
    isInterrupted: @escaping () -> Bool,
    opening: @escaping (Int) throws(FFmpegError) -> Picture
  ) {
    (self.input, self.options, self.opening, self.count) = (input, options, opening, count)
    self.isCounted = isCounted
    self.isInterrupted = isInterrupted
    extractor = ColorExtractor(region: options.region, selection: options.selection)
  }

  func next() throws(MeasurementError) -> ColorSample? {
    while index < count {
      guard !isInterrupted() else {
        wasInterrupted = true
        return nil
      }
      let number = index
      index += 1
      do {
        guard var sample = try sample(of: number) else { continue }
        // Pictures carry no time: the caller knows how many there were per second, or their names say when.
        if let rate = options.trueRate {
          sample.time = Double(isCounted ? lastNumber - (firstNumber ?? 0) : number) / rate
        } else {
          sample.time = Double(lastTime - (firstTime ?? lastTime)) / 1e9
        }
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

  private func sample(of number: Int) throws -> ColorSample? {
    let picture = try opening(number)
    let name = picture.name
    lastTime = PictureSequence.nanoseconds(of: name) ?? lastTime
    firstTime = firstTime ?? lastTime
    lastNumber = PictureSequence.number(of: name) ?? lastNumber
    firstNumber = firstNumber ?? lastNumber
    var video = try VideoFile(
      picture.file, name: name, options: options.video, isInterrupted: isInterrupted)
    let sample = try video.withNextFrame { try extractor.sample(of: $0) }
    description = description ?? video.description
    var identity = video.contentIdentity
    identity.withUTF8 { hash.update($0) }
    return sample
  }

  var share: Double? { Double(index) / Double(count) }

  private var kind: String {
    guard let description else { return "pictures" }
    return
      "\(count) pictures, \(description.codec) \(description.displayedWidth)x\(description.displayedHeight)"
  }

  var facts: RecordingFacts {
    RecordingFacts(
      kind: kind, identity: hash.description, dependsOnThreads: false,
      isSimulated: description?.isSimulated ?? false,
      lostCount: (unreadable?.count ?? 0) + missingCount,
      warnings: warnings(isPartial: true))
  }

  var start: Date? {
    firstTime.flatMap(PictureSequence.date)
  }

  var duration: Double? { options.trueRate.map { Double(count) / $0 } }

  /// The numbers so far without a picture.
  private var missingCount: Int {
    isCounted ? lastNumber - (firstNumber ?? lastNumber) + 1 - index : 0
  }

  func warnings(isPartial: Bool) -> [String] {
    func pictures(_ count: Int) -> String { count == 1 ? "1 picture" : "\(count) pictures" }
    var warnings: [String] = []
    if missingCount > 0 {
      warnings.append("\(pictures(missingCount)) missing: the numbers in the names have gaps")
    }
    if let unreadable {
      warnings.append(
        "\(pictures(unreadable.count)) could not be read and count as missing: \(unreadable.first.reason)"
      )
    }
    return warnings
  }
}
