// swift-tools-version: 6.1
import PackageDescription

// The rooms by wing, a line each: its name, after a colon what it imports, and where it has tests, after a bar what they
// import beside. What is regular about them is a rule below; what is not stands at the end, by name.

let system = wing(
  "System",
  """
  CivilTime |
  VisibleText: CLinux |
  CommandLineParsing: VisibleText |
  FileAccess: CLinux VisibleText |
  JSONCoding: VisibleText |
  Sandbox: CLinux CSeccomp |
  Threads |
  """)

let pictures = wing(
  "Pictures",
  """
  VideoFrames: CPixelSums |
  BlockMeans | TestPictures
  FFmpegSource: BlockMeans CFFmpeg FileAccess VideoFrames | TestPictures
  V4L2Source: CV4L2 FFmpegSource FileAccess VideoFrames | CFFmpeg ScriptedCamera TestPictures
  Simulation: FFmpegSource JSONCoding VideoFrames |
  """)

let pulse = wing(
  "Pulse",
  """
  SignalProcessing |
  Photoplethysmography: SignalProcessing VideoFrames | Simulation
  Measurement: CLinux CivilTime FFmpegSource FileAccess JSONCoding Photoplethysmography SampleStore Sandbox \
    SignalProcessing Threads V4L2Source VideoFrames VisibleText | CV4L2 ScriptedCamera Simulation TestPictures TestSamples
  """)

let samples = wing(
  "Samples",
  """
  SampleStore: CSQLite CivilTime FileAccess JSONCoding | StoreEngines StoreWriterTool TestDatabases TestSamples
  PostgreSQLStore: SampleStore | StoreWriterTool TestDatabases TestSamples
  StoreEngines: SampleStore |
  HealthFormats: CZlib CivilTime FileAccess JSONCoding SampleStore Threads | TestSamples
  SandboxedImport: FileAccess HealthFormats JSONCoding SampleStore Sandbox | TestSamples
  """)

let drawing = wing(
  "Drawing",
  """
  Charts: CCairo CivilTime FileAccess VisibleText | TestDrawings
  HealthCharts: Charts JSONCoding Photoplethysmography SampleStore SignalProcessing | TestDrawings
  """)

let studies = wing(
  "Studies",
  """
  StudyTasks: CivilTime FileAccess JSONCoding SampleStore |
  """)

let apple = wing(
  "Apple",
  """
  CoreLocation
  HealthKit: CoreLocation JSONCoding SampleStore |
  ResearchKit: CivilTime HealthKit JSONCoding SampleStore StudyTasks | ResearchKitActiveTask ResearchKitUI \
    ResearchStudyTool
  ResearchKitActiveTask: ResearchKit
  ResearchKitUI: ResearchKit
  """)

let program = wing(
  "Program",
  """
  LivePage: CGnuTLS CMicroHTTPD CPage CQRencode FileAccess JSONCoding Threads |
  CommandEnvironment: Charts CivilTime CommandLineParsing FileAccess JSONCoding Sandbox VisibleText
  SampleSelection: CommandEnvironment CommandLineParsing FileAccess HealthFormats JSONCoding Measurement \
    SampleStore SandboxedImport StoreEngines VisibleText
  MeasureCommands: Charts CivilTime CommandEnvironment CommandLineParsing FFmpegSource FileAccess HealthCharts \
    HealthFormats JSONCoding Measurement Photoplethysmography SampleSelection SampleStore Sandbox SandboxedImport \
    V4L2Source VideoFrames VisibleText
  LiveCommands: CommandEnvironment CommandLineParsing JSONCoding MeasureCommands Measurement Photoplethysmography \
    SampleSelection SampleStore SignalProcessing V4L2Source VideoFrames VisibleText
  BatchCommands: CLinux Charts CommandEnvironment CommandLineParsing FFmpegSource FileAccess HealthCharts \
    HealthFormats JSONCoding MeasureCommands Measurement Photoplethysmography SampleSelection SampleStore Sandbox \
    Threads VideoFrames
  StoreCommands: Charts CommandEnvironment CommandLineParsing FileAccess HealthCharts HealthFormats JSONCoding \
    Measurement SampleSelection SampleStore SandboxedImport
  ChartCommands: Charts CommandEnvironment CommandLineParsing FileAccess HealthCharts MeasureCommands Measurement \
    Photoplethysmography SampleSelection SampleStore VisibleText
  StudyCommands: Charts CommandEnvironment CommandLineParsing FFmpegSource FileAccess HealthCharts HealthFormats \
    JSONCoding LiveCommands MeasureCommands Measurement Photoplethysmography SampleSelection SampleStore Sandbox \
    Simulation StudyTasks Threads V4L2Source VideoFrames VisibleText
  PageCommands: CLinux Charts CommandEnvironment CommandLineParsing FileAccess HealthCharts HealthFormats \
    JSONCoding LiveCommands LivePage MeasureCommands Measurement Photoplethysmography SampleSelection SampleStore \
    Sandbox Threads V4L2Source
  HeartcamCommands: BatchCommands CBuildCommit ChartCommands Charts CivilTime CommandEnvironment \
    CommandLineParsing FFmpegSource FileAccess HealthCharts JSONCoding LiveCommands MeasureCommands Measurement \
    PageCommands Photoplethysmography SampleSelection SampleStore Sandbox SandboxedImport Simulation StoreCommands \
    StoreEngines StudyCommands V4L2Source | HealthFormats LivePage TestDatabases TestPrograms TestSamples \
    VideoFrames VisibleText
  """)

