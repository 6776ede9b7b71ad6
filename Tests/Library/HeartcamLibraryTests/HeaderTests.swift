import Foundation
import TestSupport
import Testing

/// The C interface as a program in C uses it.
struct HeaderTests {
  private let folder: TemporaryFolder
  private let headers = Repository.path("Sources/Library/CHeartcam")

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ["clang", "-std=c99", "-pedantic", "-x", "c"], ["clang++", "-std=c++17", "-x", "c++"],
  ])
  func `the header is plain C and C++`(compiler: [String]) throws {
    let source = folder.file("header.c")
    try "#include <heartcam.h>\nint main(void) { return 0; }\n".write(
      toFile: source, atomically: true, encoding: .utf8)
    let made = try BuiltLibrary.run(
      ["/usr/bin/env"] + compiler
        + ["-Wall", "-Wextra", "-Werror", "-I\(headers)", "-fsyntax-only", source])
    #expect(made.status == 0, "\(made.output)")
  }

  @Test func `nothing but the functions of the header can be seen from outside`() throws {
    let header = try Repository.text("Sources/Library/CHeartcam/heartcam.h")
    let code = header.replacing(/\/\*(?s:.*?)\*\//, with: "")
    let declared = Set(code.matches(of: /\b(heartcam_\w+)\(/).map { String($0.output.1) })
    let listed = try BuiltLibrary.run([
      "/usr/bin/env", "nm", "-D", "--defined-only", BuiltLibrary.path,
    ])
    let names = listed.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").last.map(String.init)
    }
    #expect(
      Set(names).subtracting(["HEARTCAM_1"]) == Set(declared.map { $0 + "@@HEARTCAM_1" }))
    #expect(declared.count > 30)
  }

  @Test(arguments: ["resting.mp4", "no-finger.mp4", "resting.csv"])
  func `the example in C gives the readings of the program, and no byte is lost or misused`(
    recording: String
  ) throws {
    let program = folder.file("measure")
    let made = try BuiltLibrary.run([
      "/usr/bin/env", "clang", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined",
      "-fno-sanitize-recover=all", "-fuse-ld=lld", "-I\(headers)",
      Repository.path("samples/c/measure.c"), "-o", program, BuiltLibrary.path,
      "-Wl,-rpath,\((BuiltLibrary.path as NSString).deletingLastPathComponent)", "-lm",
    ])
    try #require(made.status == 0, "\(made.output)")
    // It is loaded by the name that it is installed under.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("libheartcam.so.0"), withDestinationPath: BuiltLibrary.path)
    let path = Repository.path("samples/\(recording)")
    let shown = try BuiltLibrary.run(
      [program, path],
      environment: ["LD_LIBRARY_PATH": folder.path, "SWIFT_BACKTRACE": "enable=no"])
    #expect(shown.status == 0, "\(shown.output)")
    let parts = shown.output.components(separatedBy: "by a monitor:\n")
    try #require(parts.count == 2, "\(shown.output)")
    #expect(parts[0] == parts[1] && !parts[0].isEmpty)

    let json = try BuiltLibrary.run(
      [BuiltLibrary.program, "measure", "--json", "--store", "none", path])
    let line = json.output.split(separator: "\n").last { $0.hasPrefix("{") }.map { Data($0.utf8) }
    let result =
      try JSONSerialization.jsonObject(with: #require(line)) as? [String: Any] ?? [:]
    let readings = try #require(result["readings"] as? [[String: Any]])
    let lines = parts[0].split(separator: "\n")
    try #require(lines.count == readings.count)
    for (line, reading) in zip(lines, readings) {
      let expected =
        (reading["bpm"] as? Double).map { String(format: "%.1f beats/min", $0) }
        ?? reading["reason"] as? String
      #expect(try line.hasSuffix(#require(expected)), "\(line)")
    }
  }

  @Test func `the example says what is wrong and exits with its code`() throws {
    let program = folder.file("measure")
    let made = try BuiltLibrary.run([
      "/usr/bin/env", "clang", "-I\(headers)", Repository.path("samples/c/measure.c"), "-o",
      program, BuiltLibrary.path, "-lm",
    ])
    try #require(made.status == 0, "\(made.output)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("libheartcam.so.0"), withDestinationPath: BuiltLibrary.path)
    let shown = try BuiltLibrary.run(
      [program, "/nowhere.mp4"], environment: ["LD_LIBRARY_PATH": folder.path])
    #expect(shown.status == 2)
    #expect(
      shown.output.contains("measure: cannot open /nowhere.mp4: No such file or directory"),
      "\(shown.output)")
  }
}
