import SampleStore
import Testing

/// Records that are kept as documents: each type's layout says what stays.
struct HealthDocumentTests {
  @Test(
    arguments: [
      (
        .audiogram,
        #"{"own":1,"points":[{"tests":[{"dBHL":5.5,"side":0,"highest_dBHL":100}],"frequency_hz":250}]}"#,
        #"{"points":[{"frequency_hz":250,"tests":[{"side":0,"dBHL":5.5,"masked":false,"#
          + #""highest_dBHL":100}]}]}"#
      ),
      (
        .visionPrescription,
        #"{"right":{"vertex":{"value":1},"axis":{"unit":"deg","value":170}},"kind":2,"left":7}"#,
        #"{"kind":2,"brand":"","right":{"axis":{"value":170,"unit":"deg"}},"left":{}}"#
      ),
      (
        .stateOfMind, #"{"valence":-1,"labels":[3],"kind":1}"#,
        #"{"kind":1,"valence":-1,"labels":[3],"associations":[]}"#
      ),
      (
        .medicationDose,
        #"{"status":4,"schedule_type":2,"concept":"a","quantity":"two","unit":"mg"}"#,
        #"{"status":4,"schedule_type":2,"concept":"a","unit":"mg"}"#
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
      (.audiogram, #"{"points":[{"tests":[]}]}"#), (.visionPrescription, #"{"kind":1.5}"#),
      (.stateOfMind, #"{"kind":1,"valence":1.25,"labels":[]}"#),
      (.stateOfMind, #"{"kind":1,"valence":0,"labels":["calm"]}"#),
      (.medicationDose, #"{"status":4,"schedule_type":2,"concept":"a","unit":"nonsense"}"#),
      (.gad7, #"{"answers":[0,1,2,3,0,1]}"#), (.gad7, #"{"answers":[0,1,2,3,0,1,4]}"#),
      (.phq9, #"{"answers":[0,1,2,3,4,1,2,3,4]}"#), (.phq9, "[]"), (.phq9, "{"),
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