let library = wing(
  "Library",
  """
  HeartcamLibrary: BatchCommands CHeartcam CLateLibraries Charts CivilTime CommandEnvironment CommandLineParsing FFmpegSource \
    FileAccess HealthCharts HeartcamCommands JSONCoding MeasureCommands Measurement Photoplethysmography \
    SampleSelection SampleStore Sandbox SignalProcessing StoreEngines VideoFrames
  """)

/// C libraries, each a module map and a shim: where they stand, pkg-config's name, Debian's packages.
let libraries: [Target] = [
  .library("System/CCairo", "cairo", "libcairo2-dev fonts-dejavu-core"),
  .library(
    "System/CFFmpeg", "libavformat",
    "libavformat-dev libavcodec-dev libswresample-dev libswscale-dev"),
  .library("System/CGnuTLS", "gnutls", "libgnutls28-dev"),
  .library("System/CLinux"),
  .library("System/CMicroHTTPD", "libmicrohttpd", "libmicrohttpd-dev"),
  .library("System/CPostgreSQL", "libpq", "libpq-dev"),
  .library("System/CQRencode", "libqrencode", "libqrencode-dev"),
  .library("System/CSeccomp", "libseccomp", "libseccomp-dev"),
  .library("System/CSQLite", "sqlite3", "libsqlite3-dev"),
  .library("System/CV4L2", "libv4l2", "libv4l-dev"),
  .library("System/CZlib", "zlib", "zlib1g-dev"),
  .library("Pictures/CPixelSums"),
  .library("Library/CHeartcam"),
]

/// Sources in C, which are compiled.
let compiledC: [Target] = [
  // Told by the scripts that build what is installed. Only its one file is compiled anew for another commit.
  .target(
    name: "CBuildCommit", path: "Sources/System/CBuildCommit",
    cSettings: [
      .define("HEARTCAM_COMMIT", to: "\"\(Context.environment["HEARTCAM_COMMIT"] ?? "")\"")
    ]),
  // Binds the large libraries when they are first used, in what is linked with it.
  .target(name: "CLateLibraries", dependencies: ["CFFmpeg"], path: "Sources/System/CLateLibraries"),
  // The page's files.
  .target(name: "CPage", path: "Sources/Program/CPage", exclude: ["files"]),
]

/// The program, what tests and benchmarks share, and the programs that tests start.
let support: [Target] = [
  .program(
    "heartcam", "HeartcamCommands CLateLibraries", "Sources/Program/heartcam", exclude: ["link.cfg"]
  ),
  .support("TestSupport", ""),
  .support("TestDatabases", "CSQLite TestSupport"),
  .support("TestDrawings", "CCairo TestSupport"),
  .support("TestPictures", "BlockMeans TestSupport"),
  .support("TestPrograms", "TestSupport"),
  .support("TestSamples", "SampleStore TestSupport"),
  // A camera in memory that keeps Video4Linux's rules.
  .support("ScriptedCamera", "CV4L2 V4L2Source VideoFrames", "Tests/Pictures/ScriptedCamera"),
  // Cameras with a known pulse, for the drivers of a virtual machine.
  .systemLibrary(name: "CSimulatorCalls", path: "Tests/Pictures/CSimulatorCalls"),
  .program(
    "CameraSimulator", "CSimulatorCalls CommandLineParsing FFmpegSource Simulation VideoFrames",
    "Tests/Pictures/CameraSimulator"),
  // Another process that uses a store, which the tests watch and kill.
  .program("StoreWriterTool", "SampleStore StoreEngines", "Tests/Samples/StoreWriterTool"),
  // Studies for a phone in a terminal.
  .program("ResearchStudyTool", "ResearchKit", "Tests/Apple/ResearchStudyTool"),
  .target(name: "CHeap", path: "bench/CHeap"),
  // It names no pkg-config, which would warn whoever builds the program without it.
  .systemLibrary(name: "CExpat", path: "bench/CExpat"),
  .support("BenchmarkSupport", "Charts JSONCoding VideoFrames", "bench/Support"),
  .program(
    "heartcam-bench",
    """
    BenchmarkSupport CExpat CHeap CSQLite Charts CommandLineParsing FFmpegSource FileAccess HealthCharts HealthFormats \
    JSONCoding Photoplethysmography SampleStore ScriptedCamera SignalProcessing Simulation StoreEngines TestDatabases \
    V4L2Source VideoFrames
    """,
    "bench",
    exclude: [
      "CExpat", "CHeap", "README.md", "Support", "fit_model.py", "capacity", "compare-readings",
      "encoded_scenes.py", "long-runs", "peers", "results", "sandbox-cost", "server-capacity",
    ]),
  .tests(
    of: "BenchmarkSupport", "BenchmarkSupport JSONCoding Simulation VideoFrames", in: "Support"),
  .tests(
    of: "CameraMachine", "CameraSimulator FFmpegSource Photoplethysmography VideoFrames",
    in: "Pictures"),
  // Apps of HealthKit's.
  .tests(of: "HealthKitApp", "Charts CoreLocation HealthKit SampleStore", in: "Apple"),
  // The program as it is used: a process, its text and its exit code. They import no room.
  .tests(of: "Program", "TestDatabases TestPrograms", in: "Program"),
  // The library as C uses it: compiled against the header, linked and loaded, so that no Swift is imported.
  .tests(of: "HeartcamLibrary", "", in: "Library"),
]

