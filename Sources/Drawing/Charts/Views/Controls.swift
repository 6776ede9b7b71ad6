/// Draws its label: a picture's buttons cannot be pressed.
public struct Button<Label: View>: View {
  public let body: Label

  public init(
    role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label
  ) { body = label() }

  public init(
    _ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void
  ) where Label == Text { body = Text(title) }

  public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) where Label == Text { body = Text(title) }
}

/// The effect of a button, which means nothing in a picture.
public enum ButtonRole: Hashable, Sendable { case cancel, destructive }

/// Draws its label: a picture's menus cannot be opened.
public typealias Menu<Label: View> = NavigationLink<Label>

/// Draws its label: there is no other page.
public struct NavigationLink<Label: View>: View {
  public let body: Label

  public init(@ViewBuilder destination: () -> some View, @ViewBuilder label: () -> Label) {
    body = label()
  }

  public init(destination: some View, @ViewBuilder label: () -> Label) { body = label() }

  public init(_ title: some StringProtocol, destination: some View) where Label == Text {
    body = Text(title)
  }
}

/// A switch, which a picture leaves out.
public typealias Toggle = _Control
/// A slider, which a picture leaves out.
public typealias Slider = _Control
/// Buttons for more and less, which a picture leaves out.
public typealias Stepper = _Control
/// A choice, which a picture leaves out.
public typealias Picker = _Control
/// A choice of a color, which a picture leaves out.
public typealias ColorPicker = _Control
/// A field to write in, which a picture leaves out.
public typealias TextField = _Control
/// A sign that something takes time, which a picture leaves out.
public typealias ProgressView = _Control

/// Draws nothing: values in a picture do not change. It is public for `Toggle` and its like, whose
/// values keep what the code gives them.
public struct _Control: View {
  public init() {}
  public init(_ title: some StringProtocol) {}

  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {}

  public init<Value: Strideable>(
    value: Binding<Value>, in range: ClosedRange<Value>? = nil, step: Value.Stride? = nil,
    onEditingChanged: (Bool) -> Void = { _ in }
  ) {}

  public init<Value: Strideable, Least: View, Greatest: View>(
    value: Binding<Value>, in range: ClosedRange<Value>? = nil, step: Value.Stride? = nil,
    @ViewBuilder label: () -> some View,
    @ViewBuilder minimumValueLabel: () -> Least = { EmptyView() },
    @ViewBuilder maximumValueLabel: () -> Greatest = { EmptyView() },
    onEditingChanged: (Bool) -> Void = { _ in }
  ) {}

  public init(
    _ title: some StringProtocol, selection: Binding<some Any>,
    @ViewBuilder content: () -> some View
  ) {}

  public init(
    _ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true
  ) {}

  public init(_ title: some StringProtocol, text: Binding<String>) {}

  public var body: EmptyView { EmptyView() }
}

/// The look of a control or a screen, which means nothing in a picture. It is public for the
/// modifiers that take one.
public enum _Look: Hashable, Sendable {
  case automatic, bordered, borderedProminent, borderless, cancellationAction, combine
  case confirmationAction, contain, grouped, ignore, inline, inset, insetGrouped, large, menu
  case navigationBar, navigationBarLeading, navigationBarTrailing, plain, primaryAction, principal
  case secondary, segmented, sidebar, topBarLeading, topBarTrailing, wheel

  public init() { self = .automatic }
}

/// The look of a picker, which means nothing in a picture.
public typealias SegmentedPickerStyle = _Look
/// The look of a button, which means nothing in a picture.
public typealias PlainButtonStyle = _Look
/// The look of a button, which means nothing in a picture.
public typealias BorderlessButtonStyle = _Look
/// The look of a list, which means nothing in a picture.
public typealias InsetGroupedListStyle = _Look
