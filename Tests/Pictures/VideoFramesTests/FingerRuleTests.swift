import Testing
import VideoFrames

/// The rule that recognizes a finger on the lens, and the colors that it compares.
struct FingerRuleTests {
  private let rule = FingerRule.onLens

  @Test func `an even picture is a finger, an uneven one is not`() {
    let gray = RGB(red: 100, green: 100, blue: 100)
    #expect(rule.isFinger(gray, spread: 0.24))
    #expect(!rule.isFinger(gray, spread: 0.26))
  }

  @Test func `a red picture may be less even`() {
    let red = RGB(red: 160, green: 100, blue: 100)
    #expect(rule.isFinger(red, spread: 0.5))
    #expect(!rule.isFinger(red, spread: 0.61))
    #expect(!rule.isFinger(RGB(red: 149, green: 100, blue: 20), spread: 0.5))
    #expect(!rule.isFinger(RGB(red: 149, green: 20, blue: 100), spread: 0.5))
  }

  @Test func `a blue picture is no finger, however even`() {
    #expect(!rule.isFinger(RGB(red: 40, green: 90, blue: 200), spread: 0.05))
    #expect(!rule.isFinger(RGB(red: 10, green: 20, blue: 230), spread: 0.01))
    // A white balance may make skin bluish.
    #expect(rule.isFinger(RGB(red: 100, green: 110, blue: 150), spread: 0.05))
  }

  @Test func `a picture's brightness does not matter`() {
    for gain in [0.1, 1, 10] {
      #expect(rule.isFinger(RGB(red: 16, green: 10, blue: 10) * gain, spread: 0.5))
    }
  }

  @Test func `arithmetic on a color is that on its components`() {
    let (a, b) = (RGB(red: 1, green: 2, blue: 4), RGB(red: 8, green: 16, blue: 64))
    #expect(a + b == RGB(red: 9, green: 18, blue: 68))
    #expect(b - a == RGB(red: 7, green: 14, blue: 60))
    #expect(b * 2 == RGB(red: 16, green: 32, blue: 128))
    #expect(b / a == RGB(red: 8, green: 8, blue: 16))
    #expect((b / a).vector[3] == 0)
  }

  @Test func `the brightest component is the first of equal ones`() {
    #expect(RGB(red: 5, green: 5, blue: 5).brightest == .red)
    #expect(RGB(red: 4, green: 5, blue: 5).brightest == .green)
    #expect(RGB(red: 4, green: 3, blue: 5).brightest == .blue)
    #expect(RGB(red: 4, green: 3, blue: 5).highest == 5)
    #expect(RGB(red: 4, green: 3, blue: 5).lowest == 3)
    #expect(RGB(red: 5, green: 5, blue: 5).isGray && !RGB(red: 5, green: 5, blue: 4).isGray)
  }
}