/// The parsers as a fuzzer calls them: with their tests, or for `scripts/fuzz` as a library.
let isForFuzzing = Context.environment["HEARTCAM_FUZZING"] != nil
let fuzzed = """
  BatchCommands BlockMeans CommandEnvironment FFmpegSource FileAccess HealthFormats HealthKit JSONCoding LivePage \
  Measurement PageCommands Photoplethysmography SampleStore Sandbox SandboxedImport ScriptedCamera StudyTasks \
  V4L2Source VideoFrames VisibleText
  """
let fuzzTargets: Target =
  isForFuzzing
  ? .support(
    "FuzzTargets", fuzzed, "Tests/FuzzTests", exclude: ["Driver", "Found", "FuzzTargetTests.swift"])
  : .testTarget(
    name: "FuzzTests", dependencies: names(fuzzed + " TestSupport"), exclude: ["Driver", "Found"])

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
    .library(
      name: "ResearchKit",
      targets: ["ResearchKit", "ResearchKitActiveTask", "ResearchKitUI", "HealthKit"]),
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
    + libraries + compiledC + support + [fuzzTargets],
  swiftLanguageModes: [.v6]
)

// MARK: What is regular

/// The names in a text.
func names(_ text: String) -> [Target.Dependency] {
  text.split(whereSeparator: \.isWhitespace).map { .init(stringLiteral: String($0)) }
}

/// A wing: rooms that stand together in `Sources/NAME`, and what tests them in `Tests/NAME`.
func wing(_ name: String, _ rooms: String) -> [Target] {
  rooms.split(separator: "\n").flatMap { line in
    let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let words = parts[0].split(separator: ":", maxSplits: 1)
    let room = words[0].filter { $0 != " " }
    let imported = words.count > 1 ? String(words[1]) : ""
    let target = Target.target(
      name: room, dependencies: names(imported), path: "Sources/\(name)/\(room)",
      exclude: ["README.md"])
    return parts.count == 1
      ? [target] : [target, .tests(of: room, "\(room) \(imported) \(parts[1])", in: name)]
  }
}

extension Target {
  /// The tests of a room, which import what it does, and what tests share.
  static func tests(of name: String, _ imported: String, in wing: String) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: names("TestSupport \(imported)"),
      path: "Tests/\(wing)/\(name)Tests")
  }

  static func library(_ place: String, _ pkgConfig: String? = nil, _ packages: String = "")
    -> Target
  {
    .systemLibrary(
      name: String(place.split(separator: "/")[1]), path: "Sources/\(place)", pkgConfig: pkgConfig,
      providers: packages.isEmpty
        ? nil : [.apt(packages.split(separator: " ").map(String.init))])
  }

  static func support(
    _ name: String, _ imported: String, _ path: String? = nil, exclude: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: names(imported), path: path ?? "Tests/Support/\(name)",
      exclude: exclude)
  }

  static func program(
    _ name: String, _ imported: String, _ path: String, exclude: [String] = []
  ) -> Target {
    .executableTarget(
      name: name, dependencies: names(imported), path: path, exclude: exclude)
  }
}

/// The tests of nothing but numbers. All others are compiled without optimization, since they mostly wait for what they test.
let calculating: Set = [
  "BenchmarkSupportTests", "BlockMeansTests", "FuzzTests", "MeasurementTests",
  "PhotoplethysmographyTests", "SignalProcessingTests", "SimulationTests", "VideoFramesTests",
]

