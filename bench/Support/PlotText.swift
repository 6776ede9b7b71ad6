import Charts

/// What the plots of benchmarks share.
enum PlotText {
  /// Colors that people with red-green blindness can distinguish (Okabe and Ito 2008).
  static let colors: [Color] = [
    color(0x00, 0x72, 0xB2), color(0xD5, 0x5E, 0x00), color(0x00, 0x9E, 0x73),
    color(0xCC, 0x79, 0xA7), color(0xE6, 0x9F, 0x00), color(0x56, 0xB4, 0xE9),
  ]

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> Color {
    Color(red: red / 255, green: green / 255, blue: blue / 255)
  }

  static func color(_ index: Int) -> Color { colors[index % colors.count] }
}

/// A chart of a plot with several, under its name.
struct PlotPanel<Content: View>: View {
  static var width: Double { 330 }
  static var height: Double { 250 }

  private let title: String
  private let content: Content

  init(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = content()
  }

  var body: some View {
    VStack(alignment: .leading, spacing: 6) {
      Text(title).font(.headline)
      content.frame(width: Self.width, height: Self.height)
    }
  }
}
