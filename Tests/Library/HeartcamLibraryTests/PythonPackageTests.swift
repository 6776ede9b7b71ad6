import Foundation
import TestSupport
import Testing

/// The Python package: a wheel of what was built, in an environment of its own.
struct PythonPackageTests {
  @Test func `the wheel passes its own tests in a fresh environment`() throws {
    let tried = try BuiltLibrary.run([
      Repository.path("python/tests/run"), BuiltLibrary.path, BuiltLibrary.program,
    ])
    let sentence = tried.output.trimmingCharacters(in: .whitespacesAndNewlines)
    if tried.status == 77 { try Test.cancel("\(sentence)") }
    #expect(tried.status == 0, "\(tried.output)")
    #expect(tried.output.contains(" passed"), "\(tried.output)")
  }
}
