// swift-tools-version: 6.1
import PackageDescription

/// Every target is compiled alike: Swift 6 mode, imports are internal unless said otherwise, and a
/// member is visible only where its module is imported, so that no C type can become public.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func room(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: strict)
}

func tests(of name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "heartcam",
  products: [
    .library(name: "FFmpegSource", targets: ["FFmpegSource"]),
    .library(name: "VideoFrames", targets: ["VideoFrames"]),
  ],
  targets: [
    // Floor 0: a module map and a shim each.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // Floor 1
    room("VideoFrames"),

    // Floor 2
    room("FFmpegSource", "CFFmpeg", "VideoFrames"),

    tests(of: "VideoFrames"),
    tests(of: "FFmpegSource", "CFFmpeg", "VideoFrames"),

    .executableTarget(
      name: "heartcam-bench", dependencies: ["FFmpegSource", "VideoFrames"], path: "bench",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
