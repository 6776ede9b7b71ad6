/// Settings of a screen and its user. A picture has neither, so these change nothing.
extension View {
  /// Changes nothing: a picture's title is `ChartRenderer`'s.
  public func navigationTitle(_ title: some StringProtocol) -> some View { self }
  public func navigationBarTitle(
    _ title: some StringProtocol, displayMode: _Look = .automatic
  ) -> some View { self }
  public func navigationBarTitleDisplayMode(_ mode: _Look) -> some View { self }
  public func toolbarTitleDisplayMode(_ mode: _Look) -> some View { self }

  /// Changes nothing: a picture has no bars.
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { self }
  public func toolbarBackground(_ style: some ShapeStyle, for bars: _Look...) -> some View {
    self
  }
  public func toolbarBackground(_ visibility: Visibility, for bars: _Look...) -> some View {
    self
  }

  /// Changes nothing: a picture is one page.
  public func sheet(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: () -> some View
  ) -> some View { self }
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: (Item) -> some View
  ) -> some View { self }

  /// Changes nothing: there is no control to look so.
  public func buttonStyle(_ style: _Look) -> some View { self }
  public func pickerStyle(_ style: _Look) -> some View { self }
  public func listStyle(_ style: _Look) -> some View { self }
  public func labelsHidden() -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func tint(_ color: Color?) -> some View { self }
  public func tag(_ tag: some Hashable) -> some View { self }
  public func id(_ id: some Hashable) -> some View { self }

  /// Changes nothing: a picture does not scroll.
  public func scrollIndicators(_ visibility: Visibility) -> some View { self }
  public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
  public func listRowBackground(_ view: (some View)?) -> some View { self }
  public func refreshable(action: () async -> Void) -> some View { self }

  /// Changes nothing: a picture cannot be touched.
  public func allowsHitTesting(_ enabled: Bool) -> some View { self }

  /// Changes nothing: a picture is made once.
  public func task<ID: Equatable>(
    id: ID, _ action: () async -> Void
  ) -> some View { self }

  /// Changes nothing: a picture ends where its views end.
  public func ignoresSafeArea() -> some View { self }
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

  /// Changes nothing: a view's shadow is not drawn, and a view is not turned.
  public func shadow(
    color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View { self }
  public func rotationEffect(_ angle: Angle) -> some View { self }
  public func scaleEffect(_ scale: CGFloat) -> some View { self }

  /// Changes nothing: `ChartRenderer` draws for light or for dark backgrounds.
  public func preferredColorScheme(_ scheme: ColorScheme?) -> some View { self }

  /// Changes nothing: texts have the size of their font, and one form of letters.
  public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { self }
  public func textScale(_ scale: _Look) -> some View { self }
  public func monospacedDigit() -> some View { self }
  public func fontDesign(_ design: Font.Design?) -> some View { self }
  public func kerning(_ kerning: CGFloat) -> some View { self }

  /// Changes nothing: for screen readers, a picture has no parts but a chart's description.
  public func accessibilityRepresentation(
    @ViewBuilder representation: () -> some View
  ) -> some View { self }
  public func accessibilityElement(children: _Look = .ignore) -> some View { self }

  /// Sets how bold the texts within are.
  public func fontWeight(_ weight: Font.Weight?) -> some View {
    changed { if let weight { $0.font = ($0.font ?? .body).weight(weight) } }
  }
}

/// A place in a bar, which a picture does not have.
public struct ToolbarItem<Content: View>: View {
  public init(placement: _Look = .automatic, @ViewBuilder content: () -> Content) {}

  public var body: EmptyView { EmptyView() }
}

/// An angle, for views and gradients.
public struct Angle: Hashable, Sendable {
  public var degrees: Double

  public init(degrees: Double = 0) { self.degrees = degrees }

  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
}

/// Whether a screen is light or dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable { case light, dark }

/// The size that a reader wants for texts. Here, texts have the size of their font.
public enum DynamicTypeSize: Int, Hashable, Sendable, Comparable {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
