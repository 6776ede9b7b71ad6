// swift-tools-version: 6.1
import PackageDescription

/// Every target is compiled alike: Swift 6 mode, imports are internal unless said otherwise, and a
/// member is visible only where its module is imported, so that no C type can become public.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// The linker that comes with the toolchain takes a second for the tests where the usual one takes a minute. Only what nobody
/// depends on has it: a package whose libraries name a linker cannot be used by others.
let quickLinking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

extension Target.Dependency {
  /// A target that only builds with the trait PostgreSQL depend on.
  static func whenPostgreSQL(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(traits: ["PostgreSQL"]))
  }
}

/// A room of `Sources`: one folder, one target and one idea.
func room(
  _ name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"], resources: resources,
    swiftSettings: strict)
}

/// The tests of a room.
func tests(
  of name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies,
    resources: resources, swiftSettings: strict)
}

/// A wing: rooms that stand together in `Sources/NAME`, and what tests them in `Tests/NAME`.
func wing(_ name: String, rooms: [Target], tests: [Target]) -> [Target] {
  for room in rooms { room.path = "Sources/\(name)/\(room.name)" }
  for test in tests { test.path = "Tests/\(name)/\(test.name)" }
  return rooms + tests
}

let system = wing(
  "System",
  rooms: [
    // A module map and a shim each.
    // Told by the scripts that build what is installed. Only its one file is compiled anew for another commit.
    .target(
      name: "CBuildCommit",
      cSettings: [
        .define("HEARTCAM_COMMIT", to: "\"\(Context.environment["HEARTCAM_COMMIT"] ?? "")\"")
      ]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev", "fonts-dejavu-core"])]),
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswresample-dev", "libswscale-dev"])
      ]),
    // Binds the large ones of these when they are first used.
    .target(name: "CLateLibraries", dependencies: ["CFFmpeg"]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CV4L2", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    room("CivilTime"),
    room("VisibleText"),
    room("CommandLineParsing", "VisibleText"),
    room("FileAccess", "CLinux", "VisibleText"),
    room("JSONCoding", "VisibleText"),
    room("Sandbox", "CLinux", "CSeccomp"),
  ],
  tests: [
    tests(of: "CivilTime", "TestSupport"),
    tests(of: "CommandLineParsing"),
    tests(of: "FileAccess", "TestSupport", "VisibleText"),
    tests(of: "JSONCoding", "TestSupport"),
    tests(of: "Sandbox"),
    tests(of: "VisibleText"),
  ])

let pictures = wing(
  "Pictures",
  rooms: [
    .systemLibrary(name: "CPixelSums"),
    room("VideoFrames", "CPixelSums"),
    room("BlockMeans"),
    room("FFmpegSource", "BlockMeans", "CFFmpeg", "CLateLibraries", "FileAccess", "VideoFrames"),
    room("V4L2Source", "CLateLibraries", "CV4L2", "FFmpegSource", "FileAccess", "VideoFrames"),
    room("Simulation", "FFmpegSource", "JSONCoding", "VideoFrames"),
  ],
  tests: [
    tests(of: "VideoFrames", "TestSupport"),
    tests(of: "BlockMeans", "TestSupport"),
    tests(of: "FFmpegSource", "CFFmpeg", "TestSupport", "VideoFrames"),
    tests(
      of: "V4L2Source", "CFFmpeg", "CV4L2", "FFmpegSource", "Measurement", "ScriptedCamera",
      "TestSupport", "VideoFrames"),
    tests(of: "Simulation", "FFmpegSource", "VideoFrames"),
    // A camera in memory that keeps Video4Linux's rules, for tests and benchmarks.
    .target(
      name: "ScriptedCamera", dependencies: ["CV4L2", "V4L2Source", "VideoFrames"],
      swiftSettings: strict),
    // Cameras with a known pulse, for the drivers of a virtual machine.
    .systemLibrary(name: "CSimulatorCalls"),
    .executableTarget(
      name: "CameraSimulator",
      dependencies: [
        "CSimulatorCalls", "CommandLineParsing", "FFmpegSource", "Simulation", "VideoFrames",
      ],
      swiftSettings: strict, linkerSettings: quickLinking),
    .testTarget(
      name: "CameraMachineTests",
      dependencies: [
        "CameraSimulator", "FFmpegSource", "Photoplethysmography", "TestSupport", "VideoFrames",
        "heartcam",
      ],
      swiftSettings: strict),
  ])

