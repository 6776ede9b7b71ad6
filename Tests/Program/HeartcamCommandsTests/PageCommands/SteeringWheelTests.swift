import LivePage
import Testing

@testable import PageCommands

/// Who steers, and what waits for it.
struct SteeringWheelTests {
  /// It said that another browser steers.
  @Test func `a full queue of one's own orders is not another browser's wheel`() {
    let wheel = SteeringWheel()
    for _ in 0..<100 { #expect(wheel.answer(to: .stop, by: "anna").status == 202) }
    #expect(wheel.answer(to: .stop, by: "anna").status == 503)
    #expect(wheel.answer(to: .stop, by: "ben").status == 409)
    #expect(wheel.orders().count == 100)
    #expect(wheel.answer(to: .stop, by: "anna").status == 202)
  }
}