/// Whether `scripts/test --quick` builds: file by file, but as fast code.
let isQuick = Context.environment["HEARTCAM_QUICK"] != nil

/// The linker that comes with the toolchain takes a second for the tests where the usual one takes a minute. Only what nobody
/// depends on has it: a package whose libraries name a linker cannot be used by others.
let quickLinking: [LinkerSetting] = [.unsafeFlags(["-use-ld=lld"])]

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  // Imports are internal unless said otherwise, and a member is visible only where its module is imported, so that no C
  // type can become public.
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ]
  let isCalculating = target.type != .test || calculating.contains(target.name)
  if !isCalculating {
    // Nobody waits for their interface, for which all would be read twice.
    target.swiftSettings?.append(
      .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
  } else if isQuick {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
  if target.type == .executable || target.name == "TestSupport" {
    target.linkerSettings = quickLinking
  }
}

// MARK: What is not

/// Lets the target of a name be changed.
@MainActor
func change(_ name: String, _ change: (Target) -> Void) {
  for target in package.targets where target.name == name { change(target) }
}

// What builds with the trait PostgreSQL alone.
for (room, engine) in [("PostgreSQLStore", "CPostgreSQL"), ("StoreEngines", "PostgreSQLStore")] {
  change(room) {
    $0.dependencies.append(.target(name: engine, condition: .when(traits: ["PostgreSQL"])))
  }
}

// Files that are no source.
change("StudyTasks") { $0.resources = [.embedInCode("Tasks")] }
for name in ["SignalProcessingTests", "PhotoplethysmographyTests"] {
  change(name) { $0.resources = [.copy("Reference")] }
}
for name in ["ChartsTests", "HealthChartsTests"] {
  change(name) { $0.resources = [.copy("Pictures")] }
}
change("HeartcamCommandsTests") { $0.exclude = ["messages.txt"] }
change("ProgramTests") { $0.exclude = ["Released"] }
change("PostgreSQLStoreTests") { $0.exclude = ["version-1.sql"] }
change("HeartcamLibrary") { $0.exclude.append("heartcam.map") }

// Apps of a kind that is older than Swift 6 mode, and a study as an article prints it, for a phone.
for name in ["HealthKitAppTests", "ResearchKitTests", "ResearchStudyTool"] {
  change(name) { $0.swiftSettings = [.swiftLanguageMode(.v5)] }
}

// Without it, the linker would name every library that a module names, and all would be loaded at the start.
let onlyCalledLibraries: LinkerSetting = .unsafeFlags([
  "-Xclang-linker",
  "--config=\(Context.packageDirectory)/Sources/Program/heartcam/link.cfg",
])
change("heartcam") { $0.linkerSettings?.append(onlyCalledLibraries) }
change("HeartcamLibrary") {
  // What is no function of the header stays inside: a process may have other Swift libraries beside it. The usual linker
  // would leave some hundred of Swift's own symbols outside.
  $0.linkerSettings =
    quickLinking + [
      onlyCalledLibraries,
      .unsafeFlags([
        "-Xlinker",
        "--version-script=\(Context.packageDirectory)/Sources/Library/HeartcamLibrary/heartcam.map",
        "-Xlinker", "-soname", "-Xlinker", "libheartcam.so.0",
      ]),
    ]
}

if isForFuzzing {
  package.products.append(.library(name: "FuzzTargets", type: .dynamic, targets: ["FuzzTargets"]))
}

// MARK: A part of the package

// HEARTCAM_WINGS="Pulse" and HEARTCAM_TESTS="ChartsTests SignalProcessingTests" leave out what neither the wings nor the
// tests stand on.
let wantedWings = Set((Context.environment["HEARTCAM_WINGS"] ?? "").split(separator: " "))
let wantedTests = Set((Context.environment["HEARTCAM_TESTS"] ?? "").split(separator: " "))
if !wantedWings.isEmpty || !wantedTests.isEmpty {
  /// What is started by its path, and so is no dependency.
  let started = [
    "CameraMachineTests": ["heartcam"], "HeartcamCommandsTests": ["heartcam"],
    "HeartcamLibraryTests": ["HeartcamLibrary", "heartcam"], "ProgramTests": ["heartcam"],
  ]
  var waiting: [String] = []
  for target in package.targets {
    let folders = (target.path ?? "").split(separator: "/")
    if wantedTests.contains(Substring(target.name))
      || folders.count > 2 && wantedWings.contains(folders[1]) && target.type != .system
    {
      waiting += [target.name] + (started[target.name] ?? [])
    }
  }
  var kept: Set<String> = []
  while let name = waiting.popLast() {
    guard kept.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !kept.isSuperset(of: library.targets)
    case let program as Product.Executable: !kept.isSuperset(of: program.targets)
    default: false
    }
  }
}
