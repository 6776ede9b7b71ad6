/// Chooses how a camera should send its pictures for measuring a pulse.
///
/// In this order: a steady rate of 30 frames per second or more (rates above 60 gain nothing); a
/// picture from 320x180 to 640x480, which averages noise away and costs little; samples that need
/// no decoding, then Motion JPEG, then what libv4l2 converts; the higher rate up to 60; the larger
/// picture.
struct ModeChoice {
  private struct Candidate {
    let mode: CameraMode
    let rank: [Double]
  }

  /// Returns the best mode that meets the request.
  /// - Throws: An error that lists the modes if none meets it.
  static func choose(
    from formats: [CameraFormat], request: CameraRequest, device: String
  ) throws(V4L2Error) -> CameraMode {
    let all = formats.flatMap { candidates($0, request) }
    let fitting = all.filter { meets($0.mode, request) }
    let best = fitting.max { $0.rank.lexicographicallyPrecedes($1.rank) }
    guard var mode = best?.mode else {
      throw V4L2Error(
        .noSuchMode, operation: "choose a mode", device: device,
        reason: "it has none \(wish(request)); it has " + offer(of: formats))
    }
    mode.reason = reason(for: mode, request)
    return mode
  }

  private static func candidates(
    _ format: CameraFormat, _ request: CameraRequest
  ) -> [Candidate] {
    let native = NativeFormat(format.fourCC)
    guard native != nil || format.fourCC.isConvertible else { return [] }
    let kind = native == nil ? 2.0 : (native == .motionJPEG ? 1 : 0)
    // A driver that lists no sizes takes the requested one, or reports its actual one.
    let sizes =
      format.sizes.isEmpty
      ? [CameraSize(width: 16...8192, height: 16...8192, rates: .unknown)] : format.sizes
    return sizes.flatMap { size in
      pictures(in: size, request).flatMap { picture in
        rates(in: size.rates, request).map { rate in
          let mode = CameraMode(
            format: format.fourCC, width: picture.width, height: picture.height, frameRate: rate,
            isConverted: native == nil, reason: "")
          return Candidate(mode: mode, rank: rank(mode, kind: kind))
        }
      }
    }
  }

  private static func pictures(
    in size: CameraSize, _ request: CameraRequest
  ) -> [(width: Int, height: Int)] {
    guard !size.isDiscrete else { return [(size.width.lowerBound, size.height.lowerBound)] }
    // A request for more finds nothing.
    func bounded(_ length: Int) -> Int { min(max(length, 0), 1 << 16) }
    let width = request.width ?? request.height.map { bounded($0) * 4 / 3 } ?? 640
    let height = request.height ?? request.width.map { bounded($0) * 3 / 4 } ?? 480
    return [size.nearest(width: width, height: height)]
  }

  private static func rates(in rates: CameraRates, _ request: CameraRequest) -> [Double?] {
    switch rates {
    case .discrete(let rates): rates.map { $0 }
    case .range(let range):
      [min(max(request.frameRate ?? 30, range.lowerBound), range.upperBound)]
    case .unknown: [request.frameRate]
    }
  }

  /// Returns numbers to compare modes by: the first decides, then the next; greater is better.
  private static func rank(_ mode: CameraMode, kind: Double) -> [Double] {
    // Drivers may write anything.
    let pixels = Double(mode.width) * Double(mode.height)
    // If the rate is unknown, it is 30 frames per second for most cameras, but not for all.
    let rate = mode.frameRate ?? 29
    let isSmall = pixels <= 640 * 480
    let sizeClass: Double
    if pixels >= 320 * 180 {
      sizeClass = isSmall ? 0 : -1
    } else {
      sizeClass = pixels >= 160 * 120 ? -2 : -3
    }
    return [
      min(rate, 29.5), sizeClass, -kind, rate > 61 ? 120 - min(rate, 120) : rate,
      isSmall ? pixels : -pixels,
    ]
  }

  private static func meets(_ mode: CameraMode, _ request: CameraRequest) -> Bool {
    if let format = request.format, mode.format != format { return false }
    if let width = request.width, mode.width != width { return false }
    if let height = request.height, mode.height != height { return false }
    guard let rate = request.frameRate else { return true }
    guard rate.isFinite, rate > 0 else { return false }
    return mode.frameRate.map { abs($0 - rate) <= rate / 20 } ?? true
  }

  private static func reason(for mode: CameraMode, _ request: CameraRequest) -> String {
    var reasons: [String] = []
    if request.width != nil || request.height != nil || request.format != nil
      || request.frameRate != nil
    {
      reasons.append("as asked for")
    }
    if let rate = mode.frameRate {
      reasons.append(rate >= 29.5 ? "a steady high rate" : "its highest rate")
    } else {
      reasons.append("the driver lists no rates")
    }
    let pixels = Double(mode.width) * Double(mode.height)
    if pixels > 640 * 480 {
      reasons.append("no smaller picture comes as fast")
    } else if pixels < 320 * 180 {
      reasons.append("no larger picture comes as fast")
    } else {
      reasons.append("a small picture")
    }
    switch NativeFormat(mode.format) {
    case .raw: reasons.append("without decoding")
    case .motionJPEG: reasons.append("decoded by its mean levels only")
    case nil: reasons.append("converted by libv4l2")
    }
    return reasons.joined(separator: ", ")
  }

  private static func wish(_ request: CameraRequest) -> String {
    var words: [String] = []
    if request.width != nil || request.height != nil {
      let width = request.width.map { "\($0)" } ?? "any"
      words.append("of \(width)x\(request.height.map { "\($0)" } ?? "any") pixels")
    }
    if let format = request.format { words.append("in \(format)") }
    if let rate = request.frameRate { words.append("at \(CameraMode.text(of: rate)) frames/s") }
    return words.isEmpty ? "that can be read" : words.joined(separator: " ")
  }

  private static func offer(of formats: [CameraFormat]) -> String {
    guard !formats.isEmpty else { return "no format" }
    return formats.map { format in
      let sizes = format.sizes.map { size in
        size.description + (size.rates.greatest.map { " at \(CameraMode.text(of: $0))" } ?? "")
      }
      return "\(format.fourCC)" + (sizes.isEmpty ? "" : " (\(sizes.joined(separator: ", ")))")
    }.joined(separator: ", ")
  }
}