let pulse = wing(
  "Pulse",
  rooms: [
    room("SignalProcessing"),
    room("Photoplethysmography", "SignalProcessing", "VideoFrames"),
    room(
      "Measurement", "CLinux", "CivilTime", "FFmpegSource", "FileAccess", "JSONCoding",
      "Photoplethysmography",
      "SampleStore", "Sandbox", "SignalProcessing", "V4L2Source", "VideoFrames", "VisibleText"),
  ],
  tests: [
    tests(of: "SignalProcessing", "TestSupport", resources: [.copy("Reference")]),
    tests(
      of: "Photoplethysmography", "SignalProcessing", "Simulation", "TestSupport", "VideoFrames",
      resources: [.copy("Reference")]),
    tests(
      of: "Measurement", "FFmpegSource", "JSONCoding", "Photoplethysmography", "SampleStore",
      "Sandbox",
      "ScriptedCamera", "TestSupport", "V4L2Source", "VideoFrames"),
  ])

let samples = wing(
  "Samples",
  rooms: [
    room("SampleStore", "CSQLite", "CivilTime", "FileAccess", "JSONCoding"),
    room(
      "PostgreSQLStore", "CLateLibraries", .whenPostgreSQL("CPostgreSQL"), "SampleStore"),
    // The list of the engines: who opens a store that may be on a server imports this room.
    room("StoreEngines", .whenPostgreSQL("PostgreSQLStore"), "SampleStore"),
    room("HealthFormats", "CZlib", "CivilTime", "FileAccess", "JSONCoding", "SampleStore"),
    room(
      "SandboxedImport", "FileAccess", "HealthFormats", "JSONCoding", "SampleStore", "Sandbox"),
  ],
  tests: [
    tests(of: "SampleStore", "CSQLite", "StoreEngines", "StoreWriterTool", "TestSupport"),
    tests(of: "PostgreSQLStore", "SampleStore", "StoreWriterTool", "TestSupport"),
    tests(of: "StoreEngines", "SampleStore"),
    tests(
      of: "HealthFormats", "CivilTime", "FileAccess", "JSONCoding", "SampleStore", "TestSupport"),
    tests(of: "SandboxedImport", "HealthFormats", "SampleStore", "Sandbox", "TestSupport"),
    // Another process that uses a store, which the tests start, watch and kill.
    .executableTarget(
      name: "StoreWriterTool", dependencies: ["SampleStore", "StoreEngines"], swiftSettings: strict,
      linkerSettings: quickLinking),
  ])

let drawing = wing(
  "Drawing",
  rooms: [
    room("Charts", "CCairo", "CLateLibraries", "CivilTime", "FileAccess", "VisibleText"),
    room(
      "HealthCharts", "Charts", "JSONCoding", "Photoplethysmography", "SampleStore",
      "SignalProcessing"),
  ],
  tests: [
    tests(of: "Charts", "CivilTime", "TestSupport", resources: [.copy("Pictures")]),
    tests(
      of: "HealthCharts", "Charts", "Photoplethysmography", "SampleStore", "TestSupport",
      resources: [.copy("Pictures")]),
  ])

let studies = wing(
  "Studies",
  rooms: [
    room(
      "StudyTasks", "CivilTime", "FileAccess", "JSONCoding", "SampleStore",
      resources: [.embedInCode("Tasks")])
  ],
  tests: [
    tests(of: "StudyTasks", "CivilTime", "FileAccess", "JSONCoding", "SampleStore", "TestSupport")
  ])

