import Foundation
import TestSupport
import Testing

/// A program loads what its product needs, and no more.
@Suite(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct LinkedLibrariesTests {
  @Test func `import HealthKit brings SQLite and zlib alone`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("import HealthKit\n_ = HKHealthStore()\n", to: "main.swift")
    let compiler = try #require(SwiftCompiler.found)
    let errors = try compiler.makeProgram(
      folder.file("program"), of: [file], over: SwiftCompiler.healthKit, with: folder.path)
    #expect(errors == [])
    #expect(SwiftCompiler.libraries(of: folder.file("program")) == ["libsqlite3", "libz"])
  }
}
