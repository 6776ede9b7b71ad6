import Testing

@testable import V4L2Source

/// Which of a camera's modes is chosen.
struct ModeChoiceTests {
  private func format(_ name: String, _ sizes: (Int, Int, [Double])...) -> CameraFormat {
    CameraFormat(
      fourCC: FourCC(name)!, description: "",
      sizes: sizes.map { CameraSize(width: $0.0, height: $0.1, rates: .discrete($0.2)) })
  }

  private func choice(
    _ formats: [CameraFormat], _ request: CameraRequest = CameraRequest()
  ) throws -> String {
    try ModeChoice.choose(from: formats, request: request, device: "/dev/video0").summary
  }

  /// The formats of a common webcam.
  private var webcam: [CameraFormat] {
    [
      format(
        "MJPG", (1920, 1080, [30, 15]), (1280, 720, [30]), (640, 480, [30]), (320, 240, [30])),
      format(
        "YUYV", (640, 480, [30, 15]), (320, 240, [30]), (160, 120, [30]), (1280, 720, [10]),
        (1920, 1080, [5])),
    ]
  }

  @Test func `a webcam is asked for small uncompressed pictures`() throws {
    #expect(try choice(webcam) == "640x480 YUYV at 30 frames/s")
  }

  @Test func `a frame rate of 30 matters more than uncompressed pictures`() throws {
    let formats = [format("YUYV", (640, 480, [15])), format("MJPG", (640, 480, [30]))]
    #expect(try choice(formats) == "640x480 MJPG at 30 frames/s")
  }

  @Test func `rates above 60 frames per second are not preferred`() throws {
    #expect(
      try choice([format("YUYV", (320, 240, [187, 125, 60, 30]))]).hasSuffix("at 60 frames/s"))
  }

  @Test func `tiny pictures are chosen if no other size is as fast`() throws {
    let formats = [format("YUYV", (88, 72, [30]), (160, 120, [30]), (1280, 720, [30]))]
    #expect(try choice(formats) == "1280x720 YUYV at 30 frames/s")
    #expect(try choice([format("YUYV", (88, 72, [30]), (160, 120, [30]))]).hasPrefix("160x120"))
    #expect(try choice([format("YUYV", (88, 72, [30]), (160, 120, [5]))]).hasPrefix("88x72"))
  }

  @Test func `the wanted size is found within a range of sizes`() throws {
    let any = CameraFormat(
      fourCC: FourCC("YUYV")!, description: "",
      sizes: [
        CameraSize(
          width: 48...1920, height: 32...1080, widthStep: 16, heightStep: 8, rates: .range(1...90))
      ])
    #expect(try choice([any]) == "640x480 YUYV at 30 frames/s")
    let request = CameraRequest(width: 800, height: 600, frameRate: 60)
    #expect(try choice([any], request) == "800x600 YUYV at 60 frames/s")
  }

  @Test func `a request is met, or refused with a list of what there is`() throws {
    #expect(
      try choice(webcam, CameraRequest(width: 1920, height: 1080))
        == "1920x1080 MJPG at 30 frames/s")
    #expect(
      try choice(webcam, CameraRequest(format: FourCC("MJPG"))) == "640x480 MJPG at 30 frames/s")
    #expect(try choice(webcam, CameraRequest(frameRate: 15)) == "640x480 YUYV at 15 frames/s")
    let error = #expect(throws: V4L2Error.self) {
      try choice(webcam, CameraRequest(width: 800, height: 600, frameRate: 60))
    }
    #expect(error?.reason.contains("none of 800x600 pixels at 60 frames/s") == true)
    #expect(error?.reason.contains("MJPG (1920x1080 at 30, 1280x720 at 30") == true)
  }

  @Test func `a driver that lists neither sizes nor rates is asked for a small picture`() throws {
    let bare = CameraFormat(fourCC: FourCC("YUYV")!, description: "", sizes: [])
    #expect(try choice([bare]) == "640x480 YUYV")
  }

  @Test func `raw sensors and infrared cameras are recognized by their formats`() {
    func problem(_ names: String..., name: String = "Camera") -> CameraProblem? {
      CameraProbe.problem(of: names.map { FourCC($0)! }, name: name)
    }
    #expect(problem("BG10", "GR14", "ip3G") == .rawSensor)
    #expect(problem("GREY", "Y16") == .infrared)
    #expect(problem("GREY", "YUYV", name: "Integrated IR Camera") == .infrared)
    #expect(problem("YUYV", name: "Irene's Firm") == nil)
    #expect(problem("GREY", "YUYV") == nil)
    #expect(problem("H264", "HEVC") == .noReadableFormat)
    #expect(problem() == .noReadableFormat)
  }

  @Test func `impossible sizes and requests are refused without a crash`() throws {
    let greatest = Int(UInt32.max)
    #expect(
      try choice([format("YUYV", (greatest, greatest, [30]), (320, 240, [30]))])
        == "320x240 YUYV at 30 frames/s")
    #expect(
      try choice([format("YUYV", (greatest, greatest, [30]))]).hasPrefix("4294967295x4294967295"))
    let any = [CameraFormat(fourCC: FourCC("YUYV")!, description: "", sizes: [])]
    for wish in [Int.max, .min, 0, -1] {
      #expect(throws: V4L2Error.self) { try choice(any, CameraRequest(width: wish)) }
      #expect(throws: V4L2Error.self) { try choice(any, CameraRequest(height: wish)) }
    }
    for wish in [0, -30, Double.nan, .infinity] {
      #expect(throws: V4L2Error.self) { try choice(any, CameraRequest(frameRate: wish)) }
    }
  }
}
