import SampleStore
import Testing

/// Records that are kept as documents: each type's layout says what stays.
struct HealthDocumentTests {
  @Test(
    arguments: [
      (
        .audiogram, #"{"own":1,"points":[{"frequency_hz":250}]}"#,
        #"{"points":[{"frequency_hz":250}]}"#
      ),
      (.visionPrescription, #"{"right":{},"kind":2}"#, #"{"kind":2,"right":{}}"#),
      (
        .stateOfMind, #"{"valence":-1,"labels":[3],"kind":1}"#,
        #"{"kind":1,"valence":-1,"labels":[3]}"#
      ),
    ] as [(RecordType, String, String)])
  func `a document has the members of its type, in their order`(
    type: RecordType, given: String, kept: String
  ) throws {
    let document = try #require(HealthDocument(type: type, json: given))
    #expect(document.text == kept)
    #expect(HealthDocument(type: type, json: kept) == document)
  }

  @Test(
    arguments: [
      (.audiogram, #"{"tests":[]}"#), (.visionPrescription, #"{"brand":"a"}"#),
      (.stateOfMind, #"{"kind":1,"valence":null,"labels":[]}"#), (.phq9, "[]"), (.phq9, "{"),
      (RecordType.clinical[0], #"{"display_name":"a"}"#), (.electrocardiogram, "{}"),
    ] as [(RecordType, String)])
  func `what a type needs and a text lacks makes no document`(type: RecordType, given: String) {
    #expect(HealthDocument(type: type, json: given) == nil)
  }

  @Test func `a refused answer counts nothing`() {
    let document = HealthDocument(type: .phq9, json: #"{"answers":[3,3,3,3,3,3,3,3,4]}"#)
    #expect(document?.score == 24)
  }
}
