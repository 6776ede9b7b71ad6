import Testing

@testable import TestPrograms

/// What the program loads before it works.
struct StartTests {
  /// Large libraries that most commands do not need.
  private static let large = [
    "libavcodec", "libavformat", "libavutil", "libswscale", "libcairo", "libfontconfig",
    "libfreetype",
    "libmicrohttpd", "libpq", "libv4l2",
  ]

  /// Those of them that a command loads, as the C library's loader reports it. The inner side of a sandbox does
  /// not get the variable, and reports nothing.
  private func loaded(_ arguments: String...) throws -> [String] {
    let result = try Heartcam.start(arguments, environment: ["LD_DEBUG": "files"]).result()
    #expect(result.errors.contains("libsqlite3"), "the loader reports nothing")
    return Self.large.filter { result.errors.contains("file=\($0).") }
  }

  @Test func `no command starts with libraries that it does not need`() throws {
    let (signal, video) = (Heartcam.samples + "/resting.csv", Heartcam.samples + "/exercise.mkv")
    #expect(try loaded("--version").isEmpty)
    #expect(try loaded("measure", "--store", "none", "--no-sandbox", signal).isEmpty)
    #expect(try loaded("measure", "--store", "none", video).isEmpty)
  }

  @Test func `a video needs the decoder alone`() throws {
    let video = Heartcam.samples + "/exercise.mkv"
    let libraries = try loaded("measure", "--store", "none", "--no-sandbox", video)
    #expect(libraries.contains("libavcodec") && libraries.contains("libavformat"))
    #expect(!libraries.contains("libpq") && !libraries.contains("libmicrohttpd"))
  }

  @Test func `a locked process has the decoder loaded, unless it reads signals`() throws {
    #expect(try loaded("sandboxed-reader").contains("libavcodec"))
    #expect(try loaded("sandboxed-reader", "--read", "signals").isEmpty)
    #expect(try loaded("sandboxed-reader", "--read", "samples").isEmpty)
  }
}