let apple = wing(
  "Apple",
  rooms: [
    room("CoreLocation"),
    room("HealthKit", "CoreLocation", "HealthFormats", "JSONCoding", "SampleStore", "StoreEngines"),
    room(
      "ResearchKit", "Charts", "CivilTime", "CoreLocation", "HealthKit", "JSONCoding",
      "SampleStore", "StudyTasks"),
    // The other modules of ResearchKit since version 3: they are ResearchKit.
    room("ResearchKitActiveTask", "ResearchKit"),
    room("ResearchKitUI", "ResearchKit"),
  ],
  tests: [
    tests(of: "HealthKit", "CoreLocation", "SampleStore", "TestSupport"),
    // Apps of a kind that is older than Swift 6 mode.
    .testTarget(
      name: "HealthKitAppTests",
      dependencies: ["Charts", "CoreLocation", "HealthKit", "SampleStore", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // A study as an article prints it, for a phone.
    .testTarget(
      name: "ResearchKitTests",
      dependencies: [
        "HealthKit", "ResearchKit", "ResearchKitActiveTask", "ResearchKitUI", "ResearchStudyTool",
        "SampleStore", "TestSupport",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // Studies for a phone in a terminal, which the tests start.
    .executableTarget(
      name: "ResearchStudyTool", dependencies: ["ResearchKit"],
      swiftSettings: [.swiftLanguageMode(.v5)], linkerSettings: quickLinking),
  ])

let program = wing(
  "Program",
  rooms: [
    room(
      "LivePage", "CLateLibraries", "CMicroHTTPD", "FileAccess", "JSONCoding",
      resources: [.embedInCode("Page")]),
    // The commands, and the little that they share.
    room(
      "CommandEnvironment", "Charts", "CivilTime", "CommandLineParsing", "FileAccess", "JSONCoding",
      "Sandbox", "VisibleText"),
    room(
      "SampleSelection", "CommandEnvironment", "CommandLineParsing", "FileAccess", "HealthFormats",
      "JSONCoding", "Measurement", "SampleStore", "StoreEngines"),
    room(
      "MeasureCommands", "Charts", "CivilTime", "CommandEnvironment", "CommandLineParsing",
      "FFmpegSource", "FileAccess", "HealthCharts", "JSONCoding", "Measurement",
      "Photoplethysmography",
      "SampleSelection", "SampleStore", "V4L2Source", "VideoFrames"),
    room(
      "LiveCommands", "CommandEnvironment", "CommandLineParsing", "JSONCoding", "MeasureCommands",
      "Measurement", "Photoplethysmography", "SampleSelection", "SampleStore", "SignalProcessing",
      "V4L2Source", "VideoFrames"),
    room(
      "BatchCommands", "CLinux", "Charts", "CommandEnvironment", "CommandLineParsing",
      "FFmpegSource", "FileAccess", "HealthCharts", "HealthFormats", "JSONCoding",
      "MeasureCommands", "Measurement", "Photoplethysmography", "SampleSelection", "SampleStore",
      "Sandbox", "VideoFrames"),
    room(
      "StoreCommands", "Charts", "CommandEnvironment", "CommandLineParsing", "FileAccess",
      "HealthCharts", "HealthFormats", "JSONCoding", "Measurement", "SampleSelection",
      "SampleStore", "SandboxedImport"),
    room(
      "ChartCommands", "Charts", "CommandEnvironment", "CommandLineParsing", "HealthCharts",
      "MeasureCommands", "Measurement", "Photoplethysmography", "SampleSelection", "SampleStore",
      "VisibleText"),
    room(
      "StudyCommands", "Charts", "CommandEnvironment", "CommandLineParsing", "FFmpegSource",
      "FileAccess", "HealthCharts", "HealthFormats", "JSONCoding", "LiveCommands",
      "MeasureCommands", "Measurement", "Photoplethysmography", "SampleSelection", "SampleStore",
      "Sandbox", "Simulation", "StudyTasks", "V4L2Source", "VideoFrames"),
    room(
      "PageCommands", "CLinux", "Charts", "CommandEnvironment", "CommandLineParsing", "FileAccess",
      "HealthCharts", "HealthFormats", "JSONCoding", "LiveCommands", "LivePage", "MeasureCommands",
      "Measurement", "Photoplethysmography", "SampleSelection", "SampleStore", "Sandbox",
      "V4L2Source"),
    room(
      "HeartcamCommands", "BatchCommands", "CBuildCommit", "ChartCommands", "Charts", "CivilTime",
      "CommandEnvironment",
      "CommandLineParsing", "FFmpegSource", "FileAccess", "HealthCharts", "JSONCoding",
      "LiveCommands", "MeasureCommands", "Measurement", "PageCommands", "Photoplethysmography",
      "SampleSelection", "SampleStore", "Sandbox", "SandboxedImport", "Simulation", "StoreCommands",
      "StoreEngines", "StudyCommands", "V4L2Source"),
    .executableTarget(
      name: "heartcam", dependencies: ["HeartcamCommands"],
      exclude: ["link.cfg"], swiftSettings: strict,
      // Without it, the linker would name every library that a module names, and all would be loaded at the start.
      linkerSettings: quickLinking + [
        .unsafeFlags([
          "-Xclang-linker",
          "--config=\(Context.packageDirectory)/Sources/Program/heartcam/link.cfg",
        ])
      ]),
  ],
  tests: [
    tests(of: "LivePage", "JSONCoding", "TestSupport"),
    // The program as it is used: a process, its text and its exit code.
    .testTarget(
      name: "HeartcamCommandsTests",
      dependencies: [
        "BatchCommands", "CommandEnvironment", "CommandLineParsing", "HealthFormats",
        "HeartcamCommands", "JSONCoding", "LivePage",
        "Measurement", "PageCommands", "Photoplethysmography", "SampleStore", "Sandbox",
        "SandboxedImport", "StoreEngines", "TestSupport", "V4L2Source", "VideoFrames", "heartcam",
      ],
      exclude: ["Released", "messages.txt"],
      swiftSettings: strict),
  ])

let library = wing(
  "Library",
  rooms: [
    // A header alone, which the other room implements.
    .systemLibrary(name: "CHeartcam"),
    room(
      "HeartcamLibrary", "CHeartcam", "Charts", "CivilTime", "CommandEnvironment",
      "CommandLineParsing", "FFmpegSource", "FileAccess", "HealthCharts", "HeartcamCommands",
      "JSONCoding", "MeasureCommands", "Measurement", "Photoplethysmography", "SampleSelection",
      "SampleStore", "Sandbox", "StoreEngines", "VideoFrames"),
  ],
  tests: [
    // The library as C uses it: compiled against the header, linked and loaded, so that no Swift is imported.
    .testTarget(
      name: "HeartcamLibraryTests", dependencies: ["TestSupport"], swiftSettings: strict)
  ])
// What is no function of the header stays inside: a process may have other Swift libraries beside it. The usual linker
// would leave some hundred of Swift's own symbols outside.
library.first { $0.name == "HeartcamLibrary" }?.linkerSettings =
  quickLinking + [
    .unsafeFlags([
      "-Xlinker",
      "--version-script=\(Context.packageDirectory)/Sources/Library/HeartcamLibrary/heartcam.map",
      "-Xlinker", "-soname", "-Xlinker", "libheartcam.so.0",
      "-Xclang-linker",
      "--config=\(Context.packageDirectory)/Sources/Program/heartcam/link.cfg",
    ])
  ]
library.first { $0.name == "HeartcamLibrary" }?.exclude.append("heartcam.map")

/// What tests of several wings use, and the benchmarks.
let support: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["BlockMeans", "CCairo", "CSQLite", "SampleStore"],
    path: "Tests/Support/TestSupport", swiftSettings: strict,
    linkerSettings: quickLinking),
  // Says what came of a run, for scripts/test.
  .executableTarget(
    name: "TestReport", path: "Tests/Support/TestReport", swiftSettings: strict,
    linkerSettings: quickLinking),
  // Says which tests a change can touch.
  .executableTarget(
    name: "TestChoice", path: "Tests/Support/TestChoice", swiftSettings: strict,
    linkerSettings: quickLinking),
  .target(name: "CHeap", path: "bench/CHeap"),
  // A peer of benchmarks alone. It names no pkg-config, which would warn whoever builds the program
  // without it.
  .systemLibrary(name: "CExpat", path: "bench/CExpat"),
  .target(
    name: "BenchmarkSupport", dependencies: ["Charts", "JSONCoding", "VideoFrames"],
    path: "bench/Support", swiftSettings: strict),
  .executableTarget(
    name: "heartcam-bench",
    dependencies: [
      "BenchmarkSupport", "CExpat", "CHeap", "CSQLite", "Charts", "CommandLineParsing",
      "FFmpegSource", "FileAccess", "HealthCharts", "HealthFormats", "JSONCoding",
      "Photoplethysmography", "SampleStore", "ScriptedCamera", "SignalProcessing", "Simulation",
      "StoreEngines", "TestSupport", "V4L2Source", "VideoFrames",
    ],
    path: "bench",
    exclude: [
      "CExpat", "CHeap", "README.md", "Support", "fit_model.py",
      "capacity", "compare-readings", "encoded_scenes.py", "long-runs", "peers",
      "results", "sandbox-cost", "server-capacity",
    ],
    swiftSettings: strict, linkerSettings: quickLinking),
  tests(of: "BenchmarkSupport", "JSONCoding", "Simulation", "TestSupport", "VideoFrames"),
]

/// The parsers as a fuzzer calls them: with their tests, or for `scripts/fuzz` as a library.
let isForFuzzing = Context.environment["HEARTCAM_FUZZING"] != nil
let fuzzed: [Target.Dependency] = [
  "BatchCommands", "BlockMeans", "CommandEnvironment", "FFmpegSource", "FileAccess",
  "HealthFormats", "HealthKit",
  "JSONCoding", "LivePage", "Measurement", "PageCommands", "Photoplethysmography", "SampleStore",
  "Sandbox", "SandboxedImport", "ScriptedCamera", "StudyTasks", "V4L2Source", "VideoFrames",
  "VisibleText",
]
let fuzzTargets: Target =
  isForFuzzing
  ? .target(
    name: "FuzzTargets", dependencies: fuzzed, path: "Tests/FuzzTests",
    exclude: ["Driver", "Found", "FuzzTargetTests.swift"], swiftSettings: strict)
  : .testTarget(
    name: "FuzzTests", dependencies: fuzzed + ["TestSupport"], exclude: ["Driver", "Found"],
    swiftSettings: strict)

/// The modules of ResearchKit, and HealthKit, which it exports.
let researchKit = ["ResearchKit", "ResearchKitActiveTask", "ResearchKitUI", "HealthKit"]

let package = Package(
  name: "heartcam",
  products: [
    .executable(name: "heartcam", targets: ["heartcam"]),
    // For C and other languages, by Sources/Library/CHeartcam/heartcam.h; installed as libheartcam.so.0.
    .library(name: "Heartcam", type: .dynamic, targets: ["HeartcamLibrary"]),
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "HealthCharts", targets: ["HealthCharts", "Charts"]),
    .library(name: "HealthKit", targets: ["HealthKit"]),
    .library(name: "FFmpegSource", targets: ["FFmpegSource", "VideoFrames"]),
    .library(name: "HealthFormats", targets: ["HealthFormats", "SampleStore"]),
    .library(name: "Photoplethysmography", targets: ["Photoplethysmography", "VideoFrames"]),
    .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore", "SampleStore"]),
    .library(name: "ResearchKit", targets: researchKit),
    .library(name: "SampleStore", targets: ["SampleStore"]),
    .library(name: "SignalProcessing", targets: ["SignalProcessing"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "StudyTasks", targets: ["StudyTasks", "SampleStore"]),
    .library(name: "V4L2Source", targets: ["V4L2Source", "VideoFrames"]),
  ],
  traits: [
    .trait(
      name: "PostgreSQL", description: "Stores on PostgreSQL servers; needs libpq (libpq-dev)."),
    .default(enabledTraits: ["PostgreSQL"]),
  ],
  targets: system + pictures + pulse + samples + drawing + studies + apple + program + library
    + support
    + [fuzzTargets],
  swiftLanguageModes: [.v6]
)

if isForFuzzing {
  package.products.append(.library(name: "FuzzTargets", type: .dynamic, targets: ["FuzzTargets"]))
}
