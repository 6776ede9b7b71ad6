import Foundation
import ResearchKit
import TestSupport
import Testing

@testable import ResearchStudyTool

/// Consent documents as PDF.
@Suite struct ConsentPaperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func document() throws -> ORKConsentDocument {
    let task = try #require(Studies.joining() as? ORKOrderedTask)
    let review = task.step(withIdentifier: "review") as? ORKConsentReviewStep
    return try #require(review).consentDocument
  }

  private func lines(_ document: ORKConsentDocument) throws -> [String] {
    var file: Data?
    document.makePDF { data, error in
      file = data
      #expect(error == nil)
    }
    let path = try folder.write(try #require(file), to: "consent.pdf")
    let facts = try Poppler.run("pdfinfo", path)
    let isA4 = Locale.current.measurementSystem != .us
    #expect(facts.contains(isA4 ? "(A4)" : "(letter)"), "\(facts)")
    // Pages end with a form feed.
    return try Poppler.run("pdftotext", "-layout", path, "-").split { "\n\u{0C}".contains($0) }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a document has its sections, and lines to sign on before it is signed`() throws {
    let document = try Self.document()
    let lines = try lines(document)
    #expect(lines.first == "Consent to the heart study")
    #expect(lines.contains("Data Gathering") && lines.contains("In full: Privacy & more."))
    #expect(lines.contains("Signatures"))
    let names = try #require(lines.last)
    #expect(
      names.split(separator: #/\s{2,}/#).map(String.init) == [
        "Participant's Name (printed)", "Participant's Signature", "Date",
      ])
    #expect(!lines.contains { $0.contains("____") })
  }

  @Test func `a signed document has the name, the signature and the date`() throws {
    let document = try Self.document()
    let run = ScriptedRun(
      Studies.joining(),
      [
        "adult": "Yes", "pacemaker": "No", "consented": "Agree", "givenName": "Ada",
        "familyName": "Byron", "password": "abc1",
      ])
    let signed = try #require(
      run.result.stepResult(forStepIdentifier: "review")?.firstResult
        as? ORKConsentSignatureResult)
    signed.apply(to: document)
    document.addSignature(
      ORKConsentSignature(
        forPersonWithTitle: "Investigator", dateFormatString: nil, identifier: "investigator",
        givenName: "Mary", familyName: "Shaw", signatureImage: nil, dateString: "2026-02-01"))
    let lines = try lines(document)
    let date = try #require(signed.signature?.signatureDate)
    #expect(
      lines.contains {
        $0.split(separator: #/\s{2,}/#).map(String.init) == ["Ada Byron", "Ada Byron", date]
      }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Mary Shaw") && $0.hasSuffix("2026-02-01") })
    #expect(lines.last?.hasPrefix("Investigator's Name (printed)") == true)
  }

  @Test func `a text for review stands in place of the sections`() async throws {
    let document = try Self.document()
    document.htmlReviewContent = "<h1>All</h1><p>The <b>whole</b> text.</p>"
    document.signatures = nil
    #expect(
      try lines(document) == ["Consent to the heart study", "All", "The whole text.", "Signatures"])
    #expect(try await document.makePDF().starts(with: Data("%PDF".utf8)))
  }
}
