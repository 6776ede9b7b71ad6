import CFFmpeg
import FileAccess
import FoundationEssentials

/// Takes a file apart into the packets of its video stream, or of its sound; owns libavformat's handles.
///
/// Only the open file is read: no protocol is allowed, playlists are refused before they are opened, and
/// any attempt of a container to open something else fails.
final class Demuxer {
  let name: String
  let stream: UnsafeMutablePointer<AVStream>
  let containerName: String

  private var context: UnsafeMutablePointer<AVFormatContext>
  private let bytes: FileBytes

  /// Whether a header that could give a rate gives none.
  private let lacksRate: Bool
  private let hash = ContentHash()
  private let announcedPackets: Int64
  private var packetCount: Int64 = 0
  private var lastEnd: Int64?

  /// Whether reading stopped before the length that the container had announced.
  private(set) var endedEarly = false

  /// Pieces of the container that could not be read.
  private(set) var readErrors = 0
  private var isAtEnd = false

  /// Whether reading stopped because it was asked to.
  private(set) var wasInterrupted = false

  /// The most pixels that a picture may have: twice 8192 x 8192.
  static let greatestPixelCount = 1 << 27

  /// - Parameters:
  ///   - name: The file's name, whose ending may show its kind.
  ///   - interruption: Asked before each read, and when a signal wakes one.
  init(
    _ file: consuming OpenFile, name: String, stream number: Int?, interruption: InterruptionCheck,
    isSound: Bool = false
  ) throws(FFmpegError) {
    _ = LibavLog.silence
    self.name = name
    let bytes = FileBytes(file, interruption: interruption)
    var context: UnsafeMutablePointer<AVFormatContext>?
    var lacksRate = false
    do throws(FFmpegError) {
      context = try Self.open(name, bytes, isSound: isSound, lacksRate: &lacksRate)
      guard let context else { outOfMemory() }
      let code = Self.findStreamInfo(context)
      if code < 0 {
        throw FFmpegError(
          operation: "open", path: name, code: code, log: LibavLog.lastError(of: context))
      }
      stream =
        isSound
        ? try Self.soundStream(of: context, name)
        : try Self.videoStream(of: context, name, number)
    } catch {
      Self.close(context)
      throw error
    }
    guard let context else { outOfMemory() }
    self.bytes = bytes
    self.lacksRate = lacksRate
    self.context = context
    containerName = String(cString: context.pointee.iformat.pointee.name)
    announcedPackets = stream.pointee.nb_frames
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let other = context.pointee.streams[index], other != stream else { continue }
      other.pointee.discard = AVDISCARD_ALL
    }
  }

  deinit {
    Self.close(context)
  }

  /// Reads the video stream's next packet, and returns false at the end. The packet's old content is released.
  ///
  /// A part that cannot be read is left out and counted; a device that fails ends the stream early.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    var failuresInARow = 0
    while !isAtEnd {
      av_packet_unref(packet)
      let code = av_read_frame(context, packet)
      if code >= 0 {
        failuresInARow = 0
        guard packet.pointee.stream_index == stream.pointee.index else { continue }
        note(packet.pointee)
        return true
      }
      if code == heartcam_error_again() { continue }
      if code == heartcam_error_invalid_data() && failuresInARow < 100 {
        readErrors += 1
        failuresInARow += 1
        continue
      }
      isAtEnd = true
      wasInterrupted = code == heartcam_error_exit()
      endedEarly = code != heartcam_error_end_of_file() || isShort
    }
    return false
  }

  /// Identifies the video stream's packets read so far, whatever container they came in.
  var contentIdentity: String { hash.description }

  /// Seconds between two units of the stream's time stamps.
  var timeUnit: Double { stream.pointee.time_base.value }

  /// In seconds; `nil` if the container does not say.
  var duration: Double? {
    if stream.pointee.duration != heartcam_no_timestamp() && stream.pointee.duration > 0 {
      return Double(stream.pointee.duration) * timeUnit
    }
    guard context.pointee.duration != heartcam_no_timestamp(), context.pointee.duration > 0,
      context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE
    else { return nil }
    return Double(context.pointee.duration) / Double(AV_TIME_BASE)
  }

  /// In seconds since 1970; `nil` if the file does not say. The recording time from Apple's cameras
  /// comes before the creation of the file, which may be an export.
  var creationTime: Double? {
    for key in ["com.apple.quicktime.creationdate", "creation_time", "date"] {
      for text in values(of: key) {
        // A bare year or day is not a time.
        guard text.contains("T") || text.contains(":") else { continue }
        var microseconds: Int64 = 0
        guard av_parse_time(&microseconds, text, 0) >= 0 else { continue }
        let seconds = Double(microseconds) / 1e6
        // A clock that was never set says 1904, 1970 or 1980.
        if seconds > Self.earliestDate { return seconds }
      }
    }
    return nil
  }

  private static let earliestDate = 11.0 * 365.25 * 86_400

  /// The frames per second at which it was filmed, if the file says so: Android's cameras do in slow motion.
  var filmedFrameRate: Double? {
    values(of: "com.android.capture.fps").lazy.compactMap(Double.init)
      .first { Self.filmingRates.contains($0) }
  }

  /// The possible frame rates of filming: from time lapse to high speed.
  private static let filmingRates = 0.1...10_000

  private func values(of key: String) -> [String] {
    [context.pointee.metadata, stream.pointee.metadata].compactMap {
      av_dict_get($0, key, nil, 0)?.pointee.value.map { String(cString: $0) }
    }
  }

  /// Whether its frames have times. A stream without a container has none, and libavformat counts 25 frames per second if no
  /// header gives a rate; those of MPEG-1 and MPEG-2 always do.
  var hasTimes: Bool {
    let isCounted = context.pointee.iformat.pointee.flags & AVFMT_NOTIMESTAMPS != 0
    let rate = stream.pointee.avg_frame_rate.value
    let isGuess =
      Self.streams.contains(containerName) && rate == 25
      || containerName == "gif" && abs(rate - 100 / Double(Self.guessedDelay)) < 0.01
    let isPicture = containerName.split(separator: ",").contains { $0.hasSuffix("_pipe") }
    return
      !(isCounted && containerName != "mpegvideo" || isGuess || isPicture || lacksRate)
  }

  /// The delay of a GIF's pictures that have none, in hundredths of a second: hardly a file has it.
  private static let guessedDelay = 11

  /// Streams without a container whose headers may give a rate.
  private static let streams: Set<String> = [
    "h264", "hevc", "vvc", "obu", "av1", "m4v", "h261", "h263", "cavsvideo", "avs2", "avs3", "vc1",
    "dirac", "evc",
  ]

  /// Whether the file says that it was simulated.
  var isSimulated: Bool {
    let programs = (0..<Int(context.pointee.nb_programs)).map {
      context.pointee.programs[$0]?.pointee.metadata
    }
    return ([context.pointee.metadata, stream.pointee.metadata] + programs).contains { metadata in
      SimulatedMark.keys.contains { key in
        av_dict_get(metadata, key, nil, 0)?.pointee.value.map {
          String(cString: $0).contains(SimulatedMark.text)
        } ?? false
      }
    }
  }

  // MARK: -

  private func note(_ packet: AVPacket) {
    packetCount += 1
    hash.update(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
    if packet.flags & AV_PKT_FLAG_CORRUPT != 0 { readErrors += 1 }
    let start = packet.pts != heartcam_no_timestamp() ? packet.pts : packet.dts
    guard start != heartcam_no_timestamp() else { return }
    lastEnd = max(lastEnd ?? .min, start.addingReportingOverflow(packet.duration).partialValue)
  }

  /// Whether the stream ended where more had been announced: by the demuxer's own complaint, or by
  /// the packets that an index counts, or by more than a second (a twentieth of short ones).
  private var isShort: Bool {
    if let complaint = LibavLog.lastError(of: context),
      ["partial file", "ended prematurely", "truncat"].contains(where: complaint.contains)
    {
      return true
    }
    if announcedPackets > 0 { return readErrors > 0 && packetCount < announcedPackets }
    guard let duration, let lastEnd else { return false }
    let start = stream.pointee.start_time
    let begin = start == heartcam_no_timestamp() ? 0 : Double(start) * timeUnit
    // Some containers count their length from zero, some from the first picture.
    return Double(lastEnd) * timeUnit - min(begin, 0) < duration - max(1, duration / 20)
  }

  private static func open(
    _ name: String, _ bytes: FileBytes, isSound: Bool, lacksRate: inout Bool
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVFormatContext> {
    // With a protocol, so that no name is taken for an address.
    let url = "file:" + name
    var format: UnsafePointer<AVInputFormat>?
    var score = av_probe_input_buffer2(bytes.context, &format, url, nil, 0, 0)
    // A picture's name also means its numbered neighbors, which are not wanted.
    if format.map({ String(cString: $0.pointee.name) }) == "image2" {
      format = nil
      score = av_probe_input_buffer2(bytes.context, &format, "", nil, 0, 0)
    }
    let isUnknown = "it is not a \(isSound ? "sound file" : "video") that FFmpeg knows"
    // Probing leaves its packets to be read again.
    let beginning = UnsafeRawBufferPointer(
      start: bytes.context.pointee.buf_ptr,
      count: max(0, bytes.context.pointee.buf_end - bytes.context.pointee.buf_ptr))
    let playlist = RefusedContainers.playlist(beginning)
    lacksRate =
      beginning.starts(with: "YUV4MPEG2 ".utf8)
      && !String(decoding: beginning.prefix { $0 != 0x0A }, as: UTF8.self)
        .contains(/\sF[1-9]\d*:[1-9]/)
    guard playlist != nil || score >= 0,
      let containerName = playlist ?? format.map({ String(cString: $0.pointee.name) })
    else {
      throw FFmpegError(operation: "open", path: name, code: score, reason: isUnknown)
    }
    if let reason = RefusedContainers.reason(against: containerName) {
      throw FFmpegError(operation: "open", path: name, code: 0, reason: reason)
    }
    guard let opened = avformat_alloc_context() else { outOfMemory() }
    LibavLog.watch(opened)
    opened.pointee.pb = bytes.context
    opened.pointee.io_open = { _, _, _, _, _ in heartcam_error_not_permitted() }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "none", 0)
    av_dict_set(&options, "default_delay", String(guessedDelay), 0)
    var context: UnsafeMutablePointer<AVFormatContext>? = opened
    let code = avformat_open_input(&context, url, format, &options)
    av_dict_free(&options)
    guard code >= 0, let context else {
      let log = LibavLog.lastError(of: opened)
      LibavLog.unwatch(opened)
      // Only the name's ending spoke for the container.
      if score <= 50 && code == heartcam_error_invalid_data() {
        throw FFmpegError(operation: "open", path: name, code: code, reason: isUnknown)
      }
      if log?.contains("moov atom not found") == true {
        throw FFmpegError(
          operation: "open", path: name, code: code,
          reason: "its index is missing (moov atom not found): the recording was not finished")
      }
      throw FFmpegError(operation: "open", path: name, code: code, log: log)
    }
    return context
  }

  /// Probing decodes pictures too, with no budget of memory. For those larger than high definition
  /// only key frames are decoded, which keep no others. For pictures that it may not decode it
  /// forgets the size that the container gives.
  private static func findStreamInfo(_ context: UnsafeMutablePointer<AVFormatContext>) -> Int32 {
    let count = Int(context.pointee.nb_streams)
    var options = [OpaquePointer?](repeating: nil, count: count)
    let (high, greatest) = (1 << 21, 1 << 25)
    var sizes = [(width: Int32, height: Int32)](repeating: (0, 0), count: count)
    for index in 0..<count {
      let parameters = context.pointee.streams[index]?.pointee.codecpar?.pointee
      sizes[index] = (parameters?.width ?? 0, parameters?.height ?? 0)
      let pixels = Int(sizes[index].width) * Int(sizes[index].height)
      if pixels > high { av_dict_set(&options[index], "skip_frame", "nokey", 0) }
      av_dict_set(&options[index], "max_pixels", String(pixels > high ? greatest : high), 0)
    }
    defer { for index in 0..<count { av_dict_free(&options[index]) } }
    // Streams that turn up while probing have no options; decoding them has.
    let code = options.withUnsafeMutableBufferPointer {
      avformat_find_stream_info(context, count == 0 ? nil : $0.baseAddress)
    }
    for (index, size) in sizes.enumerated() {
      guard let parameters = context.pointee.streams[index]?.pointee.codecpar,
        parameters.pointee.width == 0, parameters.pointee.height == 0
      else { continue }
      parameters.pointee.width = size.width
      parameters.pointee.height = size.height
    }
    return code
  }

  /// Returns the stream of a number, or the default one without a number.
  private static func videoStream(
    of context: UnsafeMutablePointer<AVFormatContext>, _ name: String, _ number: Int?
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVStream> {
    var best: (stream: UnsafeMutablePointer<AVStream>, rank: Int64)?
    var hasSound = false
    var numbers: [Int] = []
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index],
        let parameters = stream.pointee.codecpar?.pointee
      else { continue }
      hasSound = hasSound || parameters.codec_type == AVMEDIA_TYPE_AUDIO
      guard parameters.codec_type == AVMEDIA_TYPE_VIDEO,
        stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
      else { continue }
      if index == number { return stream }
      numbers.append(index)
      let isDefault = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
      let isKnown = avcodec_find_decoder(parameters.codec_id) != nil
      let rank =
        Int64(parameters.width) * Int64(parameters.height) + (isDefault ? 1 << 48 : 0)
        + (isKnown ? 1 << 50 : 0)
      if rank > best?.rank ?? -1 { best = (stream, rank) }
    }
    if let number, !numbers.isEmpty {
      let names = numbers.map(String.init).joined(separator: ", ")
      throw FFmpegError(
        operation: "open", path: name, code: 0,
        reason: "its stream \(number) is no video; "
          + (numbers.count == 1 ? "stream \(names) is" : "streams \(names) are"))
    }
    if let best { return best.stream }
    throw FFmpegError(
      operation: "open", path: name, code: 0,
      reason: hasSound ? "it has no video stream, only sound" : "it has no video stream")
  }

  private static func soundStream(
    of context: UnsafeMutablePointer<AVFormatContext>, _ name: String
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVStream> {
    let index = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let stream = context.pointee.streams[Int(index)] else {
      throw FFmpegError(operation: "open", path: name, code: 0, reason: "it holds no sound")
    }
    return stream
  }

  private static func close(_ context: UnsafeMutablePointer<AVFormatContext>?) {
    guard let context else { return }
    LibavLog.unwatch(context)
    var closed: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closed)
  }
}

extension AVRational {
  var value: Double { den == 0 ? 0 : Double(num) / Double(den) }
}
